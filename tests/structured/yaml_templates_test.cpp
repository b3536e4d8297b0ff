#include "frontends/structured/templates.hpp"

#include "support.hpp"

using namespace trainlint;
using namespace trainlint::structured;
using namespace trainlint::structured::tests;

TEST_CASE("a template costs its value") {
    CHECK(yaml("a: {{ .Values.x }}\nb: 1\n") == R"({a: ?"@", b: 1})");
    CHECK(yaml("a: \"{{ .Values.x }}\"\nb: '{{ y }}z'\n") == R"({a: ?"@", b: ?"@z"})");
    CHECK(yaml("a: {{ .x }}:{{ .y }} # c\nb: p-{{ a: b }}\n") == R"({a: ?"@:@", b: ?"p-@"})");
    CHECK(yaml("a: [{{ x }}, 1, q{{ y, z }}]\n") == R"({a: [?"@", 1, ?"q@"]})");
    CHECK(yaml("a: {b: {{ x }}, c: {}}\n") == R"({a: {b: ?"@", c: {}}})");
    CHECK(yaml("run: echo ${{ matrix.gpu }} x\n") == R"({run: ?"echo @ x"})");
    CHECK(yaml("a: |\n  x {{ y }}\n  {% if z %}\n") == "{a: ?\"x @\n@\n\"}");
    CHECK(yaml("a: {% if x %}1{% else %}2{% endif %}\n") == R"({a: ?"@1@2@"})");
    CHECK(yaml("{{ .x }}: 1\np-{{ .y }}: 2\n") == "{@: 1, p-@: 2}");
    CHECK(yaml("- {{ x }}\n- b\n") == R"([?"@", "b"])");
    CHECK(yaml("a: {{ x }}\n") == R"({a: ?"@"})");
}

TEST_CASE("quotes inside a template do not end the scalar around it") {
    CHECK(yaml("a: \"{{ include \"name\" . }}-x\"\nb: 1\n") == R"({a: ?"@-x", b: 1})");
    CHECK(yaml("a: ['{{ f 'x' }}', b]\nc: 1\n") == R"({a: [?"@", "b"], c: 1})");
    CHECK(yaml("a: [\"{{\", \"}}\"]\n") == R"({a: ["{{", "}}"]})");
    CHECK(yaml("a: \"{{\"\nb: \"}}\"\n") == R"({a: "{{", b: "}}"})");
}

TEST_CASE("a template on its own line is a member of unknown value") {
    CHECK(yaml("env:\n  {{- toYaml .Values.env | nindent 2 }}\nb: 1\n") == R"({env: ?"@", b: 1})");
    CHECK(yaml("env:\n{{ toYaml .Values.env | indent 2 }}\nb: 1\n") == R"({env: ?"@", b: 1})");
    CHECK(yaml("a:\n  b: 1\n  {{- include \"x\" . | nindent 2 }}\nc: 2\n") ==
          R"({a: {b: 1, @: ?"@"}, c: 2})");
    CHECK(yaml("a:\n  - b\n  {{- toYaml .x | nindent 2 }}\nc: 2\n") == R"({a: ["b", ?"@"], c: 2})");
    CHECK(yaml("a:\n  b:\n    c: 1\n{{ include \"x\" . | indent 2 }}\nd: 1\n") ==
          R"({a: {b: {c: 1}, @: ?"@"}, d: 1})");
    CHECK(yaml("{{ include \"x\" . }}\n") == R"(?"@")");
    CHECK(yaml("{{- include \"x\" . }}\na: 1\n") == R"({@: ?"@", a: 1})");
}

TEST_CASE("conditions, comments and assignments of a template leave the rest as it is") {
    CHECK(
        yaml(
            "{{- if .x }}\na: 1\n{{- end }}\n{{/* note\n over lines */}}\n{{ $y := 1 }}\nb: 2\n") ==
        "{a: 1, b: 2}");
    CHECK(yaml("{% for x in y %}\n- a\n{% endfor %}\n{# note #}\n") == R"(["a"])");
    CHECK(yaml("a:\n  {{- with .x }}\n  b: 1\n  {{- end }}\nc: 2\n") == "{a: {b: 1}, c: 2}");
}

TEST_CASE("of two values under conditions nobody knows which one holds") {
    CHECK(yaml("{{ if .x }}\na: 1\n{{ else }}\na: 2\n{{ end }}\nb: 3\n") ==
          R"({a: ?"1", a: ?"2", b: 3})");
    const std::string text =
        "a: 1\n{{ if .x }}\nb: 2\n{{ if .y }}\nc: 3\n{{ end }}\n{{ end }}\nd: 4\n";
    const Tree tree = read(text, Language::yaml);
    REQUIRE(tree.conditional.size() == 1);
    CHECK(slice(text, tree.conditional[0]) ==
          "{{ if .x }}\nb: 2\n{{ if .y }}\nc: 3\n{{ end }}\n{{ end }}");
}

TEST_CASE("lines of a template inside a block scalar may be less indented") {
    const std::string text =
        "data:\n  a.sh: |\n    one\n{{- if .x }}\n    two\n{{- end }}\n  b: 1\n";
    const Tree tree = read(text, Language::yaml);
    CHECK(tree.faults.empty());
    CHECK(show(tree) == "{data: {a.sh: ?\"one\n@\ntwo\n\", b: 1}}");
    CHECK(yaml("a:\n- |\n{{- if .x }}\n  two\n{{- end }}\nb: 1\n") == "{a: [?\"@\ntwo\n\"], b: 1}");
}

TEST_CASE("holes of the text around are unknown too") {
    const std::string hole(text::hole_text);
    CHECK(yaml("a: " + hole + "\nb: x" + hole + "y\n") == R"({a: ?"@", b: ?"x@y"})");
    CHECK(show(read("{\"a\": \"" + hole + "\", \"b\": \"{{ x }}\"}", Language::json)) ==
          R"({a: ?"@", b: ?"@"})");
}

TEST_CASE("actions of templates") {
    TemplateActions actions("${{ a }} {{ {% b %} {# c #} {{ d");
    const auto first = actions.next(0, 33);
    REQUIRE(first);
    CHECK(*first == text::Span{0, 8});
    CHECK_FALSE(TemplateActions("{{ x").next(0, 4));
    CHECK_FALSE(TemplateActions("{{ x }}").next(0, 6));
    CHECK(control_of("{{- if x }}") == Control::begin);
    CHECK(control_of("{%- for x in y -%}") == Control::begin);
    CHECK(control_of("{{ else }}") == Control::none);
    CHECK(control_of("{{ end }}") == Control::end);
    CHECK(control_of("{% endfor %}") == Control::end);
    CHECK(writes_output("{{ .Values.x }}"));
    CHECK(writes_output("{{ $x }}"));
    CHECK(writes_output("{{ printf \"%s=%s\" $k $v }}"));
    CHECK_FALSE(writes_output("{{ $x := 1 }}"));
    CHECK_FALSE(writes_output("{{- /* note */ -}}"));
    CHECK_FALSE(writes_output("{% set x = 1 %}"));
    CHECK(indentation_of("{{ toYaml . | nindent 12 }}") == 12u);
    CHECK_FALSE(indentation_of("{{ toYaml . }}"));
}
