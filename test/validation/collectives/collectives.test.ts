import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { collectivesText } from "../../../src/validation/collectives/collectivesMarkdown.ts";
import {
  collectiveProgram,
  isCollective,
  readRows,
  rowOf,
  scoreboardMarkdown,
  validate,
  validateCollectives,
} from "../../../src/validation/index.ts";
import { tableRows, world } from "../rows.ts";

const cells: Readonly<Record<string, string>> = {
  ...{ id: "one", source: "a test", certainty: "primary", collective: "all_reduce", gpu: "A100-SXM4" },
  ...{ n_gpus: "8", n_nodes: "1", link: "NVLink3 NVSwitch", size_bytes: "67108864", time_us: "1" },
};
const board = (...changes: readonly Readonly<Record<string, string>>[]) =>
  validateCollectives(
    changes.map((change) => rowOf({ ...cells, ...change })),
    world,
  );

describe("a synthetic row's error is known", () => {
  const [one] = board({}).rows;
  const seconds = one?.predicted ?? Number.NaN;

  test("predicted / measured - 1 of the time", () => {
    const [row] = board({ time_us: String(2e6 * seconds) }).rows;
    expect(row?.relError).toBeCloseTo(-0.5, 9);
    expect(row).toMatchObject({ id: "one", bytes: 2 ** 26, algorithm: "ring Simple" });
  });

  test("bus bandwidth counts 2 (n - 1)/n of the bytes in an all-reduce, (n - 1)/n in its halves", () => {
    const rate = String((1.75 * 2 ** 26) / seconds / 1e9);
    expect(board({ time_us: "", busbw_GBps: rate }).rows[0]?.measured).toBeCloseTo(seconds, 12);
    expect(board({ time_us: "", busbw_GBps: rate, collective: "all_gather" }).rows[0]?.measured).toBeCloseTo(
      seconds / 2,
      12,
    );
    const algorithm = String(2 ** 26 / seconds / 1e9);
    expect(board({ time_us: "", algbw_GBps: algorithm }).rows[0]?.measured).toBeCloseTo(seconds, 12);
  });

  test("above 1 MiB and up to it are counted apart", () => {
    const { groups } = board({}, { size_bytes: "1048576" }, { size_bytes: "1048577" });
    expect(groups[0]).toMatchObject({ by: "all", above: { n: 2 }, below: { n: 1 } });
  });
});

test("links, machines and forced algorithms become fields", () => {
  const text = (change: Readonly<Record<string, string>>) => {
    const program = collectiveProgram(rowOf({ ...cells, ...change }));
    if (program.kind !== "program") throw new Error(program.reason);
    return program.text;
  };
  expect(text({ gpu: "V100-SXM2", link: "NVLink2" })).toContain("mesh = hybrid_cube_mesh");
  const efa = text({ gpu: "B200", n_gpus: "32", n_nodes: "4", link: "NVLink5 + 8x 50GB/s EFAv4" });
  expect(efa).toContain("cluster c = p6_b200 with {");
  expect(efa).toContain("scale_out = efa(nic = 400 Gb/s, nics_per_node = 8)");
  const p4de = text({ n_gpus: "", n_nodes: "", link: "EFA", notes: "on 2x p4de.24xlarge" });
  expect(p4de).toContain("cluster c = p4de with {");
  expect(p4de).not.toContain("scale_out");
  expect(text({ gpu: "H200", algo_proto: "NVLS off (Ring)" })).toContain("scale_up.sharp = false");
  expect(text({ gpu: "H200", algo_proto: "Ring LL <=1MiB, NVLS Simple >=2MiB" })).not.toContain("sharp");
});

test("what is no call of a collective is counted with its reason", () => {
  const { rows, skipped } = board(
    { id: "nccl", collective: "NCCL model base latency" },
    { id: "moe", collective: "moe_dispatch (all_to_all)" },
    { id: "ratio", time_us: "", efficiency_of_spec: "0.5" },
    { id: "fitted", certainty: "stored (fitted from nccl-tests)" },
    { id: "host", collective: "h2d" },
    { id: "size", size_bytes: "" },
    { id: "which", gpu: "A100 or H100 (not stated)" },
    { id: "net", n_gpus: "16", n_nodes: "2", link: "NVLink + inter-node" },
    { id: "uneven", n_gpus: "9", n_nodes: "2" },
    { id: "group", n_gpus: "" },
    { id: "none", time_us: "" },
  );
  expect(rows).toEqual([]);
  expect(Object.fromEntries(skipped.map(({ id, reason }) => [id, reason]))).toEqual({
    nccl: "a constant of NCCL's own model",
    moe: "a special kernel for experts, not a collective of NCCL",
    ratio: "a share of an unstated bandwidth, not a time",
    fitted: "a constant of another tool's model",
    host: "not a collective: h2d",
    size: "missing: size_bytes",
    which: "no such device in the standard library: A100 or H100 (not stated)",
    net: "the network between nodes is not stated",
    uneven: "different numbers of ranks on the nodes",
    group: "missing: n_gpus or n_nodes",
    none: "no time and no bandwidth",
  });
});

test("the shipped table: the median error above 1 MiB is within the goal, on each part and each machine", () => {
  const rows = readRows(
    readFileSync(new URL("../../../validation/collectives.csv", import.meta.url), "utf8"),
  );
  expect(rows.every(isCollective)).toBe(true);
  const runs = tableRows("vtrain").slice(0, 3);
  expect(runs.some(isCollective)).toBe(false);
  const found = validateCollectives(rows, world);
  expect(found.rows.length + found.skipped.length).toBe(rows.length);
  expect(found.rows.length).toBe(338);
  expect(found.skipped.filter(({ reason }) => /^(internal|syntax|unknown|wrong)/.test(reason))).toEqual([]);
  for (const { by, name, above } of found.groups)
    if (by !== "machine and part" && above) expect([name, above.median < 0.15]).toEqual([name, true]);
  const page = scoreboardMarkdown(validate(runs, world), runs, found);
  expect(page).toContain("## Collectives");
  expect(page).toContain("aws-samples/awsome-distributed-training, H100 SXM, one node");
  expect(collectivesText(found)).toContain("338 calls of collectives compared, 260 rows not");
});
