/**
 * Name of a matmul with weights in a layer. Shared experts use the names of a dense feed-forward. The matmuls
 * of routers and of routed experts have no name here.
 */
export type MatmulName =
  | "query"
  | "query_down"
  | "query_up"
  | "key"
  | "value"
  | "kv_down"
  | "kv_up"
  | "attention_gate"
  | "attention_output"
  | "mlp_first"
  | "mlp_second"
  | "mlp_last";

/**
 * Operation whose result selective checkpointing by operator may save: a matmul, the attention kernel, a
 * collective, or the layer before (the layer's own input).
 */
export type Maker = MatmulName | "layer_before" | "attention" | "reduce_scatter" | "all_to_all";
