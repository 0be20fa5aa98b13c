import type { Evaluation } from "../evaluation/evaluation.ts";
import type { MimeBundle } from "../evaluation/mimeBundle.ts";
import { completeMagic, inspectMagic, isCompleteMagic } from "../magics/magicServices.ts";
import { readMagics } from "../magics/readMagics.ts";
import type { JsonObject } from "../protocol/message.ts";
import { fromCodePoints, toCodePoints } from "./codePoints.ts";

/** Answers to an editor's requests while the user types. Cursors are sent in code points. */

export async function completeReply(content: JsonObject, evaluation: Evaluation): Promise<JsonObject> {
  const { code, offset } = cursor(content);
  const { start, end, items } =
    (await completeMagic(code, offset, evaluation)) ??
    evaluation.session.complete(withoutMagics(code), offset);
  const cursorStart = toCodePoints(code, start);
  const cursorEnd = toCodePoints(code, end);
  return {
    status: "ok",
    matches: items.map((item) => item.text),
    cursor_start: cursorStart,
    cursor_end: cursorEnd,
    metadata: {
      // JupyterLab shows the kind as an icon and the signature next to the name.
      _jupyter_types_experimental: items.map((item) => ({
        text: item.text,
        type: item.kind,
        signature: item.detail,
        documentation: item.doc,
        start: cursorStart,
        end: cursorEnd,
      })),
    },
  };
}

export async function inspectReply(content: JsonObject, evaluation: Evaluation): Promise<JsonObject> {
  const { code, offset } = cursor(content);
  const magic = await inspectMagic(code, offset, evaluation);
  if (magic) return { status: "ok", found: Object.keys(magic).length > 0, data: magic, metadata: {} };
  const document = evaluation.session.inspect(withoutMagics(code), offset);
  if (!document) return { status: "ok", found: false, data: {}, metadata: {} };
  return { status: "ok", found: true, data: joined(await evaluation.bundles(document)), metadata: {} };
}

export async function isCompleteReply(content: JsonObject, evaluation: Evaluation): Promise<JsonObject> {
  const read = readMagics(String(content.code ?? ""), "cell");
  const { status, indent } =
    read.kind === "cell magic"
      ? await isCompleteMagic(read.magic, evaluation)
      : evaluation.session.isComplete(read.code);
  return status === "incomplete" ? { status, indent } : { status };
}

/** Text of a cell with magic lines blanked, so that offsets in the text do not change. */
function withoutMagics(text: string): string {
  const read = readMagics(text, "cell");
  return read.kind === "code" ? read.code : "";
}

function cursor(content: JsonObject): { readonly code: string; readonly offset: number } {
  const code = String(content.code ?? "");
  const position = typeof content.cursor_pos === "number" ? content.cursor_pos : Number.POSITIVE_INFINITY;
  return { code, offset: fromCodePoints(code, position) };
}

/** Mime bundles joined into one for a tooltip: texts of one type follow each other. */
function joined(bundles: readonly MimeBundle[]): MimeBundle {
  const all = new Map<string, unknown>();
  for (const bundle of bundles) {
    for (const [type, value] of Object.entries(bundle)) {
      const before = all.get(type);
      all.set(type, typeof before === "string" && typeof value === "string" ? `${before}\n${value}` : value);
    }
  }
  return Object.fromEntries(all);
}
