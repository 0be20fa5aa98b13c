import type { LayerComm } from "../communication/communication.ts";
import { type Launched, withHost } from "../compute/host.ts";
import type { Compute } from "../compute/layerTime.ts";
import { withOffload } from "../memory/offloadedActivations.ts";
import type { ModelContext } from "../model/layerContext.ts";
import type { MicroBatchWork } from "./microBatch.ts";

/**
 * Time of one layer of one kind (such as dense or mixture of experts) for one micro-batch, s: its kernels (`work`),
 * its collectives (`comm`), and passes with exposed collectives and host waits included (`forward`, `backward`).
 */
export interface KindTime<N> extends Launched<N> {
  readonly work: Compute<N>;
  readonly comm: LayerComm<N>;
  /** Part of `forward` and `backward` in which the device waits for copies to and from host memory, s. */
  readonly copying: N;
}

/** Time of one layer of each kind for one micro-batch, in the order of the context's kinds. */
export function kindTimes<N>(
  ctx: ModelContext<N>,
  { work, layers }: MicroBatchWork<N>,
): readonly KindTime<N>[] {
  const found: KindTime<N>[] = [];
  layers.forEach(({ comm, busy: alone, activations }, i) => {
    const kind = ctx.kinds[i];
    const own = work.layers[i];
    if (!kind || !own) return;
    const busy = withOffload(kind, alone, own.weights, activations);
    const { forward, backward, wait, weights } = withHost(kind, busy, own.weights, comm);
    found.push({ work: own, comm, forward, backward, wait, weights, copying: busy.copying });
  });
  return found;
}
