import { optionalInput } from "../../core/optionalInput.ts";
import type { DataEstimate } from "../../estimate/dataEstimate.ts";
import { product } from "../../formulas/communication/collectives.ts";
import * as book from "../../formulas/run/data.ts";
import type { DataSet } from "../../scenario/data.ts";
import type { ModelContext } from "../../trainingStep/model/layerContext.ts";
import type { Resilience } from "../run/run.ts";
import { readBandwidth } from "./readBandwidth.ts";

/**
 * Estimates how training data is read, and how long a step waits for it; null for a plan without a data set. `step` is the
 * step's time without waiting for data, s.
 */
export function data<N>(ctx: ModelContext<N>, kept: Resilience<N>, step: N): DataEstimate<N> | null {
  const { alg, x, scenario } = ctx;
  const { data: set } = scenario.plan;
  if (!set) return null;
  const at = (name: string, value: number, unit = "1"): N => alg.input(`plan.data.${name}`, value, unit);
  const B = x.globalBatch;
  const sequence = alg.apply(book.sequenceBytes, {
    s: x.seqLen,
    B_i: at("ids", set.idBytes, "B"),
    Q_x: at("sample", set.sampleBytes, "B"),
  });
  const { n_u, n_e } = passes(ctx, set);
  const size = alg.apply(book.datasetBytes, { n_uq: n_u, s: x.seqLen, Q_e: sequence });
  const batch = alg.apply(book.stepBytesRead, { B, Q_e: sequence });
  const cached = alg.apply(book.cachedShare, {
    n_N: alg.input("cluster.nodes", scenario.cluster.nodes, "1"),
    Q_c: at("cache", set.cacheBytes, "B"),
    Q_d: size,
    n_e,
  });
  const { checkpoints, bandwidth } = readBandwidth(ctx, kept);
  const read = alg.apply(book.readTime, { Q: batch, c_x: cached, W_r: bandwidth });
  const prepare = alg.apply(book.prepareTime, {
    B,
    d: x.dp,
    tau: at("prepare", set.prepareSeconds, "s"),
    n: at("workers", set.workers),
  });
  const stall = alg.apply(book.dataStall, { tau_1: read, tau_2: prepare, T: step });
  const required = alg.apply(book.requiredReadRate, { Q: batch, T: step });
  return {
    ...{ size, sequence, batch, epochs: n_e, cached, bandwidth },
    ...{ required, checkpoints, read, prepare, stall },
  };
}

/**
 * Tokens of the data set `n_u` and passes of the run over it `n_e`. One pass where the data set's size is not
 * given, or there is no token budget.
 */
function passes<N>(
  { alg, x, scenario }: ModelContext<N>,
  set: DataSet,
): { readonly n_u: N; readonly n_e: N } {
  const n_T = optionalInput(alg, "plan.tokens", scenario.plan.tokens, "token");
  const own = set.tokens === null ? null : alg.input("plan.data.tokens", set.tokens, "token");
  const n_u = own ?? n_T ?? alg.apply(product, { n: x.globalBatch, n_c: x.seqLen });
  return { n_u, n_e: n_T && own ? alg.apply(book.epochs, { n_T, n_uq: own }) : x.one };
}
