import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { Estimate } from "../../../src/engine/estimate/estimate.ts";
import { timeline } from "../../../src/engine/index.ts";
import { chakraFiles } from "../../../src/launch/index.ts";
import { estimateOf, program } from "../jobs.ts";
import { type DecodedNode, decodeTrace } from "./decodeTrace.ts";

const [COMPUTE, SEND, RECEIVE, COLLECTIVE] = [4, 5, 6, 7];
const OPS: Readonly<Record<string, number>> = {
  all_reduce: 0,
  all_gather: 2,
  broadcast: 5,
  all_to_all: 6,
  reduce_scatter: 7,
};

const cases: Readonly<Record<string, string>> = {
  interleaved: program(
    "llama3_8b",
    2,
    "framework = megatron_core\ntp = 4\npp = 2\nvpp = 2\nzero = 1\nsequence_parallel = true\nseq_len = 4Ki\nglobal_batch = 16 sequences",
  ),
  sharded: program("llama3_8b", 1, "framework = fsdp\nzero = 3\nseq_len = 2Ki\nglobal_batch = 16 sequences"),
  experts: program(
    "mixtral_8x7b",
    4,
    "framework = megatron_core\ntp = 2\nep = 4\npp = 2\nzero = 1\nsequence_parallel = true\nseq_len = 2Ki\nglobal_batch = 32 sequences",
  ),
  split: program(
    "llama3_8b",
    1,
    "framework = torchtitan\npp = 4\nschedule = zb_v\nzero = 3\nsequence_parallel = true\nseq_len = 2Ki\nglobal_batch = 16 sequences",
  ),
  contexts: program(
    "llama3_8b",
    2,
    "framework = megatron_core\ntp = 2\ncp = 4\ncp_type = all_gather\nzero = 1\nsequence_parallel = true\nseq_len = 16Ki\nglobal_batch = 4 sequences",
  ),
};

/** Traces of a program by rank, and the other files. */
function written(text: string) {
  const step = estimateOf(text);
  const drawn = timeline(step.scenario.plan, step.estimate);
  const made = chakraFiles(step, drawn);
  if ("problem" in made) throw new Error(made.problem);
  const files = new Map([...made.files].map(({ ending, content }) => [ending, content]));
  expect(files.size).toBe(made.count);
  const traces = Array.from({ length: step.scenario.cluster.devices }, (_, rank) => {
    const file = files.get(`${rank}.et`);
    if (!(file instanceof Uint8Array)) throw new Error(`no trace of rank ${rank}`);
    return decodeTrace(file);
  });
  const groups = JSON.parse(String(files.get("comm_group.json"))) as Record<string, readonly number[]>;
  return { step, drawn, files, traces, groups };
}

/** Bytes of a call of the engine as the trace counts them: of an all-gather, a rank's own part. */
const bytesOf = ({ op, bytes, groupSize }: Estimate["comm"][number]): number =>
  Math.round(op === "all_gather" ? bytes / groupSize : bytes);

const of = (nodes: readonly DecodedNode[], type: number): readonly DecodedNode[] =>
  nodes.filter((one) => one.type === type);

