// The server, driven by the client libraries that editors use.
const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { after, test: plainTest } = require('node:test');
const { Client, apply, binary, killAll, lsp, project, rpc } = require('./client.cjs');

const test = (name, run) => plainTest(name, { timeout: 60000 }, run);
after(killAll);

const hang = [
  'import torch.distributed as dist',
  '',
  'def save(path):',
  '    if dist.get_rank() == 0:',
  '        print("é 😀", path); dist.barrier()',
  ''].join('\n');

test('agrees on the first encoding of the list that it knows', async () => {
  const folder = project({});
  for (const [asked, agreed] of [[['utf-32', 'utf-8'], 'utf-32'], [['utf-7', 'utf-8'], 'utf-8'],
                                 [undefined, 'utf-16']]) {
    const client = new Client();
    const { capabilities } = await client.initialize(folder, asked);
    assert.strictEqual(capabilities.positionEncoding, agreed);
    assert.strictEqual(await client.stop(), 0);
  }
});

test('pushes diagnostics with related places, in the encoding agreed on', async () => {
  const folder = project({ 'train.py': hang });
  const file = path.join(folder, 'train.py');
  const columns = { 'utf-8': 36, 'utf-16': 33, 'utf-32': 32 };
  const line = hang.split('\n')[4];
  columns['utf-8'] = Buffer.byteLength(line.slice(0, line.indexOf('dist')));
  columns['utf-16'] = line.indexOf('dist');
  columns['utf-32'] = [...line.slice(0, line.indexOf('dist'))].length;
  for (const [encoding, column] of Object.entries(columns)) {
    const client = new Client();
    await client.initialize(folder, [encoding]);
    await client.open(file, hang);
    const { diagnostics } = await client.diagnostics(file, 1);
    assert.strictEqual(diagnostics.length, 1);
    assert.strictEqual(diagnostics[0].code, 'collective-that-some-ranks-skip');
    assert.deepStrictEqual(diagnostics[0].range.start, { line: 4, character: column });
    assert.strictEqual(diagnostics[0].relatedInformation[0].location.range.start.line, 3);
    await client.stop();
  }
});

test('follows incremental changes, and clears what is closed', async () => {
  const folder = project({ 'train.py': hang });
  const file = path.join(folder, 'train.py');
  const client = new Client();
  await client.initialize(folder);
  await client.open(file, hang);
  assert.strictEqual((await client.diagnostics(file, 1)).diagnostics.length, 1);
  await client.change(file, 2, [
    { range: { start: { line: 3, character: 4 }, end: { line: 3, character: 28 } }, text: 'if True:' }]);
  assert.deepStrictEqual((await client.diagnostics(file, 2)).diagnostics, []);
  for (let version = 3; version < 40; ++version)
    await client.change(file, version, [{ text: hang.replace('0', String(version % 2)) }]);
  await client.change(file, 40, [{ text: hang }]);
  assert.strictEqual((await client.diagnostics(file, 40)).diagnostics.length, 1);
  await client.close(file);
  const cleared = await client.diagnostics(file, undefined);
  assert.deepStrictEqual(cleared.diagnostics, []);
  assert.strictEqual(await client.stop(), 0);
});

test('links an unsaved script with the launch file on the disk', async () => {
  const script = 'import argparse\nimport torch.distributed as dist\n' +
    'parser = argparse.ArgumentParser()\nparser.add_argument("--lr")\nparser.parse_args()\n';
  const folder = project({ 'run.sh': 'torchrun --nproc_per_node=2 train.py --lr 1\n',
                           'train.py': script });
  const launch = path.join(folder, 'run.sh');
  const client = new Client();
  await client.initialize(folder);
  await client.open(launch, fs.readFileSync(launch, 'utf8'));
  assert.deepStrictEqual((await client.diagnostics(launch, 1)).diagnostics, []);
  await client.open(path.join(folder, 'train.py'), script.replace('--lr', '--rate'), 7);
  await client.diagnostics(path.join(folder, 'train.py'), 7);
  await client.change(launch, 2, [{ text: 'torchrun --nproc_per_node=2 train.py --lr 2\n' }]);
  const { diagnostics } = await client.diagnostics(launch, 2);
  assert.deepStrictEqual(diagnostics.map((one) => one.code), ['option-the-script-refuses']);
  await client.stop();
});

test('offers a quick fix whose edit removes the finding', async () => {
  const text = 'python -m torch.distributed.launch --use_env \\\n    --nproc_per_node=2 train.py\n';
  const folder = project({ 'run.sh': text });
  const file = path.join(folder, 'run.sh');
  const client = new Client();
  await client.initialize(folder);
  await client.open(file, text);
  const { diagnostics } = await client.diagnostics(file, 1);
  const actions = await client.actions(file, diagnostics[0].range);
  assert.strictEqual(actions.length, 1);
  const [change] = actions[0].edit.documentChanges;
  assert.strictEqual(change.textDocument.version, 1);
  const fixed = apply(text, change.edits);
  assert.strictEqual(fixed, 'torchrun \\\n    --nproc_per_node=2 train.py\n');
  await client.change(file, 2, [{ text: fixed }]);
  assert.deepStrictEqual((await client.diagnostics(file, 2)).diagnostics, []);
  await client.stop();
});

