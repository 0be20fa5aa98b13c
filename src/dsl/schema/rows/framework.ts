import type { FieldRow, RecordRow } from "../notation/row.ts";
import { automodel } from "./framework/stacks/automodel.ts";
import { deepspeed } from "./framework/stacks/deepspeed.ts";
import { fsdp } from "./framework/stacks/fsdp.ts";
import { generic } from "./framework/stacks/generic.ts";
import { gptNeox } from "./framework/stacks/gptNeox.ts";
import { haiLlm } from "./framework/stacks/haiLlm.ts";
import { internevo } from "./framework/stacks/internevo.ts";
import { llmFoundry } from "./framework/stacks/llmFoundry.ts";
import { maxtext } from "./framework/stacks/maxtext.ts";
import { megascale } from "./framework/stacks/megascale.ts";
import { megatronBridge } from "./framework/stacks/megatronBridge.ts";
import { megatronCore } from "./framework/stacks/megatronCore.ts";
import { megatronDeepspeed } from "./framework/stacks/megatronDeepspeed.ts";
import { megatronLm } from "./framework/stacks/megatronLm.ts";
import { metaLlama } from "./framework/stacks/metaLlama.ts";
import { mlperfNvidia } from "./framework/stacks/mlperfNvidia.ts";
import { nanotron } from "./framework/stacks/nanotron.ts";
import { nemo } from "./framework/stacks/nemo.ts";
import { paiMegatron } from "./framework/stacks/paiMegatron.ts";
import { pytorch } from "./framework/stacks/pytorch.ts";
import { torchtitan } from "./framework/stacks/torchtitan.ts";
import { torchtune } from "./framework/stacks/torchtune.ts";
import { xtuner } from "./framework/stacks/xtuner.ts";

/**
 * Schema of the tags for training frameworks. A plan names the framework that runs it (`framework =
 * megatron_lm(2021)`). The framework gives defaults for some of the plan's fields, and the facts and constants of its
 * code. Every field of a tag can be set (`nanotron(fused = true)`), so a framework without a tag is written as a listed
 * one with the differences. The fields and their general defaults are in framework/fields.ts.
 */
export const frameworkTags: readonly RecordRow[] = [
  generic,
  megatronLm,
  megatronCore,
  megatronBridge,
  nemo,
  mlperfNvidia,
  paiMegatron,
  megascale,
  megatronDeepspeed,
  gptNeox,
  deepspeed,
  fsdp,
  llmFoundry,
  torchtitan,
  pytorch,
  torchtune,
  xtuner,
  automodel,
  nanotron,
  maxtext,
  internevo,
  metaLlama,
  haiLlm,
];

/** Schema of the plan's field `framework`, which names the training framework that runs the plan. */
export const frameworkField: FieldRow = {
  name: "framework",
  doc: "The software stack: it gives this plan's defaults and the constants of its code.",
  accepts: { tags: frameworkTags.map(({ name }) => name) },
  default: "generic",
  example: "megatron_lm(2021)",
};
