// Searches over all plans of a model on a cluster, without `for`: their time, the size of the space, and its growth with
// the machine. They are compared with the three spaces that calculon enumerates (calculon/llm/optimal_execution.py),
// clause by clause. calculon's counts follow from its loops:
//
//   calculon                                              here
//   tp divides heads, pp blocks, dp the rest              the same
//   interleavings of any divisor                          the same: 1f1b, and interleaved_1f1b by vpp
//   micro-batches of any divisor of a replica's batch     the same
//   a batch that dp does not divide is made smaller       such a plan is refused: the batch is the user's
//   recomputation full, attn_only, none                   full, selective(attention), none
//   optimizer sharding                                    zero 0, 1
//   ar, p2p_rs_ag, rs_ag, and gathers again or not        sequence parallelism or not: the other ways are not modelled
//   one of two networks for each of tp, pp and dp         the six rank orders, which decide what crosses which network
//   overlaps of dp; of tp as a ring or piped              with and without either
//   weights, activations, optimizer in a second memory    the same, in the host's
//
// Some choices are fewer here, others more, so the rates of evaluation are compared. Only plans whose degrees divide
// count, since calculon enumerates no others.

import { namedSearches, searchProgram } from "./searchPrograms.mjs";

/**
 * Candidates per second and core of calculon as shipped, in its complete search of 183,128 plans. Measured
 * once on a machine of two cores.
 */
const CALCULON = 336;

const gpt3 = ["seq_len = 2_048", "global_batch = 1_536 sequences"];
const large = ["seq_len = 2_048", "global_batch = 12_288 sequences"];
/**
 * Program with calculon's choices on a number of nodes, with a second memory and overlaps, or without both:
 * `--no-tp-overlap --no-dp-overlap`.
 */
const calculon = (nodes, further) =>
  searchProgram({
    model: "gpt3_175b",
    cluster: "selene",
    machine: `nodes = ${nodes}`,
    plan: gpt3,
    clauses: [
      "for plan.cp in [1]",
      "for plan.zero in [0, 1]",
      "for plan.recompute in [none, selective(attention), full]",
      "for plan.micro_batch in divisors(1_536)",
      "for plan.rank_order in [tp_cp_dp_pp, tp_cp_pp_dp, dp_tp_cp_pp, dp_pp_tp_cp, pp_tp_cp_dp, pp_dp_tp_cp]",
      ...further,
    ],
    split: "even",
  });
const alone = ["for plan.offload in [none]", "for plan.overlap in [[]]"];
const beside = [
  "for plan.offload_optimizer in [none, host]",
  "for plan.offload_weights in [none, host]",
  "for plan.overlap in [[], [dp], [tp], [dp, tp]]",
];
/** Cases with their time goals in ms. */
const cases = [
  ...namedSearches,
  ...[64, 1024, 16_384, 131_072].map((devices) => ({
    name: `GPT-3 175B on ${devices.toLocaleString("en")} A100`,
    goal: 1_000,
    ...searchProgram({
      model: "gpt3_175b",
      cluster: "selene",
      machine: `nodes = ${devices / 8}`,
      plan: large,
    }),
  })),
  { name: "calculon's 183,128 plans: 4,096 A100", goal: 300, ...calculon(512, alone) },
  { name: "calculon's 7,474,752 plans: 4,096 A100", goal: 5_000, ...calculon(512, beside) },
  { name: "calculon's 13,165,632 plans: 512 A100", goal: 5_000, ...calculon(64, beside) },
];

/** Reasons that reject a plan whose degrees divide. */
const POSSIBLE = new Set(["slower", "over memory"]);

/**
 * Results as rows [name, value, unit, goal]. Each search is the first of its session, so no result is
 * memoised. The first search runs with cold code, later ones with warm code; `kernelSearch.mjs` measures each
 * cold.
 */
export function benchSearch({ createSession, createWorld }, root) {
  return cases.flatMap(({ name, goal, given, search }, at) => {
    const session = createSession(createWorld(root));
    const cpu = process.cpuUsage();
    const started = performance.now();
    const { outputs, diagnostics } = session.run(given + search, { name: "bench.dtp", mode: "file" });
    const took = performance.now() - started;
    const { user, system } = process.cpuUsage(cpu);
    const wrong = diagnostics.find(({ severity }) => severity === "error");
    if (wrong) throw new Error(`the benchmark's search does not run: ${wrong.message}`);
    const { tried, feasible, skipped } = outputs[0].data;
    const divides = skipped.filter(({ reason }) => POSSIBLE.has(reason));
    const possible = divides.reduce((sum, { count }) => sum + count, feasible);
    const rate = (count) => (count / took) * 1000;
    return [
      [
        `search all plans${at === 0 ? ", cold" : ""}, ${name}`,
        took,
        "ms",
        goal === null ? "" : `goal: below ${goal.toLocaleString("en")} ms`,
      ],
      ["  on one core and its compiler", (user + system) / 1000, "ms", ""],
      ["  plans decided", tried, "", ""],
      ["  of them such as divide", possible, "", ""],
      ["  decided a second on one core", rate(tried), "/s", "goal: 1,000,000 /s"],
      ["  such as divide, times as many as calculon", rate(possible) / CALCULON, "", "goal: 3,000"],
    ];
  });
}
