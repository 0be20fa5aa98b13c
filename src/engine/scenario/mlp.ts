export type DenseMlp = {
  readonly kind: "gelu" | "relu" | "swiglu" | "geglu";
  readonly dFf: number;
  /** True where the gate and the gated value are clamped before they are multiplied (GPT-OSS). */
  readonly clamped?: boolean;
};

export type Mlp =
  | DenseMlp
  | {
      readonly kind: "moe";
      readonly experts: number;
      readonly shared: number;
      readonly topK: number;
      readonly expert: DenseMlp;
      /** Width of one shared expert, whose kind is that of the routed experts. */
      readonly sharedDff: number;
      /** Number of equal groups into which the routed experts are divided. */
      readonly groups: number;
      /** Largest number of groups from which the experts of one token come. */
      readonly topGroups: number;
      readonly denseLayers: number;
      /**
       * Period of expert layers after the first `denseLayers` layers: every n-th layer has experts, and the
       * other layers are dense.
       */
      readonly every: number;
      readonly dense: DenseMlp | null;
    };
