/** Scaling law: the loss as a function of the numbers of parameters and tokens, in nats per token. */
export type ScalingLaw = {
  /** Name of the law in the language, such as `chinchilla`. */
  readonly name: string;
  /** True where the plan's author fitted the law to similar models. */
  readonly own: boolean;
} & (
  | {
      readonly kind: "sum";
      readonly irreducible: number;
      readonly modelScale: number;
      readonly modelExponent: number;
      readonly tokenScale: number;
      readonly tokenExponent: number;
    }
  | {
      readonly kind: "joint";
      readonly modelUnit: number;
      readonly tokenUnit: number;
      readonly modelExponent: number;
      readonly tokenExponent: number;
    }
);
