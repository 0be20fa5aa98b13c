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
  /** Number of heads of keys and values. */
  readonly kvHeads: (attention: AttentionOf<K>) => number;
  /** True where `kv_heads` is a field, so that tensor-parallel ranks must divide it or be a multiple of it. */
  readonly ownKvHeads: boolean;
  readonly options: (attention: AttentionOf<K>) => AttentionOptions;
  /** Modules that `plan.recompute` can name in this kind alone. */
  readonly modules: readonly string[];
  /** True where a decoder's layer can attend to an encoder. */
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

/** One row a kind of attention. */
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

/** The row of an attention's kind. */
export const traitsOfAttention = <K extends AttentionKind>({ kind }: AttentionOf<K>): AttentionTraits<K> =>
  attentionKinds[kind];

export const kvHeadsOf = <K extends AttentionKind>(attention: AttentionOf<K>): number =>
  attentionKinds[attention.kind].kvHeads(attention);

/** Bias, norm, gate and window of an attention; none of them in kinds that lack such fields. */
export const optionsOf = <K extends AttentionKind>(attention: AttentionOf<K>): AttentionOptions =>
  attentionKinds[attention.kind].options(attention);

/** The result of the branch that an attention's form has. */
export function byForm<R>(
  attention: Attention,
  branches: { readonly [F in AttentionForm]: (attention: AttentionOfForm<F>) => R },
): R {
  const branch = branches[attentionKinds[attention.kind].form] as (attention: Attention) => R;
  return branch(attention);
}
