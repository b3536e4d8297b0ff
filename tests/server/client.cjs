// A language client over the server's standard streams, and a project in a temporary folder.
const { spawn } = require('node:child_process');
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');
const { pathToFileURL } = require('node:url');
const lsp = require('vscode-languageserver-protocol/node');
const rpc = lsp;  // it passes on all of vscode-jsonrpc

const binary = process.env.TRAINLINT;
if (!binary) throw new Error('TRAINLINT must name the binary');

/** Writes {name: text} into a new folder that is its own project root. */
function project(files) {
  const folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'trainlint-server-'));
  fs.writeFileSync(path.join(folder, 'trainlint.toml'), 'root = true\n');
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

const running = new Set();
/** Ends servers that a failed test left behind. */
function killAll() {
  for (const one of running) one.kill();
}

class Client {
  constructor() {
    this.process = spawn(binary, ['server'], { stdio: ['pipe', 'pipe', 'inherit'] });
    running.add(this.process);
    this.exited = new Promise((resolve) => this.process.on('exit', (status) => {
      running.delete(this.process);
      resolve(status);
    }));
    this.connection = rpc.createMessageConnection(
      new rpc.StreamMessageReader(this.process.stdout),
      new rpc.StreamMessageWriter(this.process.stdin));
    this.published = [];
    this.waiting = [];
    this.connection.onNotification(lsp.PublishDiagnosticsNotification.type, (params) => {
      this.published.push(params);
      this.waiting = this.waiting.filter((one) => !one(params));
    });
    this.connection.listen();
  }

  initialize(folder, encodings) {
    return this.connection.sendRequest(lsp.InitializeRequest.type, {
      processId: process.pid,
      rootUri: pathToFileURL(folder).href,
      workspaceFolders: null,
      capabilities: encodings ? { general: { positionEncodings: encodings } } : {},
    });
  }

  open(file, text, version = 1) {
    return this.connection.sendNotification(lsp.DidOpenTextDocumentNotification.type, {
      textDocument: { uri: pathToFileURL(file).href, languageId: 'plaintext', version, text },
    });
  }

  change(file, version, contentChanges) {
    return this.connection.sendNotification(lsp.DidChangeTextDocumentNotification.type, {
      textDocument: { uri: pathToFileURL(file).href, version }, contentChanges,
    });
  }

  close(file) {
    return this.connection.sendNotification(lsp.DidCloseTextDocumentNotification.type, {
      textDocument: { uri: pathToFileURL(file).href },
    });
  }

  actions(file, range, token) {
    return this.connection.sendRequest(lsp.CodeActionRequest.type, {
      textDocument: { uri: pathToFileURL(file).href }, range, context: { diagnostics: [] },
    }, token);
  }

  /** The next diagnostics of a file and version, also if they came already. */
  diagnostics(file, version) {
    const uri = pathToFileURL(file).href;
    const fits = (params) => params.uri === uri && params.version === version;
    const there = this.published.find(fits);
    if (there) return Promise.resolve(there);
    return new Promise((resolve) => {
      this.waiting.push((params) => fits(params) && (resolve(params), true));
    });
  }

  async stop() {
    await this.connection.sendRequest(lsp.ShutdownRequest.type);
    await this.connection.sendNotification(lsp.ExitNotification.type);
    const status = await this.exited;
    this.connection.dispose();
    return status;
  }
}

/** The text after edits whose characters are UTF-16 units. */
function apply(text, edits) {
  const lines = text.split('\n');
  const offset = ({ line, character }) =>
    lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, 0) + character;
  const sorted = [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start));
  for (const edit of sorted)
    text = text.slice(0, offset(edit.range.start)) + edit.newText + text.slice(offset(edit.range.end));
  return text;
}

module.exports = { Client, apply, binary, killAll, lsp, project, rpc };