describe.each(Object.keys(cases))("traces of %s", (name) => {
  const { step, drawn, files, traces, groups } = written(cases[name] ?? "");
  const { plan, cluster } = step.scenario;
  const collectives = traces.map(({ nodes }) => of(nodes, COLLECTIVE));
  const stageOf = (rank: number): number => {
    let stride = 1;
    for (const one of plan.rankOrder) {
      if (one === "pp") break;
      stride *= plan[one];
    }
    return Math.floor(rank / stride) % plan.pp;
  };

  test("are numbered from 0, of one version, and no node waits for itself or a later one", () => {
    for (const { version, nodes } of traces) {
      expect(version).toBe("0.0.4");
      expect(nodes.every(({ id }, i) => id === i)).toBe(true);
      // Dependencies on earlier nodes alone have no circle.
      expect(nodes.filter(({ id, deps }) => deps.some((dep) => dep >= id))).toEqual([]);
      expect(nodes.every(({ attributes }) => attributes.is_cpu_op === 0)).toBe(true);
    }
  });

  test("have all collectives of the busiest device, with their bytes, and every group has its rank", () => {
    const wanted = step.estimate.comm.filter(
      ({ op, dimension }) => !(op === "send_recv" && dimension === "pp"),
    );
    for (const one of wanted) {
      const made = collectives.map((nodes) =>
        nodes.filter(
          ({ name, attributes }) =>
            name === `${one.dimension} ${one.op} ${one.what}` &&
            attributes.comm_type === OPS[one.op] &&
            attributes.comm_size === bytesOf(one) &&
            groups[String(attributes.pg_name)]?.length === one.groupSize,
        ),
      );
      expect(Math.max(...made.map(({ length }) => length)), one.what).toBe(Math.round(one.count));
      made.forEach((nodes, rank) => {
        const named = new Set(nodes.map(({ attributes }) => String(attributes.pg_name)));
        for (const group of named) expect(groups[group]).toContain(rank);
      });
    }
    const known = new Set(wanted.map((one) => `${one.dimension} ${one.op} ${one.what}`));
    const unknown = collectives.flat().filter(({ name }) => !known.has(name));
    expect(unknown).toEqual([]);
  });

  test("of a group's ranks have the same collectives in the same order", () => {
    for (const [group, ranks] of Object.entries(groups)) {
      const [first, ...others] = ranks.map((rank) =>
        (collectives[rank] ?? [])
          .filter(({ attributes }) => attributes.pg_name === group)
          .map(({ attributes }) => `${attributes.comm_type} ${attributes.comm_size}`),
      );
      for (const one of others) expect(one).toEqual(first);
    }
  });

  test("have a receive for every send, of the same bytes and tag", () => {
    const key = ({ attributes }: DecodedNode): string =>
      ["comm_src", "comm_dst", "comm_tag", "comm_size"].map((one) => attributes[one]).join();
    const all = (type: number) => traces.flatMap(({ nodes }) => of(nodes, type).map(key)).toSorted();
    expect(all(RECEIVE)).toEqual(all(SEND));
    expect(new Set(all(SEND)).size).toBe(all(SEND).length);
    expect(all(SEND)).toHaveLength((drawn.sends.length * cluster.devices) / plan.pp);
    traces.forEach(({ nodes }, rank) => {
      expect(of(nodes, SEND).filter(({ attributes }) => attributes.comm_src !== rank)).toEqual([]);
      expect(of(nodes, RECEIVE).filter(({ attributes }) => attributes.comm_dst !== rank)).toEqual([]);
    });
  });

  test("run to their end where ranks meet in collectives and sends", () => {
    expect(
      stuck(
        traces.map(({ nodes }) => nodes),
        groups,
      ),
    ).toEqual([]);
  });

  test("compute as long as the timeline's passes less their exposed communication, and the optimizer", () => {
    const optimizer = step.estimate.time.step.parts.find(({ name }) => name === "time.optimizer")?.value ?? 0;
    traces.forEach(({ nodes }, rank) => {
      const passes = drawn.stages[stageOf(rank)] ?? [];
      const busy = passes.reduce((sum, { start, end }) => sum + end - start, 0);
      const counts = new Map<string, number>();
      const pairs = of(nodes, COLLECTIVE);
      for (const { name } of pairs) counts.set(name, (counts.get(name) ?? 0) + 1);
      const exposed = step.estimate.comm
        .filter(
          ({ dimension, count }) =>
            dimension !== "pp" && (dimension !== "dp" || count >= plan.numMicroBatches),
        )
        .reduce((sum, one) => {
          const here = counts.get(`${one.dimension} ${one.op} ${one.what}`) ?? 0;
          return sum + (one.exposedSeconds * here) / Math.round(one.count);
        }, 0);
      const computed = of(nodes, COMPUTE).reduce((sum, { micros }) => sum + micros, 0) / 1e6;
      expect(computed / (busy - exposed + optimizer)).toBeCloseTo(1, 3);
    });
  });

  test("come with a network of all devices", () => {
    const network = parse(String(files.get("network.yml"))) as Record<string, readonly number[]>;
    expect(network.npus_count?.reduce((product, one) => product * one, 1)).toBe(cluster.devices);
    const lengths = ["topology", "npus_count", "bandwidth", "latency"].map((key) => network[key]?.length);
    expect(new Set(lengths).size).toBe(1);
    const system = JSON.parse(String(files.get("system.json"))) as Record<string, unknown>;
    expect(system["all-reduce-implementation"]).toHaveLength(lengths[0] ?? 0);
  });
});

