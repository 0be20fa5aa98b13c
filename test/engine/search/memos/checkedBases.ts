import type { Abilities } from "../../../../src/engine/scenario/abilities.ts";
import type { ScalingLaw } from "../../../../src/engine/scenario/convergence.ts";
import type { Model } from "../../../../src/engine/scenario/model.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../../src/engine/scenario/scenario.ts";
import type { Compression } from "../../../../src/engine/scenario/sync.ts";
import { generic, gpt, plan, scenario, selene } from "../../support/scenarios.ts";
import { models } from "../../support/space.ts";

const of = (name: string, model: Model | undefined, change: Partial<Plan> = {}): Scenario => {
  if (!model) throw new Error(`no model for ${name}`);
  const made = plan({ tp: 2, pp: 2, dp: 4, globalBatch: 32, microBatchGroup: 2, ...change });
  return { ...scenario(model, selene((made.tp * made.cp * made.pp * made.dp) / 8), made), name };
};

/** Abilities of a framework that runs every degree, but few ways of each and no combination of two that some framework lacks. */
const partial: Abilities = {
  ...generic.runs,
  ...{ schedules: ["1f1b"], cpTypes: ["ring"], dispatches: ["per_expert"], scalings: ["mx"] },
  conflicts: [
    ...(["pp_zero_2", "pp_zero_3", "tp_zero_3", "cp_zero_0", "ranks_unsharded"] as const),
    ...(["moe_without_sp", "state_apart"] as const),
  ],
};
const image = gpt(8, 512, 8, {
  ...{ mask: "bidirectional", dropout: false, vocab: 1000 },
  patches: { image: 224, patch: 16, channels: 3, extra: 1 },
});
const warm = { warmUp: 0, errorBytes: 0 };
const compressions: readonly Compression[] = [
  { ...warm, kind: "one_bit", block: 2048 },
  { ...warm, kind: "top_k", share: 0.01 },
  { ...warm, kind: "power_sgd", rank: 4 },
];
const scalingLaw: ScalingLaw = {
  ...{ name: "chinchilla", own: false, kind: "sum" },
  ...{ irreducible: 1.69, modelScale: 406.4, modelExponent: 0.34 },
  ...{ tokenScale: 410.7, tokenExponent: 0.28 },
};
const whole = { kind: "full", modules: [] } as const;

/** Scenarios that lead into branches of checks that drawn ones seldom enter, each refused or not. */
export const checkedBases: readonly Scenario[] = [
  of("images beside text", models.vision?.(8)),
  of("image tokens", image),
  of("images from text", {
    ...image,
    conditioning: { outputs: 8, shared: true, text: { tokens: 120, width: 1024 } },
  }),
  of("strategies with a ZeRO stage", models.llama?.(8), {
    recompute: {
      ...{ kind: "by_layers", modules: [] },
      groups: [{ layers: 8, recompute: whole, tp: null, zero: 1 }],
    },
  }),
  ...compressions.map((compression) =>
    of(`gradients by ${compression.kind}`, models.llama?.(8), { compression, targetLoss: 2.5, scalingLaw }),
  ),
  of("parameter servers", models.llama?.(8), {
    sync: { kind: "asynchronous", islands: 4, servers: 2, serverBytesPerSecond: 25e9, bound: null },
  }),
  of("an order of passes of the plan's own", models.llama?.(8), {
    ...{ schedule: "custom", vpp: 2 },
    ownSchedule: { order: ["F*(p - r - 1) (F BW)*(m - p + r + 1) BW*(p - r - 1)"], placement: "loop" },
  }),
  of("a framework that runs some ways", models.experts?.(8), {
    framework: { ...generic, name: "partial", runs: partial },
  }),
];