test('answers a cancelled request with the code for it', async () => {
  const files = {};
  for (let i = 0; i < 400; ++i) files[`train_${i}.py`] = hang.repeat(50);
  const folder = project(files);
  const file = path.join(folder, 'train_0.py');
  const client = new Client();
  await client.initialize(folder);
  await client.open(file, hang.repeat(50));
  const source = new rpc.CancellationTokenSource();
  const asked = client.actions(file, { start: { line: 0, character: 0 },
                                       end: { line: 1, character: 0 } }, source.token);
  source.cancel();
  await assert.rejects(asked, (error) => error.code === lsp.LSPErrorCodes.RequestCancelled);
  assert.strictEqual(await client.stop(), 0);
});

test('refuses what it does not know, and goes on', async () => {
  const folder = project({ 'train.py': hang });
  const file = path.join(folder, 'train.py');
  const client = new Client();
  await assert.rejects(client.actions(file, { start: { line: 0, character: 0 },
                                              end: { line: 0, character: 0 } }),
                       (error) => error.code === -32002);
  await client.initialize(folder);
  await assert.rejects(client.connection.sendRequest('no/such', {}),
                       (error) => error.code === rpc.ErrorCodes.MethodNotFound);
  await client.change(file, 2, [{ text: 'never opened' }]);
  await client.open(file, hang, 3);
  assert.strictEqual((await client.diagnostics(file, 3)).diagnostics.length, 1);
  client.process.stdin.write('Content-Length: 5\r\n\r\n{"a":');
  await client.change(file, 4, [{ text: '' }]);
  assert.deepStrictEqual((await client.diagnostics(file, 4)).diagnostics, []);
  assert.strictEqual(await client.stop(), 0);
});

test('ends with status 1 if it was not shut down first', async () => {
  const client = new Client();
  await client.initialize(project({}));
  await client.connection.sendNotification(lsp.ExitNotification.type);
  assert.strictEqual(await client.exited, 1);
  client.connection.dispose();
});

test('finds in open files what check finds', async () => {
  const examples = path.join(__dirname, '../../examples');
  for (const job of fs.readdirSync(examples)) {
    const folder = path.join(examples, job, 'broken');
    if (!fs.existsSync(folder)) continue;
    const { findings } = JSON.parse(execFileSync(
      binary, ['check', '--root', folder, '--exit-zero', '--output-format', 'json', '.'],
      { cwd: folder }));
    const copy = project(Object.fromEntries(fs.readdirSync(folder).map(
      (name) => [name, fs.readFileSync(path.join(folder, name), 'utf8')])));
    const client = new Client();
    await client.initialize(copy);
    let count = 0;
    for (const name of fs.readdirSync(folder)) {
      const file = path.join(copy, name);
      await client.open(file, fs.readFileSync(file, 'utf8'));
      const { diagnostics } = await client.diagnostics(file, 1);
      const expected = findings.filter((one) => one.file === name)
        .map((one) => `${one.rule} ${one.message}`).sort();
      assert.deepStrictEqual(diagnostics.map((one) => `${one.code} ${one.message}`).sort(), expected);
      count += expected.length;
    }
    assert.ok(count > 3, `${job}: ${count}`);
    assert.strictEqual(await client.stop(), 0);
  }
});

test('counts the places of many findings and many changes of a large file once', async () => {
  const folder = project({});
  const file = path.join(folder, 'train.py');
  const many = 5000;
  const text = 'import torch\n' + 'torch.distributed.reduce_op\n'.repeat(many);
  const client = new Client();
  await client.initialize(folder);
  await client.open(file, text);
  const all = (await client.diagnostics(file, 1)).diagnostics;
  assert.strictEqual(all.length, many);
  assert.deepStrictEqual(all.at(-1).range.start, { line: many, character: 0 });
  // Each at the end of the text, and one that lies beyond it.
  const changes = [];
  for (let i = 0; i < 2000; ++i) {
    const end = { line: many + 1 + i, character: 0 };
    changes.push({ range: { start: end, end }, text: '#\r\n' });
  }
  const beyond = { line: 4000000000, character: 7 };
  changes.push({ range: { start: beyond, end: beyond }, text: 'torch.distributed.reduce_op' });
  await client.change(file, 2, changes);
  const after = (await client.diagnostics(file, 2)).diagnostics;
  assert.strictEqual(after.length, many + 1);
  assert.deepStrictEqual(after.at(-1).range.start, { line: many + 2001, character: 0 });
  assert.strictEqual(await client.stop(), 0);
});
