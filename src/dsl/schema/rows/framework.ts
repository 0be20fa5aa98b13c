import type { FieldRow, RecordRow } from "../row.ts";
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
import { torchtitan } from "./framework/stacks/torchtitan.ts";
import { torchtune } from "./framework/stacks/torchtune.ts";
import { xtuner } from "./framework/stacks/xtuner.ts";

/**
 * Software stacks. A plan names the one that ran (`framework = megatron_lm(2021)`) instead of being tuned: it gives the
 * defaults of some of the plan's fields, and the facts and constants that belong to the stack's code. Every field can be
 * set (`nanotron(fused = true)`), so a stack that is not here is one of these with what differs. The fields, with what
 * they are where a stack says nothing of its own, are in framework/fields.ts.
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
  torchtune,
  xtuner,
  automodel,
  nanotron,
  maxtext,
  internevo,
  metaLlama,
  haiLlm,
];

/** The plan's field. */
export const frameworkField: FieldRow = {
  name: "framework",
  doc: "The software stack: it gives this plan's defaults and the constants of its code.",
  accepts: { tags: frameworkTags.map(({ name }) => name) },
  default: "generic",
  example: "megatron_lm(2021)",
};
