import * as activations from "../../formulas/memory/activations.ts";
import * as book from "../../formulas/model/moe.ts";
import type { ExpertInputs } from "../inputs/expertInputs.ts";
import { isLow } from "../inputs/precision.ts";
import type { Saved } from "../kernels/saved.ts";
import { sharedWidth } from "../model/experts.ts";
import type { LayerContext } from "../model/layerContext.ts";

/**
 * Saved activations of a mixture of experts, without its input: router scores, tokens that the experts
 * receive, and input and output of their activation function. Dispatched copies are freed before backward.
 * The experts' outputs are not saved, since routing weights are applied at the activation function (Megatron
 * Core).
 */
export function expertTensors<N>(ctx: LayerContext<N>, experts: ExpertInputs<N>): readonly Saved<N>[] {
  const { alg, x, gated } = ctx;
  const { n_e, received: k, t_e } = experts;
  const shape = { s: x.localSeqLen, b: x.microBatch, t_s: x.seqSplit };
  const scores = alg.apply(book.routerTensor, { B_f: x.floatBytes, n_e, ...shape });
  const rows = { B_a: x.actInputBytes, k, ...shape };
  // Inputs of the experts' matmuls are saved in the format of the matmul.
  const low = isLow(ctx.scenario.plan.precision);
  const wide = alg.apply(book.expertTensor, { f: ctx.dFf, ...rows });
  const saved: Saved<N>[] = [
    { name: "router_scores", label: "scores of the router", value: scores, module: "moe" },
    { name: "router_probabilities", label: "probabilities of the router", value: scores, module: "moe" },
    {
      name: "expert_input",
      label: "tokens that the experts receive",
      value: alg.apply(book.routedTensor, {
        B_a: low ? x.operandBytes : x.activationBytes,
        k,
        h: x.dModel,
        t_e,
        ...shape,
      }),
      module: "moe",
      feeds: { targets: ["up"], experts: true },
      by: "all_to_all",
    },
    {
      name: "expert_activation_input",
      label: "input of the experts' activation function",
      value: wide,
      module: "moe",
    },
  ];
  if (gated)
    saved.push({
      name: "expert_gate_input",
      label: "linear branch of the experts' gated MLPs",
      value: wide,
      module: "moe",
    });
  saved.push({
    name: "expert_down_input",
    label: "input of the experts' down-projections",
    value: low ? alg.apply(book.expertTensor, { B_a: x.operandBytes, k, f: ctx.dFf, ...shape }) : wide,
    module: ["moe_act", "moe"],
    feeds: { targets: ["down"], experts: true },
  });
  return [...saved, ...sharedTensors(ctx, experts)];
}

function sharedTensors<N>(ctx: LayerContext<N>, experts: ExpertInputs<N>): readonly Saved<N>[] {
  const { alg, x, gated } = ctx;
  const f = sharedWidth(ctx, experts);
  if (f === null) return [];
  const tensor = (B_a: N): N =>
    alg.apply(activations.mlpTensor, { B_a, s: x.localSeqLen, b: x.microBatch, f, t: x.tp });
  const wide = tensor(x.actInputBytes);
  const module = ["shared_experts", "moe"] as const;
  const saved: Saved<N>[] = [
    {
      name: "shared_activation_input",
      label: "input of the shared experts' activation function",
      value: wide,
      module,
      by: "mlp_first",
    },
  ];
  if (gated)
    saved.push({
      name: "shared_gate_input",
      label: "linear branch of the shared experts' gated MLP",
      value: wide,
      module,
      by: "mlp_second",
    });
  saved.push({
    name: "shared_down_input",
    label: "input of the shared experts' down-projection",
    value: isLow(ctx.scenario.plan.precision) ? tensor(x.operandBytes) : wide,
    module,
    feeds: { targets: ["down"] },
  });
  return saved;
}
