import * as book from "../../formulas/compute/own.ts";
import { kernelStart } from "../kernels/kernels.ts";
import type { Operator } from "../kernels/operator.ts";
import type { LayerContext } from "../model/layerContext.ts";
import { type OwnInputs, ownInputs } from "../model/ownInputs.ts";

/**
 * Kernels of the operators that a program adds to a layer. One whose arithmetic takes longer than its bytes counts as a
 * matmul, any other as memory-bound. One without FLOPs and bytes runs no kernel.
 */
export function ownOperators<N>(ctx: LayerContext<N>, recomputed: boolean): readonly Operator<N>[] {
  if (ctx.scenario.model.operators.length === 0) return [];
  return ownInputs(ctx)
    .filter(({ of }) => of.flops > 0 || of.bytes > 0)
    .map((own) => {
      const { alg, x } = ctx;
      const once = passOf(ctx, own, x.one);
      const arithmetic = alg.apply(book.ownTime, { ...once, Q: noBytes(ctx) });
      const streaming = alg.apply(book.ownTime, { ...once, C: noFlops(ctx) });
      return {
        kind: alg.less(streaming, arithmetic) ? "gemm" : "memory_bound",
        label: own.of.name,
        forward: alg.apply(book.ownTime, once),
        backward: alg.apply(book.ownTime, passOf(ctx, own, own.backward)),
        recomputed,
      };
    });
}

function passOf<N>({ alg, x }: LayerContext<N>, { flops, bytes, ranks }: OwnInputs<N>, c_op: N) {
  const shape = { c_op, s: x.localSeqLen, b: x.microBatch, t_op: ranks };
  return {
    C: alg.apply(book.ownFlops, { F_op: flops, ...shape }),
    R: x.attentionRate,
    eta_c: x.gemmEfficiency,
    c_s: x.sustained,
    Q: alg.apply(book.ownBytes, { B_op: bytes, ...shape }),
    W: x.memoryRate,
    eta_m: x.memoryEfficiency,
    tau_0: kernelStart(alg),
  };
}

const noFlops = <N>({ alg }: LayerContext<N>): N => alg.constant("no FLOPs", 0, "FLOP", "definition");
const noBytes = <N>({ alg }: LayerContext<N>): N => alg.constant("no bytes", 0, "B", "definition");
