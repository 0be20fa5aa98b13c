import { position } from "../../dsl/diagnostics/index.ts";
import { counted, type Value } from "../../dsl/evaluate/index.ts";
import { type Block, drawsTree } from "../../report/index.ts";
import { varianceShares } from "../questions/varianceShares.ts";
import { textOfValue } from "../text/textOfValue.ts";

/** Tree of an uncertain number's draws: its range, and the share of the variance that each input brings. */
export function explainedDraws(value: Value): readonly Block[] {
  const number = counted(value);
  if (number.kind !== "quantity" || !number.draws) return [];
  const inputs = varianceShares(number.draws).map(({ input: { text, place }, first, total }) => ({
    ...{ distribution: text, first, total },
    where: `${place.source.name}:${position(place.source, place.span.start).line}`,
  }));
  return [drawsTree({ draws: number.draws.most, text: textOfValue(number), inputs })];
}
