import { error } from "../../core/refusal.ts";
import type { Refusal, Scenario } from "../../scenario/scenario.ts";
import { layersWith } from "../../trainingStep/model/layerKinds.ts";
import { type ModelPart, modelParts } from "../../trainingStep/model/modelParts.ts";

/** Refusal of expert-parallel degrees for a model without experts. */
export function noExperts({ model, plan }: Scenario): readonly Refusal[] {
  if (modelParts(model).some(({ model: own }) => own.mlp.kind === "moe")) return [];
  const field = plan.ep > 1 ? "ep" : "etp";
  return plan[field] > 1
    ? [error("no-experts", [`plan.${field}`, "model.mlp"], { field, degree: plan[field] })]
    : [];
}

/** Refusals of experts in a part of a model that do not divide over devices, or are inconsistent. */
export function experts({ model, plan }: Scenario, part: ModelPart): readonly Refusal[] {
  const { ep, etp, tp, cp, dp } = plan;
  const { mlp } = part.model;
  if (mlp.kind !== "moe") return [];
  const found: Refusal[] = [];
  if (mlp.topK > mlp.experts)
    found.push(
      error("too-few-experts", ["model.mlp.top_k", "model.mlp.experts"], {
        top_k: mlp.topK,
        experts: mlp.experts,
      }),
    );
  const dense = layersWith(model, (of) => of.part === part && of.feedForward === "dense");
  if (!mlp.dense && dense > 0)
    found.push(
      error("dense-width-missing", ["model.mlp.dense"], {
        layers: model.layers,
        dense,
      }),
    );
  if (mlp.experts % mlp.groups !== 0 || mlp.topGroups > mlp.groups)
    found.push(
      error("groups-not-possible", ["model.mlp.groups", "model.mlp.top_groups", "model.mlp.experts"], {
        ...{ experts: mlp.experts, groups: mlp.groups, top_groups: mlp.topGroups },
      }),
    );
  const { balance } = plan;
  if (balance.kind === "measured") {
    const { loads } = balance;
    const total = loads.reduce((sum, one) => sum + one, 0);
    if (loads.length !== mlp.experts || !(total > 0) || loads.some((one) => one < 0))
      found.push(
        error("loads-not-experts", ["plan.balance", "model.mlp.experts"], {
          ...{ loads: loads.length, experts: mlp.experts, least: Math.min(...loads), total },
        }),
      );
  }
  if (mlp.experts % ep !== 0)
    found.push(
      error("experts-not-divisible", ["plan.ep", "model.mlp.experts"], { experts: mlp.experts, ep }),
    );
  const devices = tp * cp * dp;
  if (Number.isInteger(dp) && devices % (ep * etp) !== 0)
    found.push(
      error("ep-not-divisible", ["plan.ep", "plan.etp", "plan.dp", "plan.tp", "plan.cp"], {
        ep,
        etp,
        tp,
        cp,
        dp,
      }),
    );
  return found;
}
