export type DenseMlp = {
  readonly kind: "gelu" | "relu" | "swiglu" | "geglu";
  readonly dFf: number;
  /** True where gate and value are clamped before they are multiplied. */
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
      /** Width of one shared expert, which is of the routed experts' kind. */
      readonly sharedDff: number;
      /** Equal groups of the routed experts. A token's experts all lie in `topGroups` of them. */
      readonly groups: number;
      readonly topGroups: number;
      readonly denseLayers: number;
      /** Period of expert layers after the dense ones: every n-th layer has experts. */
      readonly every: number;
      readonly dense: DenseMlp | null;
    };
