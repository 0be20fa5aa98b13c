import type { FieldRow } from "../../notation/row.ts";
import { abilities } from "./fields/abilities.ts";
import { hostFacts } from "./fields/host.ts";
import { kernelFacts } from "./fields/kernels.ts";
import { memoryFacts } from "./fields/memory.ts";
import { networkFacts } from "./fields/network.ts";
import { planDefaults } from "./fields/planDefaults.ts";

/** Fields of every framework; each framework sets its own defaults. */
export const frameworkFields: readonly FieldRow[] = [
  ...planDefaults,
  ...abilities,
  ...hostFacts,
  ...networkFacts,
  ...kernelFacts,
  ...memoryFacts,
];
