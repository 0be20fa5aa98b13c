export type DenseMlp = {
  readonly kind: "gelu" | "relu" | "swiglu" | "geglu";
  readonly dFf: number;
  /** Whether gate and gated are limited before they are multiplied. */
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
      /** Width of one shared expert, of the routed ones' kind. */
      readonly sharedDff: number;
      /** Equal groups of the routed experts, and in how many of them all of a token's experts are. */
      readonly groups: number;
      readonly topGroups: number;
      readonly denseLayers: number;
      /** After the dense layers, every n-th layer has experts. */
      readonly every: number;
      readonly dense: DenseMlp | null;
    };
