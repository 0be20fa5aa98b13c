import * as book from "../../formulas/compute/kernels.ts";
import type { Context } from "../inputs/context.ts";
import { kernelStart, moved } from "../kernels/kernels.ts";
import type { Operator } from "../kernels/operator.ts";

/**
 * Memory bandwidth of kernels that move rows by index ÷ that of streaming kernels. Measured on B200, bf16:
 * `moe_permute_with_probs` and `moe_unpermute` of Transformer Engine, 4,096 tokens with 6 and 8 copies of 5,120
 * and 7,168 numbers (MooreThreads/SimuMax, simu_tools/efficency_test/test_ce_permute_efficiency.py; results in
 * configs/system/b200_bf16_ceperm.json). Assumed for all NVIDIA generations; the loss in other vendors'
 * libraries and XLA is unknown.
 */
const PERMUTED_SHARE = 0.41;

/** NVIDIA's device generations, as `device.architecture` names them. */
const NVIDIA: ReadonlySet<string> = new Set([
  ...["volta", "turing", "ampere", "ampere_rtx", "ada", "hopper", "blackwell", "blackwell_rtx"],
]);

/**
 * Operator that copies token rows to the places that an index gives, or adds up rows from such places. The
 * backward pass does the reverse.
 */
export function permutedRows<N>(
  ctx: Context<N>,
  label: string,
  elements: N,
  recomputed: boolean,
): Operator<N> {
  const { alg, x } = ctx;
  const { cluster, plan } = ctx.scenario;
  const A = plan.precision.activationBytes;
  const share = NVIDIA.has(cluster.device.architecture ?? "none") ? PERMUTED_SHARE : 1;
  const time = (what: string): N =>
    alg.apply(book.permutedRowsTime, {
      Q: alg.apply(book.movedBytes, { B_x: moved(ctx, `${label}: ${what}`, 2 * A), n_x: elements }),
      W: x.memoryRate,
      eta_m: x.memoryEfficiency,
      c_r: alg.constant("share of a stream's rate", share, "1", "CALIBRATION.md: permutation"),
      tau_0: kernelStart(alg),
    });
  return {
    kind: "memory_bound",
    label,
    forward: time("read and written"),
    backward: time("read and written backward"),
    recomputed,
  };
}
