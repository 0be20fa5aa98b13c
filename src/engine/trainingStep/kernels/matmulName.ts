/**
 * A matmul of a layer with weights, except the router's and the routed experts'. Shared experts use the names
 * of a dense feed-forward.
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
 * Producer of a saved tensor, as checkpointing by operator tells them apart: a matmul, the attention kernel,
 * or a collective.
 */
export type Maker = MatmulName | "layer_before" | "attention" | "reduce_scatter" | "all_to_all";
