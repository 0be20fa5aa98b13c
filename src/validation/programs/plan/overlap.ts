import type { Row } from "../../row.ts";
import type { FrameworkChoice } from "../stack/framework.ts";
import { hidesTensorParallel, recipeOf } from "../stack/recipes.ts";

/** What of a row's communication is hidden behind computation, by its recipe or its cell; null where its software decides. */
export function hiddenOf(
  row: Row,
  framework: FrameworkChoice,
  { vpp, dual }: { readonly vpp: number; readonly dual: boolean },
): readonly string[] | null {
  if (dual) return ["dp", "pp", "ep"];
  const interleaved = vpp > 1 ? ["pp"] : [];
  if (recipeOf(row)?.exchangeHidden) return ["dp", "ep", ...interleaved];
  return hidesTensorParallel(row) ? ["dp", "tp", ...interleaved] : overlapOf(row, framework);
}

/** What a table says is hidden; null where it is silent, or speaks of one dimension that the framework leaves exposed. */
function overlapOf(row: Row, framework: FrameworkChoice): readonly string[] | null {
  const text = row.text("overlap");
  // torchtitan's tables say in this column how tensor parallelism overlaps; FSDP always does.
  if (text === "none" && /^torchtitan/.test(framework.text ?? "")) return null;
  if (text === undefined || /vanilla tp|^no tp/i.test(text)) return null;
  if (/^none|no dp/i.test(text)) return [];
  const found = new Set<string>();
  if (/grad|dp |fsdp/i.test(text) || /^torchtitan/.test(framework.text ?? "")) found.add("dp");
  if (/tp-comm-overlap|async tp|userbuffer overlap (true|1|\()/i.test(text)) found.add("tp");
  if (/p2p/i.test(text)) found.add("pp");
  if (/(\bep\b|expert|moe).{0,20}(all-to-all|a2a).{0,20}overlap/i.test(text)) found.add("ep");
  return ["dp", "tp", "pp", "ep"].filter((one) => found.has(one));
}
