import { expertLayers } from "../model/layerKinds.ts";
import { error } from "../refusals/refusal.ts";
import type { Refusal, Scenario } from "../scenario.ts";

/** What cannot be compressed, or was not shown to train. */
export function compressionRefusals({ model, plan }: Scenario): readonly Refusal[] {
  const { compression, zero, sync } = plan;
  if (compression === null) return [];
  const found: Refusal[] = [];
  const refuse = (field: string, what: string, instead: string): void => {
    found.push(error("not-modelled", [field, "plan.compression"], { what, instead }));
  };
  const { kind } = compression;
  // Islands meet outside of what ZeRO shards.
  const gradients = sync.kind === "synchronous";
  if (gradients && kind === "one_bit" && zero > 0)
    refuse(
      "plan.zero",
      `\`one_bit\` under ZeRO ${zero}`,
      "`zero = 0` is: every rank compresses the whole momentum (arXiv:2102.02888)",
    );
  if (gradients && (kind === "top_k" || kind === "power_sgd") && (zero > 1 || plan.dpShard < plan.dp))
    refuse(
      "plan.zero",
      `\`${kind}\` of gradients that are sharded`,
      "`zero = 1` over all replicas is, or `quantised` (ZeRO++, arXiv:2306.10209)",
    );
  if (kind === "power_sgd" && plan.lora !== null)
    refuse("plan.finetune", "low-rank approximation of low-rank adapters", "`quantised` is");
  if (kind === "power_sgd" && expertLayers(model) > 0)
    refuse("plan.compression", "`power_sgd` of a mixture of experts", "`quantised` is");
  return found;
}
