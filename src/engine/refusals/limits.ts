import { compressionLimits } from "../compression/compressionLimits.ts";
import { convergenceLimits } from "../convergence/convergenceLimits.ts";
import { offloadLimits } from "../offload/offloadLimits.ts";
import { resilienceLimits } from "../run/resilienceLimits.ts";
import { scheduleLimits } from "../schedules/scheduleLimits.ts";
import { servingLimits } from "../serving/servingLimits.ts";
import { syncLimits } from "../sync/syncLimits.ts";
import type { Limits } from "./limit.ts";
import { machineLimits } from "./machineLimits.ts";
import { contextLimits, headLimits, operatorLimits, overlapLimits, shardingLimits } from "./planLimits.ts";
import { stackLimits } from "./stackLimits.ts";

/** All that is not modelled, for readers. */
export const limits: readonly Limits[] = [
  ...[scheduleLimits, stackLimits, contextLimits, headLimits, overlapLimits],
  ...[operatorLimits, shardingLimits, offloadLimits, compressionLimits, syncLimits],
  ...[resilienceLimits, convergenceLimits, servingLimits, machineLimits],
];
