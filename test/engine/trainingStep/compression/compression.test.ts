import { describe, expect, test } from "vitest";
import type { Estimate } from "../../../../src/engine/estimate/estimate.ts";
import { estimate } from "../../../../src/engine/index.ts";
import type { Cluster } from "../../../../src/engine/scenario/cluster.ts";
import type { Plan } from "../../../../src/engine/scenario/plan.ts";
import type { Compression, Sync } from "../../../../src/engine/scenario/sync.ts";
import { estimated } from "../../support/estimated.ts";
import { gpt, plan, scenario, selene } from "../../support/scenarios.ts";

const slow = {
  scaleOut: { ...selene(1).scaleOut, nicBytesPerSecond: 1e9, nicsPerNode: 1 },
} as Partial<Cluster>;
const at = (change: Partial<Plan>, cluster: Partial<Cluster> = slow) =>
  scenario(gpt(8, 2048, 16), selene(8, undefined, cluster), plan({ dp: 64, globalBatch: 64, ...change }));
function of(change: Partial<Plan>, cluster?: Partial<Cluster>): Estimate {
  return estimated(at(change, cluster));
}
const part = (e: Estimate, name: string): number =>
  e.time.step.parts.find((one) => one.name === `time.${name}`)?.value ?? 0;
const replicas = (e: Estimate): readonly { what: string; op: string; payload: number }[] =>
  e.comm
    .filter(({ dimension }) => dimension === "dp")
    .map(({ what, op, bytes, count }) => ({ what, op, payload: bytes * count }));

const plainly = { warmUp: 0, errorBytes: 4 };
const topK = (share: number): Compression => ({ ...plainly, kind: "top_k", share });
const powerSgd = (rank: number): Compression => ({ ...plainly, kind: "power_sgd", rank });
const bits = (n: number): Compression => ({
  ...plainly,
  errorBytes: 0,
  kind: "quantised",
  bits: n,
  block: 512,
});
const oneBit: Compression = { kind: "one_bit", warmUp: 0.15, errorBytes: 4, block: 1e6 };

const whole = of({});
const gradients = replicas(whole)[0]?.payload ?? 0;
const P = gradients / 2;

describe("what is sent", () => {
  test("without compression gradients go in 16 bits, and nothing is said of a ratio", () => {
    expect(replicas(whole).map(({ op }) => op)).toEqual(["all_reduce"]);
    expect(whole.compressionRatio).toBeNull();
    expect(part(whole, "compression")).toBe(0);
  });

  test("few bits are as many bytes, and a scale a block", () => {
    const [sent] = replicas(of({ compression: bits(4) }));
    expect(sent).toMatchObject({ op: "all_reduce", what: "gradients, compressed" });
    expect((sent?.payload ?? 0) / P).toBeCloseTo(0.5 + 4 / 512, 9);
  });

  test("sparse numbers are gathered, so that 64 ranks send 64 times as much", () => {
    const [sent] = replicas(of({ compression: topK(0.001) }));
    expect(sent?.op).toBe("all_gather");
    expect((sent?.payload ?? 0) / P).toBeCloseTo(64 * 0.001 * (2 + 4), 9);
    // 5% of the numbers of 64 ranks are more than all the numbers of one.
    const dense = of({ compression: topK(0.05) });
    expect(dense.time.step.value).toBeGreaterThan(whole.time.step.value);
  });

  test("factors of rank r are r (n + m) numbers of n m", () => {
    // Queries, keys, values and output of 2048 squared; 2048 by 8192 twice.
    const numbers = 4 * 2048 ** 2 + 2 * 2048 * 8192;
    const factors = (r: number): number => r * (4 * 2 * 2048 + 2 * (2048 + 8192));
    const ratio = of({ compression: powerSgd(4) }).compressionRatio ?? 0;
    expect(ratio).toBeCloseTo(numbers / factors(4), 6);
    expect(of({ compression: powerSgd(1e6) }).compressionRatio).toBe(1);
  });

  test("1-bit Adam sends a fifth after 15% of the steps uncompressed (arXiv:2102.02888, abstract)", () => {
    const one = of({ compression: oneBit });
    expect(one.compressionRatio).toBeCloseTo(4.92, 2);
    const sent = replicas(one);
    expect(sent.map(({ what }) => what)).toEqual(["gradients", "gradients, compressed"]);
    expect((sent[0]?.payload ?? 0) / gradients).toBeCloseTo(0.15, 9);
    const total = sent.reduce((sum, { payload }) => sum + payload, 0);
    expect(gradients / total).toBeCloseTo(one.compressionRatio ?? 0, 4);
  });

  test("under ZeRO 3 gradients are scattered in few bits, and weights gathered as before", () => {
    const [plain, small] = [of({ zero: 3, dpShard: 64 }), of({ zero: 3, dpShard: 64, compression: bits(4) })];
    const weights = (e: Estimate): number =>
      replicas(e).reduce((sum, { op, payload }) => sum + (op === "all_gather" ? payload : 0), 0);
    expect(weights(small)).toBe(weights(plain));
    expect(replicas(small)[0]).toMatchObject({ op: "reduce_scatter", what: "gradients, compressed" });
  });
});

