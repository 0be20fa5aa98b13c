import { StringDecoder } from "node:string_decoder";

/** Cuts chunks of bytes into lines. A line is whatever precedes a line feed; UTF-8 letters may be cut by chunks. */
export function lineReader(line: (text: string) => void): (chunk: Uint8Array) => void {
  const decoder = new StringDecoder("utf8");
  let parts: string[] = [];
  return (chunk) => {
    const pieces = decoder.write(Buffer.from(chunk)).split("\n");
    const last = pieces.pop() ?? "";
    for (const piece of pieces) {
      parts.push(piece);
      line(parts.join(""));
      parts = [];
    }
    if (last !== "") parts.push(last);
  };
}
