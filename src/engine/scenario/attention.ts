/**
 * Norm of queries and keys before their matmul: none, over each head with one gain for all heads, or over all
 * heads of a token together.
 */
export type QkNorm = "none" | "per_head" | "all_heads";

/**
 * Optional features of attention with separate heads (MHA, GQA, MQA). For other kinds, attentionKinds.ts gives
 * the values.
 */
export interface AttentionOptions {
  readonly qkvBias: boolean;
  readonly qkNorm: QkNorm;
  /** True where the attention output is multiplied by a gate projected from the input. */
  readonly gate: boolean;
  /**
   * Tokens that a token attends to, including itself, in layers with a sliding window; null where all
   * layers have full attention.
   */
  readonly slidingWindow: number | null;
  /**
   * Period of full attention: every n-th layer has full attention, the other layers have the sliding window;
   * null where all layers have the window.
   */
  readonly slidingWindowPattern: number | null;
}

/**
 * Fields of attention with separate heads (MHA, GQA, MQA). Queries, keys and values are projected from the
 * layer's input.
 */
export interface HeadFields extends AttentionOptions {
  /** Number of query heads; 0 where no layer has attention. */
  readonly heads: number;
  readonly kvHeads: number;
  readonly dHead: number;
}

/** Fields of multi-head latent attention (MLA): queries, keys and values pass through low-rank projections. */
export interface LatentFields {
  readonly heads: number;
  readonly dHead: number;
  readonly qRank: number;
  readonly kvRank: number;
  readonly dRope: number;
  readonly dV: number;
}

/**
 * Fields of each form of attention. Kinds of one form share the equations of a step. Engine code branches on
 * the form (`byForm`), and the type checker reports a missing branch.
 */
interface FormFields {
  readonly heads: HeadFields;
  readonly latent: LatentFields;
}

export type AttentionForm = keyof FormFields;

/** Form of each kind of attention. The type checker requires a row for each kind in `attentionKinds`. */
export interface KindForms {
  readonly mha: "heads";
  readonly gqa: "heads";
  readonly mqa: "heads";
  readonly mla: "latent";
}

export type AttentionKind = keyof KindForms;

export type AttentionOf<K extends AttentionKind> = { readonly kind: K } & FormFields[KindForms[K]];

export type Attention = { [K in AttentionKind]: AttentionOf<K> }[AttentionKind];

/** Any attention whose kind has the form `F`. */
export type AttentionOfForm<F extends AttentionForm> = Extract<Attention, FormFields[F]>;
