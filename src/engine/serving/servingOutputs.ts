import type { Inference } from "../estimate/inference.ts";
import type { Output } from "../estimate/output.ts";

const served = (
  name: string,
  unit: string,
  doc: string,
  read: <N>(inference: Inference<N>) => N | boolean,
): Output => ({ kind: "served", path: `inference.${name}`, unit, doc, read });

/** The results of serving the trained model. */
export const servingOutputs: readonly Output[] = [
  {
    kind: "inference",
    path: "inference",
    doc: "What serving the trained model takes, as `plan.serve` says: memory, time to the first token and for each after it.",
  },
  served("weights", "B", "Weights on a device of the group that serves.", (i) => i.weights),
  served("kv_cache", "B", "Cached keys and values of the batch on the fullest device.", (i) => i.kvCache),
  served(
    "kv_per_token",
    "B",
    "Keys and values that one token leaves in the cache, all layers and heads together.",
    (i) => i.kvPerToken,
  ),
  served("memory", "B", "Weights, cache and runtime on the fullest device of the group.", (i) => i.memory),
  served("fits", "1", "Whether that is within the device's memory.", (i) => i.fits),
  served(
    "largest_batch",
    "1",
    "Sequences of the context's length whose cache fits beside the weights.",
    (i) => i.largestBatch,
  ),
  served("prefill", "s", "Time of the batch's prompts until the first token.", (i) => i.prefill),
  served("decode", "s", "Time of one more token for every sequence of the batch.", (i) => i.decode),
  served("tokens_per_s", "token/s", "Tokens that the group writes per second.", (i) => i.tokensPerSecond),
  served(
    "tokens_per_s_per_device",
    "token/s",
    "Tokens written per second and device.",
    (i) => i.tokensPerSecondPerDevice,
  ),
];
