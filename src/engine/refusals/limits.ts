import type { Limits } from "../core/limit.ts";
import { rlLimits } from "../rl/rlLimits.ts";
import { scheduleLimits } from "../schedules/scheduleLimits.ts";
import { servingLimits } from "../serving/servingLimits.ts";
import { convergenceLimits } from "../trainingRun/convergence/convergenceLimits.ts";
import { resilienceLimits } from "../trainingRun/run/resilienceLimits.ts";
import { compressionLimits } from "../trainingStep/compression/compressionLimits.ts";
import { offloadLimits } from "../trainingStep/offload/offloadLimits.ts";
import { syncLimits } from "../trainingStep/sync/syncLimits.ts";
import { degreeLimits, degreeSearchLimits } from "./limits/degreeLimits.ts";
import { diffusionLimits } from "./limits/diffusionLimits.ts";
import { machineLimits } from "./limits/machineLimits.ts";
import {
  contextLimits,
  groupLimits,
  headLimits,
  operatorLimits,
  overlapLimits,
  shardingLimits,
} from "./limits/planLimits.ts";
import { poolLimits, poolSearchLimits } from "./limits/poolLimits.ts";
import { sparsityLimits } from "./limits/sparsityLimits.ts";
import { stackLimits } from "./limits/stackLimits.ts";
import { visionLimits } from "./limits/visionLimits.ts";

/** All combinations that are not modelled, for docs/limits.md. */
export const limits: readonly Limits[] = [
  ...[
    scheduleLimits,
    stackLimits,
    visionLimits,
    diffusionLimits,
    sparsityLimits,
    contextLimits,
    headLimits,
    overlapLimits,
  ],
  ...[
    operatorLimits,
    groupLimits,
    degreeLimits,
    degreeSearchLimits,
    shardingLimits,
    offloadLimits,
    compressionLimits,
    syncLimits,
  ],
  ...[
    resilienceLimits,
    convergenceLimits,
    servingLimits,
    rlLimits,
    machineLimits,
    poolLimits,
    poolSearchLimits,
  ],
];
