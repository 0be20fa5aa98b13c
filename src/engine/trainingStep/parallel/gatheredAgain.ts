import type { Part } from "../../core/algebra.ts";
import type { StageLayout } from "../../estimate/stageLayout.ts";
import { matrixNumbers } from "../../formulas/compute/optimizers.ts";
import { repeatedParams } from "../../formulas/model/params.ts";
import { wholeWeights } from "../lora/wholeWeights.ts";
import type { ModelContext } from "../model/layerContext.ts";
import { overKinds } from "../model/layersOfKind.ts";
import { weightMatrices } from "../model/weightMatrices.ts";

/**
 * Share of each of a layer's modules in the layer's weights, in order of execution, for frameworks in which each
 * module waits for all transfers in flight (DeepSpeed ZeRO 3). null for frameworks without this wait.
 */
export function modulesOf<N>({ alg, kinds, scenario }: ModelContext<N>): readonly number[] | null {
  const [kind] = kinds;
  if (!scenario.plan.framework.moduleWaits || !kind) return null;
  const sizes = new Map<string, number>();
  for (const { label, n, rows, columns } of weightMatrices(kind, false).dense) {
    const module = fused.has(label) ? "query, key, value" : label;
    sizes.set(module, (sizes.get(module) ?? 0) + alg.value(n) * alg.value(rows) * alg.value(columns));
  }
  const all = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return [...sizes.values()].map((size) => size / all);
}
const fused: ReadonlySet<string> = new Set(["queries", "keys", "values"]);

/**
 * Bytes of a stage's weights that ZeRO 3 gathers a third time for each micro-batch, because the forward pass, its
 * recomputation and the backward pass each need them; null for none. DeepSpeed gathers a module's weights when it runs
 * and frees them afterwards. The weights of a layer's last modules stay between recomputation and backward pass,
 * because fewer than `reuse_distance` parameters are used in between.
 */
export function gatheredAgain<N>(ctx: ModelContext<N>, stage: StageLayout): N | null {
  const { alg, x, scenario } = ctx;
  const { recompute, framework, zero, lora } = scenario.plan;
  if (zero < 3 || (recompute.kind !== "full" && recompute.kind !== "by_layers")) return null;
  const layers = ctx.kinds.map((kind): N | null => {
    const { dense, experts } = weightMatrices(kind, false);
    const found: Part<N>[] = [];
    let behind = 0;
    const whole = kind.recompute.kind === "full" ? [...dense, ...experts].reverse() : [];
    for (const { label, n, rows, columns } of whole) {
      const value = alg.apply(matrixNumbers, { n, n_a: rows, n_b: columns });
      if (2 * behind > framework.reuseDistance) found.push({ label, value });
      behind += alg.value(value);
    }
    if (found.length === 0) return null;
    return alg.sum("parameters of a layer that are gathered again", "param", found);
  });
  const parts: Part<N>[] = [];
  for (const { label, n, value } of overKinds(ctx, stage, layers))
    if (value !== null) parts.push({ label, value: alg.apply(repeatedParams, { n, P_x: value }) });
  if (parts.length === 0) return null;
  const all = alg.sum("parameters that are gathered again", "param", parts);
  const matrices = lora === null ? null : all;
  return wholeWeights(ctx, { all, matrices, adapters: null }, x.gatherBytes);
}
