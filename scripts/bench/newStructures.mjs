// Estimates of plans whose layers no earlier plan had, against estimates of one plan whose inputs vary. The second rate is
// compiled code's, so the ratio says what a first pass through the engine costs, whatever else the machine is doing.
import { gpt3Base } from "./gpt3Base.mjs";

const deepseekBase = `
import hgx_h800 from "std/clusters"
import deepseek_v3 from "std/models"
plan q {
  pp = 16
  ep = 64
  dp = fill
  split = uneven
  seq_len = 4Ki
  micro_batch = 1
  global_batch = 15_360 sequences
}
let mixture = deepseek_v3 on (hgx_h800 with { nodes = 256 }) with q
`;

/**
 * A dense model and a mixture of experts, with what decides a layer's work. The engine keeps the work of the last 64 kinds of
 * layer, fewer than either has here, so a round over all plans finds none of them again.
 */
const families = [
  {
    base: "base",
    layers: {
      tp: [1, 2, 4, 8],
      cp: [1, 2, 4],
      micro_batch: [1, 2, 4],
      recompute: ["none", "full", "selective(attention)"],
    },
    pp: [8, 16, 4],
  },
  {
    base: "mixture",
    layers: {
      tp: [1, 2, 4],
      cp: [1, 2],
      ep: [8, 16, 32, 64],
      micro_batch: [1, 2],
      recompute: ["none", "full", "selective(mlp)"],
    },
    pp: [16, 8, 4],
  },
];

/** Every combination of one value a field, as lists of assignments to fields of the plan. */
function combinations(choices) {
  return Object.entries(choices).reduce(
    (found, [field, values]) =>
      found.flatMap((one) => values.map((value) => [...one, `plan.${field} = ${value}`])),
    [[]],
  );
}

/** One scenario for each kind of layer. Stages and ZeRO go round, so that they differ from one to the next as well. */
export function newStructures(session) {
  session.run(gpt3Base + deepseekBase, { name: "structures.dtp", mode: "cell" });
  return families.flatMap(({ base, layers, pp }) =>
    combinations(layers).flatMap((changes, i) => {
      const around = [`plan.pp = ${pp[i % pp.length]}`, `plan.zero = ${i % 2}`];
      const text = `show ${base} with { ${[...changes, ...around].join(", ")} }`;
      const { outputs } = session.run(text, { name: "plan.dtp", mode: "cell" });
      return outputs[0]?.data ? [outputs[0].data.scenario] : [];
    }),
  );
}

const ROWS_OF_INPUTS = 1000;

/** One scenario on machines that differ in the rate of a NIC and in the sustained clock. */
function varied(one) {
  const { device, scaleOut } = one.cluster;
  return Array.from({ length: ROWS_OF_INPUTS }, (_, i) => ({
    ...one,
    cluster: {
      ...one.cluster,
      scaleOut: { ...scaleOut, nicBytesPerSecond: scaleOut.nicBytesPerSecond * (0.5 + (i % 50) / 50) },
      device: { ...device, sustained: device.sustained * (1 - (i % 7) / 70) },
    },
  }));
}

const ROUNDS = 8;

/**
 * Results as rows [name, value, unit, goal]. Both kinds of estimate take turns, so that other processes slow both alike. The
 * median round counts.
 */
export function benchNewStructures({ CompiledEstimates, estimateOnDemand, outputs }, session) {
  const structures = newStructures(session);
  if (structures.length < 200) throw new Error("the benchmark's structures have no answer");
  const asked = outputs.filter(({ path }) => path === "step_time" || path === "memory.peak");
  const compiled = new CompiledEstimates(asked);
  const rows = varied(structures[0]);
  const estimateAnew = (one) => {
    const answer = estimateOnDemand(one);
    for (const { read } of asked) read(answer.estimate);
  };
  const perEstimate = (list, estimate) => {
    const started = performance.now();
    for (const one of list) estimate(one);
    return (performance.now() - started) / list.length / 1000;
  };
  const rounds = Array.from({ length: 2 + ROUNDS }, () => {
    const anew = perEstimate(structures, estimateAnew);
    const again = perEstimate(rows, (row) => compiled.of(row) ?? estimateAnew(row));
    return { anew, ratio: anew / again };
  }).slice(2);
  const median = (of) => rounds.map(of).sort((a, b) => a - b)[ROUNDS / 2];
  return [
    ["new structures: step time and memory", 1 / median(({ anew }) => anew), "/s", "goal: 10,000 /s"],
    ["  times as long as of one structure, compiled", median(({ ratio }) => ratio), "", ""],
  ];
}
