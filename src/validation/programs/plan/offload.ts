import type { Row } from "../../rows/row.ts";
import { sourceFacts } from "../../rows/sourceFacts.ts";

/**
 * Plan fields for the optimizer state, weights and activations that a row offloads to the host. Where a table
 * only says that activations are offloaded, all activations are.
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
