import type {
  Attention,
  AttentionForm,
  AttentionKind,
  AttentionOf,
  AttentionOfForm,
  AttentionOptions,
  KindForms,
} from "./attention.ts";

export interface AttentionTraits<K extends AttentionKind> {
  readonly form: KindForms[K];
  /** Function that returns the number of key-value heads. */
  readonly kvHeads: (attention: AttentionOf<K>) => number;
  /**
   * True where `kv_heads` is a field of the kind. The tensor-parallel degree must then divide it or be a
   * multiple of it.
   */
  readonly ownKvHeads: boolean;
  readonly options: (attention: AttentionOf<K>) => AttentionOptions;
  /** Names of modules that `plan.recompute` accepts for this kind of attention only. */
  readonly modules: readonly string[];
  /** True where a decoder layer with this kind of attention can attend to an encoder's output. */
  readonly toEncoder: boolean;
}

const NO_OPTIONS: AttentionOptions = {
  qkvBias: false,
  qkNorm: "none",
  gate: false,
  slidingWindow: null,
  slidingWindowPattern: null,
};

const headByHead = {
  form: "heads",
  kvHeads: ({ kvHeads }: { readonly kvHeads: number }) => kvHeads,
  ownKvHeads: false,
  options: (attention: AttentionOptions) => attention,
  modules: [],
  toEncoder: true,
} as const;

/** Properties of each kind of attention. */
export const attentionKinds: { readonly [K in AttentionKind]: AttentionTraits<K> } = {
  mha: headByHead,
  gqa: { ...headByHead, ownKvHeads: true },
  mqa: headByHead,
  mla: {
    form: "latent",
    kvHeads: ({ heads }) => heads,
    ownKvHeads: false,
    options: () => NO_OPTIONS,
    modules: ["mla_up"],
    toEncoder: false,
  },
};

/** Properties of an attention's kind. */
export const traitsOfAttention = <K extends AttentionKind>({ kind }: AttentionOf<K>): AttentionTraits<K> =>
  attentionKinds[kind];

export const kvHeadsOf = <K extends AttentionKind>(attention: AttentionOf<K>): number =>
  attentionKinds[attention.kind].kvHeads(attention);

/** Options of an attention: bias, norm, gate and window. Kinds without such fields have `NO_OPTIONS`. */
export const optionsOf = <K extends AttentionKind>(attention: AttentionOf<K>): AttentionOptions =>
  attentionKinds[attention.kind].options(attention);

/** Calls the branch for an attention's form and returns the result. */
export function byForm<R>(
  attention: Attention,
  branches: { readonly [F in AttentionForm]: (attention: AttentionOfForm<F>) => R },
): R {
  const branch = branches[attentionKinds[attention.kind].form] as (attention: Attention) => R;
  return branch(attention);
}
