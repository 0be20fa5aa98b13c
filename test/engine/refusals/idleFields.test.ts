import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withoutEffect } from "../../../src/engine/core/idleField.ts";
import { estimate } from "../../../src/engine/index.ts";
import { idleFields } from "../../../src/engine/refusals/idleFields.ts";
import type { Plan } from "../../../src/engine/scenario/plan.ts";
import type { Scenario } from "../../../src/engine/scenario/scenario.ts";
import { a100, adapters, gpt, plan, scenario, selene } from "../support/scenarios.ts";
import { models, space } from "../support/space.ts";

type Change = (plan: Plan) => Partial<Plan>;
const lora =
  (change: Partial<NonNullable<Plan["lora"]>>): Change =>
  ({ lora: had }) => ({ lora: had && { ...had, ...change } });

/** Other values of the plan's fields that may be without effect. */
const changes: Readonly<Record<string, readonly Change[]>> = {
  "plan.sequence_parallel": [({ tp }) => ({ sequenceParallel: tp === 1 })],
  "plan.cp_type": (["ring", "all_gather", "ulysses"] as const).map((cpType) => () => ({ cpType })),
  "plan.cp_order": (["zigzag", "contiguous"] as const).map((cpOrder) => () => ({ cpOrder })),
  "plan.dispatch": (["per_expert", "per_node"] as const).map((dispatch) => () => ({ dispatch })),
  "plan.balance": [() => ({ balance: { kind: "balanced" } }), () => ({ balance: { kind: "zipf", s: 1 } })],
  "plan.capacity": [() => ({ capacity: null }), () => ({ capacity: { factor: 2, pad: true } })],
  "plan.finetune.experts": (["each", "shared", "none"] as const).map((experts) => lora({ experts })),
  "plan.finetune.expert_rank": [lora({ expertRank: 1 }), lora({ expertRank: 64 })],
  "plan.dp_shard": [({ dp }) => ({ dpShard: dp }), () => ({ dpShard: 1 })],
  "plan.gradient_scatter": (["micro_batch", "step"] as const).map((gradientScatter) => () => ({
    gradientScatter,
  })),
  "plan.reshard_after": (["forward", "backward", "step"] as const).map((reshardAfter) => () => ({
    reshardAfter,
  })),
  "plan.prefetch": [0, 1, 3].map((prefetch) => () => ({ prefetch })),
  "plan.delayed_update": [
    ({ stateOffload }) => ({ stateOffload: { ...stateOffload, delayed: !stateOffload.delayed } }),
  ],
  "plan.split": (["even", "uneven", "balanced"] as const).map((split) => () => ({ split })),
  "plan.place": [() => ({ place: { kind: "replicas", shares: "proportional" } })],
  "plan.micro_batch_group": [({ pp }) => ({ microBatchGroup: 2 * pp })],
  "plan.encoder_seq_len": [512, 4096].map((encoderSeqLen) => () => ({ encoderSeqLen })),
  "plan.frozen": [
    () => ({ frozen: [] }),
    () => ({ frozen: ["vision"] }),
    () => ({ frozen: ["vision", "language"] }),
  ],
  "plan.encoder_stages": [() => ({ encoderStages: 1 }), () => ({ encoderStages: null })],
  "plan.recompute": (["mla_up", "shared_experts"] as const).map(
    (module) =>
      ({ recompute }) =>
        recompute.kind === "none" ? { recompute: { kind: "selective", modules: [module] } } : {},
  ),
};

const shared = {
  ...({ kind: "moe", experts: 8, shared: 1, sharedDff: 512, topK: 2, groups: 1, topGroups: 1 } as const),
  ...{ denseLayers: 0, every: 1, dense: null, expert: { kind: "swiglu", dFf: 1024 } as const },
};

/** Two pools, the second of a third of the speed. */
const slow = { ...a100, name: "slow", memoryBytesPerSecond: a100.memoryBytesPerSecond / 3 };
const pools = [selene(1), selene(1, { ...slow, peak: { ...a100.peak, bf16: a100.peak.bf16 / 3 } })];
const unlike = selene(2, a100, { pools });

