import { inBase, print } from "../../../units/index.ts";
import { error } from "./row.ts";

const nats = (loss: number): string => String(Number(loss.toPrecision(4)));

/** Catalogue of errors on target losses that training cannot reach. */
export const convergenceRows = {
  "loss-out-of-reach": error<{ loss: number; floor: number; params: number; law: string }>(
    (p) =>
      `a loss of ${nats(p.loss)} is out of reach: with ${print(inBase(p.params, "param"))} it stays above ${nats(p.floor)}, however many tokens are seen`,
    {
      label: (p) => `\`${p.law}\`: ${nats(p.floor)} nats per token with unlimited tokens`,
      help: () =>
        "a larger model has a lower floor; a law of your own data, `scaling_law = power_law(..)`, has its own",
    },
  ),
} as const;
