import type { Row } from "../../row.ts";

/**
 * The state that a benchmark's machines and branch were in at a run, as facts of its stack: what a user could write who knew it, and no
 * default. None for other runs.
 *
 * nanotron's benchmark was run in campaigns (scripts/scaling_benchmarks.py, which runs those with a pipeline whose job is
 * older than one number again), and neither its code nor its machines stayed as they were. No column tells the state of a run;
 * what tells is which campaign would have had its plan. The rules were found on the rows for fitting: src/engine/CALIBRATION.md.
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

/** Fitted: src/engine/CALIBRATION.md, nanotron. */
const HOSTS = ["node_latency = 500 us"];
/** Of its branch of December 2024 (nouamane/bench2, 67c5ebb, parallel/pipeline_parallel/p2p.py): six looks every 0.1 s a micro-batch. */
const ANNOUNCING = "0.6 s";
/** Fitted: src/engine/CALIBRATION.md, nanotron. */
const RANK_LAUNCH = "290 us";
const GRADIENT_LAUNCH = "420 us";

interface Run {
  readonly nodes: number;
  readonly tp: number;
  readonly pp: number;
  readonly dp: number;
  readonly zero: number;
  readonly microBatch: number;
  readonly batch: number;
  /** In 1e9. */
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
 * Whether a run is of December 2024, when stages looked every tenth of a second whether a message was through. Runs
 * that were not repeated afterwards are: those on 64 nodes, in groups of 32 ranks, and with the ZeRO stage that the later campaign did not
 * have ("0 if dp>=32 and model<80", the script says of ZERO_STAGES; the rows hold to that from 8 nodes on without ZeRO, and on 32 nodes up to 64
 * replicas with it).
 */
function announces({ nodes, tp, pp, dp, zero, params }: Run): boolean {
  if (pp === 1 || nodes === 1) return false;
  if (nodes > 32 || tp > 16) return true;
  if (dp === 1 || params > 50) return false;
  return zero === 0 ? nodes >= 8 && dp < 32 : nodes === 32 && dp >= 32 && dp <= 64;
}

/** Whether hosts took longer for a collective the more ranks its group had: with a pipeline over nodes always, else of some campaigns. */
function slowHosts({ nodes, tp, pp, microBatch, batch }: Run): boolean {
  if (nodes === 1) return false;
  if (pp > 1 || batch >= 4096) return true;
  return tp > 16 ? microBatch > 2 : nodes > 32;
}

/**
 * Where equal shares of the work end with a layer (the 1B model, whose head weighs four of its sixteen), published code goes one layer further.
 * The later runs did not, by their memory: a layer that counts its norms too (branch commit 90860f5, get_block_compute_costs) is enough for that.
 */
function endsWithLayer(run: Run): boolean {
  return run.pp > 1 && run.batch >= 256 && !announces(run);
}