/** Chunks with enough micro-batches for groups of other sizes, two stacks over stages, and shared experts of which nothing is recomputed: all are seldom drawn. */
const staged = (change: Partial<Plan>): Plan => plan({ pp: 4, dp: 2, globalBatch: 32, ...change });
const seldom: readonly Scenario[] = [
  scenario(gpt(14, 1024, 16), selene(1), staged({ vpp: 2, schedule: "interleaved_1f1b", split: "uneven" })),
  scenario(gpt(12, 1024, 16, { encoder: { layers: 12, attention: null, mlp: null } }), selene(1), staged({})),
  scenario(gpt(8, 1024, 16, { mlp: shared }), selene(1), plan({ dp: 8, globalBatch: 64 })),
  scenario(
    gpt(8, 1024, 16, { mlp: shared }),
    selene(1),
    plan({ dp: 8, ep: 4, globalBatch: 64, lora: adapters }),
  ),
  scenario(models.vision?.(8) ?? gpt(8, 1024, 16), selene(1), plan({ dp: 8, globalBatch: 64 })),
  scenario(gpt(8, 1024, 16), unlike, plan({ dp: 16, globalBatch: 64 })),
];

const withPlan = (s: Scenario, change: Partial<Plan>): Scenario => ({ ...s, plan: { ...s.plan, ...change } });

/** All numbers of an answer; null for a scenario that has none. */
function told(s: Scenario): string | null {
  const answer = estimate(s);
  if (!answer.ok) return null;
  const { time, memory, comm, modelFlops, trainedParams } = answer.estimate;
  return JSON.stringify([time.step, time.stages, memory, comm, modelFlops, trainedParams]);
}

describe("settings without effect", () => {
  test("change nothing where they are said to, and something elsewhere", () => {
    const rows = idleFields.filter(({ fields: [field] }) => field in changes);
    const idle = new Set<string>();
    const moved = new Set<string>();
    fc.assert(
      fc.property(space, (s) => {
        const before = told(s);
        if (before === null) return;
        for (const field of new Set(rows.map(({ fields: [field] }) => field))) {
          for (const change of changes[field] ?? []) {
            const other = withPlan(s, change(s.plan));
            const after = told(other);
            if (after === null) continue;
            if (rows.some((row) => row.fields[0] === field && (row.idle(s) || row.idle(other)))) {
              idle.add(field);
              expect(after === before, `${field} in ${JSON.stringify(change(s.plan))}`).toBe(true);
            } else if (after !== before) moved.add(field);
          }
        }
      }),
      { numRuns: 100, examples: seldom.map((one) => [one]) },
    );
    // What no run has met before need not meet all of them.
    if (process.env.FUZZ) return;
    const all = [...new Set(rows.map(({ fields: [field] }) => field))].sort();
    expect([...idle].sort()).toEqual(all);
    expect([...moved].sort()).toEqual(all);
  });

  test("are said of what somebody wrote, not of defaults", () => {
    const [s] = fc.sample(space, { seed: 1, numRuns: 1 });
    if (!s) throw new Error("nothing drawn");
    const dense = withPlan(s, { zero: 0, prefetch: 2 });
    const warnings = (of: Scenario) => withoutEffect(idleFields, of);
    const with_ = (kind: "given" | "default"): readonly string[] =>
      warnings({ ...dense, origins: { "plan.prefetch": { kind } } }).map(({ code }) => code);
    expect(with_("given")).toEqual(["no-effect"]);
    expect(with_("default")).toEqual([]);
  });

  test("each has words of its own for why, and for what to do", () => {
    for (const { fields, why, instead } of idleFields) {
      expect(fields.length, fields[0]).toBeGreaterThan(1);
      expect(`${why}${instead}`).not.toMatch(/[.:]$/);
    }
  });
});
