import type { Diagnostic } from "../dsl/diagnostics/index.ts";
import { createSession, type World } from "../session/index.ts";
import { isTable } from "./answers.ts";
import type { Parts } from "./parts.ts";
import type { Reach } from "./reach.ts";
import type { Side } from "./side.ts";

/**
 * Errors in a program's definitions, with their places. Tables and definitions that read them are not
 * evaluated, because they take long; they report their own errors.
 */
export function mistakesIn(
  { name, text }: Side,
  parts: Parts,
  world: World,
  reach: Reach,
): readonly Diagnostic[] {
  const blank = parts.spans.filter(
    ({ owner }) => owner === null || [owner, ...reach.of(owner.slice(owner.indexOf(" ")))].some(isTable),
  );
  let kept = text;
  for (const { start, end } of blank)
    kept = kept.slice(0, start) + kept.slice(start, end).replace(/[^\n]/g, " ") + kept.slice(end);
  const { diagnostics } = createSession(world).run(kept, { name, mode: "file" });
  return diagnostics.filter(({ severity }) => severity === "error");
}
