import type { FieldRow } from "../../notation/row.ts";
import { abilities } from "./fields/abilities.ts";
import { hostFacts } from "./fields/host.ts";
import { kernelFacts } from "./fields/kernels.ts";
import { memoryFacts } from "./fields/memory.ts";
import { networkFacts } from "./fields/network.ts";
import { planDefaults } from "./fields/planDefaults.ts";

/**
 * Schema of the fields that every framework has, with general defaults. Each framework replaces some of the defaults.
 */
export const frameworkFields: readonly FieldRow[] = [
  ...planDefaults,
  ...abilities,
  ...hostFacts,
  ...networkFacts,
  ...kernelFacts,
  ...memoryFacts,
];
