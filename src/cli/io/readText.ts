import { open } from "node:fs/promises";
import { resolve } from "node:path";
import { utf8Text } from "../../host/index.ts";
import { fileProblem } from "./fileProblem.ts";
import type { Io } from "./io.ts";

/**
 * Limit on the bytes that are read of a file named on the command line. Without it, reading a device such as
 * /dev/zero would never end.
 */
const MAX_BYTES = 64 * 2 ** 20;

/**
 * Text of a file or, for `-`, of standard input, without a byte-order mark. A problem is returned as a
 * sentence.
 */
export async function readText(
  operand: string,
  io: Io,
): Promise<{ readonly text: string } | { readonly problem: string }> {
  const shown = operand === "-" ? "standard input" : operand;
  let bytes: Uint8Array | null;
  try {
    bytes = operand === "-" ? await io.readStdin() : await read(resolve(io.cwd, operand));
  } catch (error) {
    return { problem: fileProblem(operand, error) };
  }
  if (bytes === null) return { problem: `${shown} is longer than ${MAX_BYTES / 2 ** 20} MiB` };
  const decoded = utf8Text(bytes);
  if ("text" in decoded) return decoded;
  return {
    problem: `${shown} is not UTF-8 text (${decoded.notText}); save it as UTF-8, for example with iconv -f latin1 -t utf-8; replace latin1 by the encoding of the file`,
  };
}

/** Content of a file. null where it is longer than the limit. */
async function read(path: string): Promise<Uint8Array | null> {
  const file = await open(path, "r");
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of file.createReadStream({ highWaterMark: 2 ** 18, end: MAX_BYTES })) {
    chunks.push(chunk);
    length += chunk.length;
  }
  return length > MAX_BYTES ? null : Buffer.concat(chunks);
}
