// Requests of the benchmark and the soak test to a kernel, and a first cell.
import { createHmac, randomUUID } from "node:crypto";

/** First cell, which defines `p` and `base` for later ones. */
export const plan = `import selene from "std/clusters"
import gpt3_175b from "std/models"
plan p {
  tp = 8
  pp = 8
  sequence_parallel = true
  seq_len = 2_048
  micro_batch = 1
  global_batch = 64 sequences
}
let base = gpt3_175b on (selene with { nodes = 8 }) with p`;

/** Sends a request over a shell socket. Resolves to the content of its reply. */
export async function ask(socket, key, type, content) {
  const header = {
    msg_id: randomUUID(),
    msg_type: type,
    session: "measure",
    username: "measure",
    date: new Date().toISOString(),
    version: "5.4",
  };
  const parts = [header, {}, {}, content].map((part) => JSON.stringify(part));
  const hmac = createHmac("sha256", key);
  for (const part of parts) hmac.update(part);
  await socket.send(["<IDS|MSG>", hmac.digest("hex"), ...parts]);
  for await (const frames of socket) {
    const at = frames.findIndex((frame) => frame.toString() === "<IDS|MSG>");
    if (JSON.parse(frames[at + 3].toString()).msg_id === header.msg_id)
      return JSON.parse(frames[at + 5].toString());
  }
}