describe("what it takes", () => {
  test("memory for the errors: 4 bytes a parameter, and under 1-bit Adam a share of the sums'", () => {
    const more = (change: Partial<Plan>): number => of(change).memory.optimizer - whole.memory.optimizer;
    const params = whole.params.value;
    expect(more({ compression: bits(8) })).toBe(0);
    expect(more({ compression: powerSgd(4) }) / params).toBeCloseTo(4, 6);
    expect(more({ compression: oneBit }) / params).toBeCloseTo(4 * (1 + 1 / 64), 6);
  });

  test("time, which islands spend only when they meet", () => {
    const compression = powerSgd(4);
    const sync: Sync = { kind: "local_sgd", islands: 8, steps: 10, exchangeBytes: 2 };
    const each = part(of({ compression }), "compression");
    expect(each).toBeGreaterThan(0);
    expect(part(of({ compression, sync, dpShard: 8 }), "compression")).toBeCloseTo(each / 10, 9);
    expect(
      part(of({ compression, dp: 1, globalBatch: 1 }, { ...slow, devices: 1, nodes: 1 }), "compression"),
    ).toBe(0);
  });

  test("a fast network is not worth it", () => {
    const { scaleUp, scaleOut } = selene(1);
    const fast = {
      scaleUp: { ...scaleUp, bytesPerSecond: 1e14 },
      scaleOut: { ...scaleOut, nicBytesPerSecond: 1e13 },
    } as Partial<Cluster>;
    const step = (compression: Compression | null, cluster: Partial<Cluster>): number =>
      of({ compression }, cluster).time.step.value;
    expect(step(bits(4), slow)).toBeLessThan(step(null, slow));
    expect(step(bits(4), fast)).toBeGreaterThan(step(null, fast));
  });
});

describe("islands and servers", () => {
  const sites = { sites: { count: 8, bytesPerSecond: 1e9 / 8, latencySeconds: 0.02 } };
  test("send their changes compressed, and gradients inside an island as they are", () => {
    const sync: Sync = { kind: "local_sgd", islands: 8, steps: 10, exchangeBytes: 4 };
    const small = of({ sync, dpShard: 8, compression: topK(0.01) }, sites);
    const found = replicas(small);
    expect(found.map(({ what }) => what)).toEqual(["gradients", "weight changes of the islands, compressed"]);
    // Of eight islands, not of 64 replicas.
    expect((found[1]?.payload ?? 0) / P).toBeCloseTo((8 * 0.01 * (4 + 4)) / 10, 9);
    const none = of({ sync, dpShard: 8 }, sites);
    expect(small.time.step.value).toBeLessThan(none.time.step.value);
    expect(small.memory.optimizer).toBe(none.memory.optimizer);
  });

  test("a parameter server takes compressed gradients and gives weights as they are", () => {
    const sync: Sync = {
      kind: "asynchronous",
      islands: 64,
      servers: 1,
      serverBytesPerSecond: 1e9,
      bound: null,
    };
    const found = replicas(of({ sync, dpShard: 1, compression: bits(8) }));
    expect(found.map(({ what }) => what)).toEqual([
      "gradients to the servers, compressed",
      "weights from the servers",
    ]);
    expect((found[0]?.payload ?? 0) / (found[1]?.payload ?? 1)).toBeCloseTo((1 + 4 / 512) / 2, 9);
  });
});

test.each<[string, Partial<Plan>]>([
  ["1-bit Adam under ZeRO", { compression: oneBit, zero: 1, dpShard: 64 }],
  ["sparse gradients that are sharded", { compression: topK(0.01), zero: 2, dpShard: 64 }],
  ["factors of gradients sharded over some replicas", { compression: powerSgd(4), zero: 1, dpShard: 8 }],
])("%s is refused", (_, change) => {
  expect(estimate(at(change)).ok).toBe(false);
});
