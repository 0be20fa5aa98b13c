/** Loss as a function of parameters and tokens, in nats a token. */
export type ScalingLaw = {
  /** The tag's name: `chinchilla`. */
  readonly name: string;
  /** Fitted by the plan's author, on models like this one. */
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
