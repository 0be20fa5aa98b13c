import { describe, expect, it } from "vitest";
import { toText } from "../../src/report/index.ts";
import { cell, memorySession, shown } from "../support/memorySession.ts";

const LLAMA_405B = `
import llama3_405b from "std/models"
import llama3_fleet from "std/fleets"
plan llama3 {
  framework = megatron_core
  tp = 8
  pp = 16
  vpp = 8
  dp = fill
  zero = 2
  schedule = interleaved_1f1b
  split = lighter_ends
  sequence_parallel = true
  seq_len = 8_192
  micro_batch = 1
  global_batch = 2_048 sequences
  precision = bf16
  tokens = 15.6T tokens
  checkpoint = sharded(overlap = async)
}
let run = llama3_405b on llama3_fleet with llama3
`;

const FEW = `
import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
plan small {
  framework = megatron_core
  dp = fill
  seq_len = 4Ki
  micro_batch = 1
  global_batch = 1_024 sequences
  tokens = 1T tokens
  checkpoint = sharded(interval = 1 h)
  simulate = monte_carlo(runs = 200, seed = 1)
}
let waits = llama3_8b on (dgx_h100 with { nodes = 64, failures = poisson(mtbf = 2_000 h), spares = 64 }) with small
let shrinks = waits with { plan.elastic = shrink(batch = kept) }
`;

const number = (session: ReturnType<typeof memorySession>, expr: string): number => {
  const value = shown(session, expr);
  if (typeof value !== "number") throw new Error(`${expr}: ${JSON.stringify(value)}`);
  return value;
};

describe("checkpoints of a run of months", () => {
  it("stop training for a time that is published, and are not written every third step", () => {
    const s = memorySession();
    cell(s, LLAMA_405B);
    const stop = number(s, "run.checkpoint.blocking");
    // ByteCheckpoint and MegaScale publish 0.1 to 1 s of asynchronous checkpoints
    expect(stop).toBeGreaterThan(0.1);
    expect(stop).toBeLessThan(2);
    const apart = number(s, "run.checkpoint.interval");
    expect(apart).toBeGreaterThan(60);
    expect(apart).toBeGreaterThan(10 * number(s, "run.step_time"));
  });
});

describe("the explanation of a checkpoint interval", () => {
  it("says how often a step of the method was applied, and from where, and does not nest it in itself", () => {
    const s = memorySession();
    const [shown] = cell(
      s,
      `${FEW}explain (waits with { plan.checkpoint = sharded }).checkpoint.interval`,
    ).outputs;
    const text = toText((shown as NonNullable<typeof shown>).document);
    expect(text.match(/tau_i2 \+ \(tau_i2/g)).toHaveLength(1);
    expect(text).toMatch(/by the same formula, applied 5 times before/);
    expect(text).toContain("sqrt(2*C_k*M_c)");
  });
});

describe("an elastic run with more spares than it uses", () => {
  it("ends when the same run without elasticity ends, as the closed form says", () => {
    const s = memorySession();
    cell(s, FEW);
    const [waits, shrinks] = ["waits", "shrinks"].map((one) => number(s, `${one}.simulation.mean`));
    const closed = number(s, "shrinks.time_to_train");
    // three standard errors of 200 runs are 1.3 %
    expect(Math.abs((shrinks as number) / closed - 1)).toBeLessThan(0.013);
    expect(Math.abs((shrinks as number) / (waits as number) - 1)).toBeLessThan(0.018);
  });
});

describe("loose synchronisation", () => {
  it("needs more tokens for the same loss, the more the longer replicas stay apart", () => {
    const s = memorySession();
    cell(
      s,
      `
import llama3_8b from "std/models"
import dgx_h100 from "std/clusters"
plan small {
  framework = megatron_core
  dp = fill
  seq_len = 4Ki
  micro_batch = 1
  global_batch = 1_024 sequences
  target_loss = 2.2
}
let run = llama3_8b on (dgx_h100 with { nodes = 4 }) with small
`,
    );
    const tokens = (sync: string) => number(s, `(run with { plan.sync = ${sync} }).tokens_to_loss`);
    const together = number(s, "run.tokens_to_loss");
    const apart = [
      tokens("local_sgd(steps = 30, islands = 4)"),
      tokens("local_sgd(steps = 100, islands = 4)"),
    ];
    expect(apart[0]).toBeGreaterThan(together);
    expect(apart[1]).toBeGreaterThan(apart[0] as number);
  });

  it("has the staleness that its bound allows", () => {
    const s = memorySession();
    cell(s, FEW);
    expect(
      number(
        s,
        "(waits with { plan.sync = asynchronous(servers = 8, bandwidth = 200 Gb/s, bound = 1) }).staleness",
      ),
    ).toBeLessThanOrEqual(1);
    expect(
      number(
        s,
        "(waits with { plan.sync = asynchronous(servers = 8, bandwidth = 200 Gb/s, bound = 4) }).staleness",
      ),
    ).toBeLessThanOrEqual(4);
  });
});

describe("capacity that is taken back", () => {
  const spot = "spot(price = $1/GPU-hour, mtbf = 24 h)";

  it("costs an elastic run less than one that waits", () => {
    const s = memorySession();
    cell(s, `${FEW}let taken = waits with { cluster.capacity = ${spot}, cluster.spares = 4 }`);
    const elastic = number(s, "(taken with { plan.elastic = shrink }).goodput");
    expect(elastic).toBeGreaterThan(1.2 * number(s, "taken.goodput"));
  });

  it("says that it is not counted where no failures are", () => {
    const s = memorySession();
    const code = `${FEW}show waits with { cluster.capacity = ${spot}, cluster.failures = none }`;
    const [page] = cell(s, code).outputs;
    expect(toText((page as NonNullable<typeof page>).document).replace(/\s+/g, " ")).toContain(
      "reclaimed with enough notice for a checkpoint cost no time, because cluster.failures is not set",
    );
  });

  it("says whether its mean time is of a node or of the cluster", () => {
    const s = memorySession();
    cell(
      s,
      `${FEW}
let per_node = waits with { cluster.capacity = spot(price = $1/GPU-hour, mtbf = 30 days) }
let per_cluster = waits with { cluster.capacity = spot(price = $1/GPU-hour, mtbf = 30 days, per = cluster) }
`,
    );
    expect(number(s, "per_node.goodput")).toBeLessThan(number(s, "per_cluster.goodput"));
  });
});
