/** A matmul of a layer with weights, but for the router's and routed experts'. Shared experts have the names of a dense feed-forward. */
export type ProductName =
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

/** What makes a saved tensor, as far as a policy by operator asks: a matmul, attention's kernel, or a collective whose result is kept. */
export type Maker = ProductName | "layer_before" | "attention" | "reduce_scatter" | "all_to_all";
