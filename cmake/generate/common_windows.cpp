#include "common_windows.hpp"

#include <array>

namespace trainlint::generate {

namespace {

// Counted over public repositories of training code: Python, shell, YAML, Markdown. The windows of
// a line follow each other without separators.
constexpr std::array<CommonWindows, 7> windows{{
    {5000, "    \n   "},
    {1700, ":\n  ,\n  tion the)\n  the self\n\n  ----elf. selodel   smode   itypeing ):\n    d"},
    {700,
     " to orch for   \"   r if torcatio  # )\n\n    tsizeport in   de is for onfiNonenfig"
     "atch   #==== defnamedata.\n  magerains =   re  if(\n     pight andconfpara of   se"
     "rch.fromand nsorensoargsion ort \"\n  imagtent   a contraidef mpor_siz None\n  turn"
     "statsionimpoeturningable modnot tate   -   ferat   ) notsteparamptioreturom prom ret"
     " tordulenput(sel prowithion_   enum_mentokenformline   c"},
    {390,
     "_stae,\n alueomptromptpututpubatcinputest impmplee = codetoke   ms:\n e:\n  typvice"
     "stri_proionsoutpurn entiayereighdicttensding  )\n|   attepathassetextload |  cont"
     "ctio witevicense_modlassmbedlayedevi   nembelateamplenceted ancehecks\n  _con num"
     "  --ttenclasvaluizer tra use]\n   = sput_ith  \"\"\"pe: t = censicenype:file  \"\""
     "\\\n  entselinault \\\n timeoptifaulTruecompefau str parget_ainentio\"\"\"\n\",\n "
     "mask  - hape inte thlockionacheclistcessshapsertweighttp be r thsserointinit   lrequ"
     "odulpeliipelatortch_onalroup or alsedel_Licerans == groupoinrate_emb = toderdtypdefa"
     "atesate__par out\nfroing_  ty"},
    {245,
     "enerting  pritiotepsched= ses thfloanera res comscris://rocespecscalddeniddectorncod"
     "ttpsocespipetps:blocps:/f thringhidd imahis cripriptt\n  ansf_nam Lic()\n gradrgs."
     "\"\"\n  datfereratierenFalsratoalleaten val   o sta frotranof t namnsfosforencoize "
     "elseent ion:er tThe therback assinstnstaprocert orma )\n kwardist pren th elseque"
     "n_state stangene),\n ] = atass noden_rameTens  fokpoickpoeckp   hputsage turecale"
     " arghe L  elject_stes toest_equi reqloat  cosamp_dicon: _patone,rencinerinine Lielf,"
     "asettaseage_loss  assingormerankquirheduedultive_len   buiree inmax_aini desr = modu"
     "der ch_sache tharmerptimtribescr}\n  e)\n descrall Theen_sribuibuted tpert inpward"
     "expe_prenormated as s,\n del aralnce_llelabel_arg  patainnce call.comsed ipti tes"
     "h_siheadinteype=lf._ons he segatengtngthscheis nffusiffu####ame rroristr   wdiff_mas"
     "one  distatid tofig.ddinnter expent_buteersitimit to_attmpt_lf, ing\nhat  on imiz"},
    {172,
     "_layor t= toers .conare nfer_outthisthatwargulershar thieterageslengext_nizeumen, de"
     "g\n  =Truain_ = [workbedsover battrin set  in_tokrams_dimutedlocatial getmize: st"
     "kenienizecti  molabee_pr\", \"arge_ima atthardion.ock_ by  areted_rsioes =tancarse"
     "elf)com/oper_datster\ndefestetartass \")\n  file co log   gModen\n  amese_di keyerne"
     "indet in tokne,\nmethher .getamet = Nput (httd\n  ng\n \n  -or ithubithuparsgith"
     "\nimp= No: in  loe is_tra )\n\n](htalizt_eminedstar alling. ranaturng tble bjecin t"
     "ef _one:ginge fo devyers_typrmatder__shaluesinfeused_ids.\n\n lse:beddimesconvonte"
     " perdatene:\n  tose:\ness _tenhub.mete patnit_s)\n r\n  t thhe cset  opt))\n es t"
     "condpecirgumgume speativkensghtst isange cheourcusercorechan ->  maxurcee: s_rannder"
     "_inpnts ', 's an runuse Valuntai.shacommggint Noter ountacti_dirot Nlectresurue,use_"
     "ive_basectedontalingpt_eto t gen = nobjeadd_"},
    {122,
     "edditersise e torget_groocalversfeat_inindexype o thloggader sha\n\ndeultsemene re"
     "d =  samill appeactor,\n  youdel.Erros in_scautilundenodevideper_fuseter_ lens.\n "
     "out_quen],\n  lisset_  nues:\nnablrente ofxperacce, semestcepted.\nientif salidsave"
     "  ma whe_batize,t,\n ame:_gra und dtysours imtrueeaturopetarg an reat\n\n\ndsultargu"
     "_perall isioditiingsieldesul tenlen(nse _valred ired texes, ile ectefunc   Taiseecif"
     "presusio  tr timtes er = matpended b   v_to_Optiecodone\ners.ght fusi  rarue\n ins"
     " latserv) ->.Ten://g/gitbiasressgatixamp obj pip   |oade//gipredef ty\n  Pipekube"
     "lf.ctablch.Th.Ted inf):\nhe plf):th tvalied i }}\nlizehen _blob.cof seint anneinfo"
     "inalattncatemberl = decoub.c=Falpropacke Trus re = ptor ntro()\n\nuencts =f tee):\n"
     ".addprojpatcraislf.a lay wilore willulti graitemrninniti_fil)\n\n\nata_ Fal  ims fo"
     "tricetriositartiif n htt  steatemainrectghtnrware anrraymeta cantninhtniapplboolts t"
     "pect_seqs is actorwa supontrtempnegaleracachquesumbeve_puestounds a storethef no"
     "e\n\n er o.modhannectonnel acc   @om t met hidnearer, tilssequattroad_retrint(rom_"
     "n: |=Nont_idctivprefConflorabelsble_ appeed iterolloor art ticat   1cifiisinonlyifie"
     "#\n# posi calineapaddnels_hea wei\n```tractcheforwue\n _key  ou_ind\n#\n#mpliples"
     "]\n\n  trunoisrese  | nce(enabrangstraggeron t   ume:   wipeede)\n\n.tra\": \"te_d"
     "d byitialse, raicceles alse evalceleeler = louldmatc repolumfinecuda  lanver grorser"
     "impl0\n  out  stetch he mcoun\"\n\n al_sexam_chesor_s):\nhelp_enc_weilf.tunctread"
     "e moarra  exTeste_stpdat_infntex infr ofiali1\n    Thdelsethoh ththodard_ masnly "
     "he t   Aervetage-\n  siticreat ofode _idx_lis{\n  ariaend(  teath guidfferaddi_cla"
     "mputompu_for = mate( mayon_mg thping Optoggen_masersytes = crefis arlf.smultspacideo"
     "catin = metr   xzerologiraphine you if i}}\n  0.0pe =t_pales sor    kplic_chaall_"
     " seqcal_idtheErr.appt berandicesprec.\"\"\"pacessesetrae wided widt hasze, ():\nhe f"
     "t(\n trol blo (\n ne\n may  = {t_died oain e pruld ber Dataror( dimrighfactParaext "
     "fielust part_rese.\n ppenupdaed f_logrtedest _comrinte de  baonve, repliteadsnal "
     " add"},
}};

}  // namespace

std::span<const CommonWindows> common_windows() {
    return windows;
}

}  // namespace trainlint::generate
