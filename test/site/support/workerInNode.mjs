// Runs the runtime's built worker in Node: `node workerInNode.mjs WORKER PROGRAM...`. Prints the events and answers of the
// programs as JSON. Nothing of a page is here but messages and `importScripts`.
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { runInThisContext } from "node:vm";

const [worker, ...programs] = process.argv.slice(2);
const listeners = [];
const heard = [];
let open = programs.length;
const run = (path) => runInThisContext(readFileSync(path, "utf8"), { filename: path });
Object.assign(globalThis, {
  location: { href: pathToFileURL(worker).href },
  addEventListener: (_, listener) => listeners.push(listener),
  importScripts: (url) => run(fileURLToPath(url)),
  postMessage(message) {
    if (message.kind !== "event" || message.event.kind !== "progress") heard.push(message);
    if (message.kind === "failed" || (message.kind === "answer" && --open === 0))
      process.stdout.write(JSON.stringify(heard));
  },
});
run(worker);
const send = (data) => {
  for (const listener of listeners) listener({ data });
};
const stop = { kind: "none" };
send({ kind: "hello", protocol: 1, parts: {}, probe: stop });
programs.forEach((path, id) => {
  const text = readFileSync(path, "utf8");
  send({ kind: "request", id, call: { name: "run", with: { text, name: path, mode: "file" } }, stop });
});
