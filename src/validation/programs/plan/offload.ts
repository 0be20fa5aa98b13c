import type { Row } from "../../row.ts";
import { saidOf } from "../said.ts";
import { shardedRecipe } from "../stack/shardedRecipe.ts";

/** What a row keeps in the hosts' memory, as the language writes it; where a table only says that activations are offloaded, all are. */
export function offloadOf(row: Row): readonly string[] {
  const { offload } = saidOf(row);
  if (offload) return [offload];
  const text = row.text("offload") ?? "";
  const layers = shardedRecipe(row)?.offloadLayers ?? null;
  const state = [
    ...(/optimizer/i.test(text) ? ["offload_optimizer = host"] : []),
    ...(/param|weight/i.test(text) ? ["offload_weights = host"] : []),
  ];
  if (layers !== null) return [...state, `offload = activations(layers = ${layers})`];
  return /^activations/i.test(text) ? [...state, "offload = activations"] : state;
}
