import type { Inference } from "../estimate/inference.ts";
import type { Output } from "../estimate/output.ts";

const served = (
  name: string,
  unit: string,
  doc: string,
  read: <N>(inference: Inference<N>) => N | boolean,
): Output => ({ kind: "served", path: `inference.${name}`, unit, doc, read });

/** Outputs of serving the trained model. */
export const servingOutputs: readonly Output[] = [
  {
    kind: "inference",
    path: "inference",
    doc: "What serving the trained model needs, as `plan.serve` says: memory, time to first token and time per output token.",
  },
  served("weights", "B", "Weights per device of the serving group.", (i) => i.weights),
  served("kv_cache", "B", "KV cache of the batch on the fullest device.", (i) => i.kvCache),
  served("kv_per_token", "B", "KV cache of one token, over all layers and heads.", (i) => i.kvPerToken),
  served("memory", "B", "Weights, KV cache and runtime on the fullest device of the group.", (i) => i.memory),
  served("fits", "1", "Whether weights, KV cache and runtime fit in the device's memory.", (i) => i.fits),
  served(
    "largest_batch",
    "1",
    "Largest batch: how many sequences of the context length have room for their KV cache next to the weights.",
    (i) => i.largestBatch,
  ),
  served("prefill", "s", "Prefill: time to the first token for the batch's prompts.", (i) => i.prefill),
  served("decode", "s", "Decode: time of one output token for every sequence of the batch.", (i) => i.decode),
  served("tokens_per_s", "token/s", "Output tokens per second of the group.", (i) => i.tokensPerSecond),
  served(
    "tokens_per_s_per_device",
    "token/s",
    "Output tokens per second per device.",
    (i) => i.tokensPerSecondPerDevice,
  ),
];
