import type { Evaluation, MimeBundle } from "../evaluation.ts";
import type { JsonObject } from "../wire/message.ts";
import { fromCodePoints, toCodePoints } from "./codePoints.ts";

/** Answers to what an editor asks while the user types. Cursors cross the wire in code points. */

export function completeReply(content: JsonObject, evaluation: Evaluation): JsonObject {
  const { code, offset } = cursor(content);
  const { start, end, items } = evaluation.session.complete(code, offset);
  const cursorStart = toCodePoints(code, start);
  const cursorEnd = toCodePoints(code, end);
  return {
    status: "ok",
    matches: items.map((item) => item.text),
    cursor_start: cursorStart,
    cursor_end: cursorEnd,
    metadata: {
      // JupyterLab shows the kind as an icon and the signature beside the name
      _jupyter_types_experimental: items.map((item) => ({
        text: item.text,
        type: item.kind,
        signature: item.detail,
        start: cursorStart,
        end: cursorEnd,
      })),
    },
  };
}

export async function inspectReply(content: JsonObject, evaluation: Evaluation): Promise<JsonObject> {
  const { code, offset } = cursor(content);
  const document = evaluation.session.inspect(code, offset);
  if (!document) return { status: "ok", found: false, data: {}, metadata: {} };
  return { status: "ok", found: true, data: joined(await evaluation.bundles(document)), metadata: {} };
}

export function isCompleteReply(content: JsonObject, evaluation: Evaluation): JsonObject {
  const { status, indent } = evaluation.session.isComplete(String(content.code ?? ""));
  return status === "incomplete" ? { status, indent } : { status };
}

function cursor(content: JsonObject): { readonly code: string; readonly offset: number } {
  const code = String(content.code ?? "");
  const position = typeof content.cursor_pos === "number" ? content.cursor_pos : Number.POSITIVE_INFINITY;
  return { code, offset: fromCodePoints(code, position) };
}

/** A tooltip is one bundle: texts of the same type one under the other. */
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
