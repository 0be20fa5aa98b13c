import type { Row } from "../../rows/row.ts";
import { sourceFacts } from "../../rows/sourceFacts.ts";

/**
 * Offloaded state of a row, in the language. Where a table only says that activations are offloaded, all of
 * them are.
 */
export function offloadOf(row: Row): readonly string[] {
  const { offload } = sourceFacts(row);
  if (offload) return [offload];
  const text = row.text("offload") ?? "";
  const state = [
    ...(/optimizer/i.test(text) ? ["offload_optimizer = host"] : []),
    ...(/param|weight/i.test(text) ? ["offload_weights = host"] : []),
  ];
  return /^activations/i.test(text) ? [...state, "offload = activations"] : state;
}
