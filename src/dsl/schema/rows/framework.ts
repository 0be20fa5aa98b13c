import type { FieldRow, RecordRow } from "../row.ts";
import { automodel } from "./framework/stacks/automodel.ts";
import { deepspeed } from "./framework/stacks/deepspeed.ts";
import { fsdp } from "./framework/stacks/fsdp.ts";
import { generic } from "./framework/stacks/generic.ts";
import { internevo } from "./framework/stacks/internevo.ts";
import { maxtext } from "./framework/stacks/maxtext.ts";
import { megatronCore } from "./framework/stacks/megatronCore.ts";
import { megatronDeepspeed } from "./framework/stacks/megatronDeepspeed.ts";
import { megatronLm } from "./framework/stacks/megatronLm.ts";
import { nanotron } from "./framework/stacks/nanotron.ts";
import { torchtitan } from "./framework/stacks/torchtitan.ts";

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
  megatronDeepspeed,
  deepspeed,
  fsdp,
  torchtitan,
  automodel,
  nanotron,
  maxtext,
  internevo,
];

/** The plan's field. */
export const frameworkField: FieldRow = {
  name: "framework",
  doc: "The software stack: it gives this plan's defaults and the constants of its code.",
  accepts: { tags: frameworkTags.map(({ name }) => name) },
  default: "generic",
  example: "megatron_lm(2021)",
};
