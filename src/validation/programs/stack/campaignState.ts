import type { Row } from "../../rows/row.ts";

/**
 * State of the machines and code of nanotron's benchmark at a row's run, as fields of the plan's framework. A
 * user could write them only with inside knowledge, so they are no defaults. Empty for rows of other sources.
 *
 * nanotron's benchmark ran in campaigns (scripts/scaling_benchmarks.py repeats runs with a pipeline whose job
 * is older than a given number). Its code and machines changed in between, and no column records the state. It
 * is inferred from the campaign that would have run the plan. The rules were found on the rows for fitting:
 * src/engine/CALIBRATION.md.
 */
export function campaignState(row: Row): readonly string[] {
  if (!/ultra-?scale playbook/i.test(row.source)) return [];
  const run = planOf(row);
  return [
    ...HOSTS,
    ...(announces(run) ? [`announcing = ${ANNOUNCING}`] : []),
    ...(endsWithLayer(run) ? ["split = balanced_exact"] : []),
    ...(slowHosts(run) ? [`rank_launch = ${RANK_LAUNCH}`, `gradient_launch = ${GRADIENT_LAUNCH}`] : []),
  ];
}

/** Node latency of the hosts of nanotron's benchmark, fitted: src/engine/CALIBRATION.md, nanotron. */
const HOSTS = ["node_latency = 500 us"];
/**
 * Delay of a pipeline send per micro-batch in nanotron's branch of December 2024: six polls, 0.1 s each
 * (nouamane/bench2, 67c5ebb, parallel/pipeline_parallel/p2p.py).
 */
const ANNOUNCING = "0.6 s";
/**
 * Value of the framework's `rank_launch` in the campaigns of `slowHosts`, fitted: src/engine/CALIBRATION.md,
 * nanotron.
 */
const RANK_LAUNCH = "290 us";
/**
 * Value of the framework's `gradient_launch` in the campaigns of `slowHosts`, fitted:
 * src/engine/CALIBRATION.md, nanotron.
 */
const GRADIENT_LAUNCH = "420 us";

interface Run {
  readonly nodes: number;
  readonly tp: number;
  readonly pp: number;
  readonly dp: number;
  readonly zero: number;
  readonly microBatch: number;
  readonly batch: number;
  /** Number of model parameters, in billions. */
  readonly params: number;
}

function planOf(row: Row): Run {
  const number = (column: string): number => row.number(column) ?? 1;
  return {
    nodes: number("n_gpus") / (row.number("gpus_per_node") ?? 8),
    ...{ tp: number("tp"), pp: number("pp"), dp: number("dp"), zero: row.number("zero_stage") ?? 0 },
    ...{ microBatch: number("micro_batch"), batch: number("global_batch_seqs"), params: number("params_B") },
  };
}

/**
 * True for a run of December 2024, when pipeline stages polled every tenth of a second whether a message had
 * arrived. Such runs were not repeated later: runs on 64 nodes, in groups of 32 ranks, and with a ZeRO stage
 * that the later campaign did not have. For ZERO_STAGES the script says "0 if dp>=32 and model<80". The rows
 * confirm it from 8 nodes on without ZeRO, and on 32 nodes up to 64 replicas with ZeRO.
 */
function announces({ nodes, tp, pp, dp, zero, params }: Run): boolean {
  if (pp === 1 || nodes === 1) return false;
  if (nodes > 32 || tp > 16) return true;
  if (dp === 1 || params > 50) return false;
  return zero === 0 ? nodes >= 8 && dp < 32 : nodes === 32 && dp >= 32 && dp <= 64;
}

/**
 * True where a collective's host time grew with the ranks of its group: always with a pipeline over nodes,
 * otherwise only in some campaigns.
 */
function slowHosts({ nodes, tp, pp, microBatch, batch }: Run): boolean {
  if (nodes === 1) return false;
  if (pp > 1 || batch >= 4096) return true;
  return tp > 16 ? microBatch > 2 : nodes > 32;
}

/**
 * True where pipeline stages end at the layer that completes an equal share of the work. nanotron's published
 * code goes one layer further in that case (the 1B model, whose head weighs four of its sixteen layers).
 * Judging by their memory, the later runs did not. Counting a layer's norms explains the difference (branch
 * commit 90860f5, get_block_compute_costs).
 */
function endsWithLayer(run: Run): boolean {
  return run.pp > 1 && run.batch >= 256 && !announces(run);
}
