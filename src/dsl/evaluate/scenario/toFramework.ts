import type { Degree } from "../../../engine/scenario/degree.ts";
import type { Framework } from "../../../engine/scenario/framework.ts";
import type { RecordValue } from "../values/value.ts";
import type { Reader } from "./read.ts";
import { toAbilities } from "./toAbilities.ts";

export const toOrder = (word: string): readonly Degree[] => word.split("_") as Degree[];

export function toFramework(read: Reader, plan: RecordValue): Framework {
  const tag = read.record(plan, "framework");
  const number = (field: string, otherwise = 0): number => (tag ? read.number(tag, field) : otherwise);
  const truth = (field: string): boolean => tag !== null && read.truth(tag, field);
  return {
    name: tag?.name ?? "generic",
    year: number("year"),
    launches: number("launches"),
    expertLaunches: number("expert_launches"),
    expertCastLaunches: number("expert_cast_launches"),
    flashVersion: number("flash_version", 3),
    scaleKernels: number("scale_kernels"),
    jointCasts: truth("joint_casts"),
    vocabMultiple: number("vocab_multiple", 1),
    collectiveLaunchSeconds: number("collective_launch"),
    rankLaunchSeconds: number("rank_launch"),
    gradientLaunchSeconds: number("gradient_launch"),
    collectiveWaitSeconds: number("collective_wait"),
    nodeLatencySeconds: number("node_latency"),
    announcingSeconds: number("announcing"),
    stageShares: tag ? read.word<Framework["stageShares"]>(tag, "stage_shares") : "all",
    tpOverlap: tag ? read.word<Framework["tpOverlap"]>(tag, "tp_overlap") : "pieces",
    amaxReduction: tag ? read.word<Framework["amaxReduction"]>(tag, "amax_reduction") : "none",
    bucketBytes: number("bucket", 1),
    bucketRankBytes: number("bucket_per_rank"),
    gatherOverlap: truth("gather_overlap"),
    layerTensors: number("layer_tensors"),
    wholeReduction: truth("whole_reduction"),
    reuseDistance: number("reuse_distance"),
    moduleWaits: truth("module_waits"),
    flatCollectives: truth("flat_collectives"),
    collectiveEfficiency: number("collective_efficiency", 1),
    cudaGraphs: truth("cuda_graphs"),
    fused: truth("fused"),
    rmsNormFused: tag === null || truth("rms_norm_fused"),
    yarnFused: truth("yarn_fused"),
    expertKernels: tag ? read.word<Framework["expertKernels"]>(tag, "expert_kernels") : "compiled",
    crossEntropy: tag ? read.word<Framework["crossEntropy"]>(tag, "cross_entropy") : "eager",
    recomputeSkips: tag ? read.word<Framework["recomputeSkips"]>(tag, "recompute_skips") : "nothing",
    inputGather: tag ? read.word<Framework["inputGather"]>(tag, "input_gather") : "apart",
    logitBytes: number("logit_bytes"),
    keptLogits: number("kept_logits"),
    gradientSumBytes: number("gradient_sum"),
    shardCopies: tag ? read.word<Framework["shardCopies"]>(tag, "shard_copies") : "nothing",
    gradientPasses: number("gradient_passes"),
    expertStreams: number("expert_streams"),
    halfGradients: truth("half_gradients"),
    bucketCopies: number("bucket_copies"),
    flatBytes: number("flat_bytes"),
    stepBytes: number("step_bytes"),
    rotaryCopies: truth("rotary_copies"),
    freesStageInputs: truth("frees_stage_inputs"),
    gathers: tag ? read.word<Framework["gathers"]>(tag, "gathers") : "layers",
    fragmentation: number("fragmentation"),
    sequenceBuffers: number("sequence_buffers"),
    runAhead: number("run_ahead"),
    workspaceBytes: number("workspace"),
    communicatorBytes: number("communicator"),
    runs: toAbilities(read, tag),
    rankOrders: tag ? read.words(tag, "rank_orders").map(toOrder) : [],
  };
}
