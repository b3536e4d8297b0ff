// Runs cpython_dump.py under the CPython of the npm package pyodide.
// usage: node pyodide_dump.mjs FOLDER_OF_NODE_MODULES
import { readFileSync, readSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const require = createRequire(resolve(process.argv[2], "node_modules", "x"));
const folder = dirname(require.resolve("pyodide/package.json"));
const { loadPyodide } = await import(pathToFileURL(join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder + "/" });
const script = join(dirname(fileURLToPath(import.meta.url)), "cpython_dump.py");
python.globals.set("__name__", "cpython_dump");
python.runPython(readFileSync(script, "utf8"));
const dump = python.globals.get("dump");

let pending = Buffer.alloc(0);

/** At least `size` bytes from standard input, or all that is left. */
function fill(size) {
    const parts = [pending];
    let have = pending.length;
    const chunk = Buffer.alloc(1 << 16);
    while (have < size) {
        let got;
        try {
            got = readSync(0, chunk, 0, chunk.length, null);
        } catch (error) {
            if (error.code === "EAGAIN") continue;
            if (error.code === "EOF") break;
            throw error;
        }
        if (got === 0) break;
        parts.push(Buffer.from(chunk.subarray(0, got)));
        have += got;
    }
    pending = Buffer.concat(parts);
}

function take(size) {
    fill(size);
    const taken = pending.subarray(0, size);
    pending = pending.subarray(size);
    return taken;
}

/** The next line; null at the end of the input. */
function line() {
    for (;;) {
        const end = pending.indexOf(10);
        if (end >= 0) return take(end + 1).toString("latin1", 0, end);
        const before = pending.length;
        fill(before + 1);
        if (pending.length === before) return null;
    }
}

function write(bytes) {
    for (let done = 0; done < bytes.length; ) {
        try {
            done += writeSync(1, bytes, done);
        } catch (error) {
            if (error.code !== "EAGAIN") throw error;
        }
    }
}

write(Buffer.from(python.runPython("version()") + "\n"));
for (let size = line(); size !== null; size = line()) {
    const source = python.toPy(new Uint8Array(take(Number(size))));
    const bytes = python.runPython("bytes")(source);
    const answer = dump(bytes);
    const [errors, text] = [answer.get(0), Buffer.from(answer.get(1), "utf8")];
    for (const proxy of [answer, bytes, source]) proxy.destroy();
    write(Buffer.concat([Buffer.from(`${errors} ${text.length}\n`), text]));
}
