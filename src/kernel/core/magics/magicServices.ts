import type { Evaluation } from "../evaluation/evaluation.ts";
import type { MimeBundle } from "../evaluation/mimeBundle.ts";
import type { Magic } from "./magic.ts";
import { magics } from "./magics.ts";
import { readMagics, type WrittenMagic } from "./readMagics.ts";

type Completion = ReturnType<Evaluation["session"]["complete"]>;

/**
 * Completions at a cursor in a magic's line or in a cell magic's body. null where the cursor is in the
 * language's text.
 */
export async function completeMagic(
  text: string,
  offset: number,
  evaluation: Evaluation,
): Promise<Completion | null> {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const [, sign = "", name = "", blank = "", argument = ""] =
    /^\s*(%{1,2})(\w*)(?:(\s+)(.*))?$/.exec(line) ?? [];
  const read = readMagics(text, "cell");
  if (read.kind === "cell magic" && offset >= read.magic.bodyStart) {
    const services = magics.find((one) => one.kind === "cell" && one.name === read.magic.name)?.services;
    if (!services) return { start: offset, end: offset, items: [] };
    const from = read.magic.bodyStart;
    const found = await services.complete(read.magic.body, offset - from, evaluation);
    return { ...found, start: found.start + from, end: found.end + from };
  }
  if (sign === "") return null;
  if (blank === "") {
    const start = offset - name.length - sign.length;
    const items = magics
      .map((magic) => ({ magic, text: `${magic.kind === "line" ? "%" : "%%"}${magic.name}` }))
      .filter((one) => one.text.startsWith(`${sign}${name}`) && canStand(one.magic, text, start))
      .map(({ magic, text }) => ({
        text,
        kind: "keyword" as const,
        detail: magic.signature,
        doc: magic.doc,
      }));
    return { start, end: offset, items };
  }
  const magic = magics.find((one) => one.name === name);
  const items = [...(magic?.words ?? [])]
    .filter(([word]) => word.startsWith(argument))
    .map(([word, doc]) => ({ text: word, kind: "keyword" as const, detail: magic?.signature ?? "", doc }));
  return { start: offset - argument.length, end: offset, items };
}

/**
 * True where a magic can be written at an offset: a line magic on any line, a cell magic only on the first.
 */
function canStand({ kind }: Magic, text: string, start: number): boolean {
  return kind === "line" || text.slice(0, start).trim() === "";
}

/**
 * Hover text at a cursor in a magic's line or in a cell magic's body. null where the cursor is in the
 * language's text.
 */
export async function inspectMagic(
  text: string,
  offset: number,
  evaluation: Evaluation,
): Promise<MimeBundle | null> {
  const read = readMagics(text, "cell");
  const written = read.kind === "cell magic" ? [read.magic] : [...read.before, ...read.after];
  const kind = read.kind === "cell magic" ? "cell" : "line";
  const at = written.find(({ span }) => span.start <= offset && offset <= span.end);
  if (at) {
    const magic = magics.find((one) => one.kind === kind && one.name === at.name);
    if (!magic) return {};
    const words = [...(magic.words ?? [])].map(([word, doc]) => `${word}: ${doc}`);
    return { "text/plain": [magic.signature, magic.doc, ...words].join("\n") };
  }
  if (read.kind !== "cell magic") return null;
  const services = magics.find((one) => one.kind === "cell" && one.name === read.magic.name)?.services;
  return (await services?.inspect(read.magic.body, offset - read.magic.bodyStart, evaluation)) ?? {};
}

/**
 * Answer to a console whether a cell magic's body is complete. An unknown magic counts as complete, because
 * running it reports the error.
 */
export async function isCompleteMagic(
  { name, body }: WrittenMagic,
  evaluation: Evaluation,
): Promise<ReturnType<Evaluation["session"]["isComplete"]>> {
  const services = magics.find((one) => one.kind === "cell" && one.name === name)?.services;
  return (await services?.isComplete(body, evaluation)) ?? { status: "complete", indent: "" };
}
