/** Norm of queries and keys: each head separately with one shared gain, or all heads of a token together. */
export type QkNorm = "none" | "per_head" | "all_heads";

/** Choices that attention head by head has in every kind; `attentionKinds.ts` says them for kinds that lack them. */
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
   * Period of full attention: every n-th layer has it, the others the window. null where all have the
   * window.
   */
  readonly slidingWindowPattern: number | null;
}

/** Attention head by head: queries, keys and values are projected from the layer's input. */
export interface HeadFields extends AttentionOptions {
  /** Number of heads; 0 where no layer has attention. */
  readonly heads: number;
  readonly kvHeads: number;
  readonly dHead: number;
}

/** Multi-head latent attention: queries, keys and values go through low ranks. */
export interface LatentFields {
  readonly heads: number;
  readonly dHead: number;
  readonly qRank: number;
  readonly kvRank: number;
  readonly dRope: number;
  readonly dV: number;
}

/**
 * Forms of attention, each with its fields: kinds of one form share the equations of a step. Each room of the engine
 * has a branch a form, and the type checker names the rooms that lack one.
 */
interface FormFields {
  readonly heads: HeadFields;
  readonly latent: LatentFields;
}

export type AttentionForm = keyof FormFields;

/** The form of each kind of attention. The type checker asks for a row of each kind in `attentionKinds.ts`. */
export interface KindForms {
  readonly mha: "heads";
  readonly gqa: "heads";
  readonly mqa: "heads";
  readonly mla: "latent";
}

export type AttentionKind = keyof KindForms;

export type AttentionOf<K extends AttentionKind> = { readonly kind: K } & FormFields[KindForms[K]];

export type Attention = { [K in AttentionKind]: AttentionOf<K> }[AttentionKind];

/** Attention of the kinds that have one form. */
export type AttentionOfForm<F extends AttentionForm> = Extract<Attention, FormFields[F]>;
