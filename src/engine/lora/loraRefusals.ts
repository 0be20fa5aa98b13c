import { layersWith } from "../model/layerKinds.ts";
import { error } from "../refusals/refusal.ts";
import type { Refusal, Scenario } from "../scenario.ts";
import { optimizerTraits } from "../step/optimizers.ts";

/** Models and plans that adapters cannot be put beside. */
export function loraRefusals({ model, plan }: Pick<Scenario, "model" | "plan">): readonly Refusal[] {
  if (plan.lora === null) return [];
  const found: Refusal[] = [];
  const refuse = (what: string, instead: string): void => {
    found.push(error("not-modelled", ["plan.finetune"], { what, instead }));
  };
  if (model.encoder || model.mtp > 0)
    refuse("LoRA of an encoder and a decoder, or beside multi-token prediction", "LoRA of one stack is");
  if (model.attention.kind === "mla") refuse("LoRA of latent attention", "LoRA of grouped queries is");
  if (layersWith(model, ({ mixer }) => mixer === "recurrent") > 0)
    refuse("LoRA of recurrent layers", "LoRA of a model with attention alone is");
  if (optimizerTraits[plan.optimizer].matrices !== null)
    refuse(`LoRA trained by ${plan.optimizer}`, "Adam, Lion or SGD is");
  if (plan.stateOffload.weights !== "none") refuse("LoRA with offloaded weights", "`zero = 3` without is");
  return found;
}