/**
 * Ranks that never end: each starts what waits for nothing, computation and communication one at a time as ASTRA-sim
 * has them, a collective ends when all of its ranks have started it, a receive when its send has started.
 */
function stuck(
  ranks: readonly (readonly DecodedNode[])[],
  groups: Readonly<Record<string, readonly number[]>>,
): readonly number[] {
  const done = ranks.map(() => new Set<number>());
  const next = ranks.map(() => 0);
  const arrived = new Map<string, number>();
  const counted = ranks.map(() => new Map<string, number>());
  const sent = new Set<string>();
  const waiting = ranks.map((): { id: number; key: string; need: number }[] => []);
  const edge = ({ attributes }: DecodedNode): string =>
    [attributes.comm_src, attributes.comm_dst, attributes.comm_tag].join();
  const step = (rank: number): boolean => {
    let moved = false;
    const own = done[rank] as Set<number>;
    for (const one of waiting[rank] ?? [])
      if (
        !own.has(one.id) &&
        (one.need === 0 ? sent.has(one.key) : (arrived.get(one.key) ?? 0) === one.need)
      ) {
        own.add(one.id);
        moved = true;
      }
    const nodes = ranks[rank] ?? [];
    for (
      let node = nodes[next[rank] ?? 0];
      node?.deps.every((dep) => own.has(dep));
      node = nodes[next[rank] ?? 0]
    ) {
      next[rank] = (next[rank] ?? 0) + 1;
      moved = true;
      if (node.type === COLLECTIVE) {
        const group = String(node.attributes.pg_name);
        const at = counted[rank]?.get(group) ?? 0;
        counted[rank]?.set(group, at + 1);
        const key = `${group} ${at}`;
        arrived.set(key, (arrived.get(key) ?? 0) + 1);
        waiting[rank]?.push({ id: node.id, key, need: groups[group]?.length ?? 0 });
      } else if (node.type === RECEIVE) waiting[rank]?.push({ id: node.id, key: edge(node), need: 0 });
      else {
        if (node.type === SEND) sent.add(edge(node));
        own.add(node.id);
      }
    }
    return moved;
  };
  for (let moved = true; moved; ) {
    moved = false;
    for (let rank = 0; rank < ranks.length; rank++) if (step(rank)) moved = true;
  }
  return ranks.flatMap((nodes, rank) => (done[rank]?.size === nodes.length ? [] : [rank]));
}

test("a ring of sends is no collective, and is refused by name", () => {
  const step = estimateOf((cases.contexts ?? "").replace("all_gather", "ring"));
  expect(chakraFiles(step, timeline(step.scenario.plan, step.estimate))).toEqual({
    problem: "its keys and values, a cp send_recv of 4 ranks, are no collective of Chakra",
  });
});

test("a step of too many nodes has no traces, and says how many it would be", () => {
  const step = estimateOf(
    program(
      "llama3_70b",
      128,
      "framework = megatron_core\ntp = 8\npp = 4\nzero = 1\nsequence_parallel = true\nseq_len = 4Ki\nglobal_batch = 2_048 sequences",
    ),
  );
  const made = chakraFiles(step, timeline(step.scenario.plan, step.estimate));
  expect("problem" in made ? made.problem : "").toMatch(
    /^its traces have [\d,]+ nodes, and at most 4,000,000/,
  );
});
