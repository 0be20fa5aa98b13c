import { lazy } from "../../core/lazy.ts";
import { totalCallTime } from "../../formulas/communication/collectives.ts";
import { gradientWindow } from "../../formulas/step/pipeline.ts";
import type { Recurring } from "../communication/communication.ts";
import { alone, overlapped } from "../communication/overlap.ts";
import type { Context } from "../inputs/context.ts";
import { gradientScatter, type UpdatePasses } from "./gradientScatter.ts";
import type { ReplicaSend, Stretch } from "./replicaSend.ts";

/** Stretches of passes in an update, each listed after the shorter stretches that it contains (`parts`). */
const ORDER: readonly { readonly stretch: Stretch; readonly parts: readonly Stretch[] }[] = [
  { stretch: "first forward", parts: [] },
  { stretch: "last backward", parts: [] },
  { stretch: "forward", parts: ["first forward"] },
  { stretch: "backward", parts: ["last backward"] },
  { stretch: "scatter", parts: ["first forward", "last backward", "forward", "backward"] },
];

/**
 * Computes the exposed time of data-parallel collectives in one update: the time that the passes of a pipeline stage
 * do not hide.
 */
export function replicaComm<N>(
  ctx: Context<N>,
  passes: UpdatePasses<N>,
  sent: readonly ReplicaSend<N>[],
): readonly Recurring<N>[] {
  const exposed = new Map<ReplicaSend<N>, readonly Recurring<N>[]>();
  for (const one of sent) if (one.during === null) exposed.set(one, alone(ctx, one.ways));
  for (const { stretch, parts } of ORDER) {
    const behind = lazy(() => secondsOf(ctx, passes, stretch));
    for (const one of sent) {
      if (one.during !== stretch) continue;
      const before = [...exposed].flatMap(([{ during }, found]) =>
        during === stretch || (during !== null && parts.includes(during)) ? found : [],
      );
      exposed.set(one, overlapped(ctx, behind(), [one.ways], before));
    }
  }
  return sent.flatMap((one) => exposed.get(one) ?? []);
}

/** Duration of a stretch of passes in an update on one pipeline stage, s. */
function secondsOf<N>(ctx: Context<N>, passes: UpdatePasses<N>, stretch: Stretch): N {
  const { alg, x } = ctx;
  const { forward, backward, idle, m } = passes;
  const window = (tau: N): N => alg.apply(gradientWindow, { tau, p: x.pp, m, v: x.vpp });
  const all = (tau: N): N => alg.apply(totalCallTime, { n_c: m, tau });
  switch (stretch) {
    case "first forward":
      return window(forward);
    case "last backward":
      return window(backward);
    case "forward":
      return all(forward);
    case "backward":
      return alg.sum("backward passes and waiting for other stages", "s", [
        { label: "backward passes that gradient collectives overlap", value: all(backward) },
        { label: "pipeline bubble that gradient collectives overlap", value: idle },
      ]);
    case "scatter":
      return gradientScatter(ctx, passes).behind;
  }
}
