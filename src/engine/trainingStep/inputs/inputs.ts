import type { Algebra } from "../../core/algebra.ts";
import * as book from "../../formulas/communication/context.ts";
import { mixedRate } from "../../formulas/compute/quantisation.ts";
import { kvHeadsOf } from "../../scenario/attentionKinds.ts";
import type { Device } from "../../scenario/device.ts";
import type { Model } from "../../scenario/model.ts";
import type { Precision } from "../../scenario/precision.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { chunksPerStage } from "../../schedules/pieces.ts";
import { heldTo } from "./heldTo.ts";
import { optimizerTraits } from "./optimizers.ts";
import { coreDtype } from "./precision.ts";
import { trainedBatch } from "./trainedBatch.ts";

/**
 * The model's fields as numbers of the algebra. Fields that a model lacks are absent from its attention and
 * MLP.
 */
export function modelInputs<N>(alg: Algebra<N>, model: Model) {
  const at = (path: string, value: number, unit = "1"): N => alg.input(`model.${path}`, value, unit);
  const { attention } = model;
  return {
    layers: layersInput(alg, model),
    dModel: at("d_model", model.dModel),
    vocab: at("vocab", model.vocab),
    maxSeqLen: at("max_seq_len", model.maxSeqLen, "token"),
    heads: at("attention.heads", attention.heads),
    dHead: at("attention.d_head", attention.dHead),
    kvHeads: at("attention.kv_heads", kvHeadsOf(attention)),
    normsPerLayer: at("norms_per_layer", model.normsPerLayer),
    normVectors: alg.constant(
      "vectors of a norm",
      model.norm === "layernorm" ? 2 : 1,
      "1",
      model.norm === "layernorm" ? "LayerNorm: scale and shift" : "RMSNorm: scale",
    ),
  };
}

/** Layers of encoder and decoder, without those of multi-token prediction. */
function layersInput<N>(alg: Algebra<N>, { layers, encoder }: Model): N {
  const own = alg.input("model.layers", layers, "1");
  if (!encoder) return own;
  return alg.sum("layers of encoder and decoder", "1", [
    { label: "encoder", value: alg.input("model.encoder.layers", encoder.layers, "1") },
    { label: "decoder", value: own },
  ]);
}

export type ModelInputs<N> = ReturnType<typeof modelInputs<N>>;

/** Inputs of a kernel's time other than the kernel's shape. */
export function kernelInputs<N>(
  alg: Algebra<N>,
  device: Device,
  precision: Pick<Precision, "compute" | "attention" | "activationBytes">,
) {
  const at = (path: string, value: number, unit = "1"): N => alg.input(path, value, unit);
  const { compute, attention } = precision;
  const core = coreDtype(precision);
  const peakRate = at(`cluster.device.peak.${compute}`, device.peak[compute], "FLOP/s");
  return {
    one: alg.constant("not split", 1, "1", "definition"),
    floatBytes: alg.constant("bytes of an fp32 number", 4, "B", "IEEE 754"),
    activationBytes: at("plan.precision.activations", precision.activationBytes, "B"),
    memoryRate: at("cluster.device.memory_bandwidth", device.memoryBytesPerSecond, "B/s"),
    peakRate,
    /** Peak rate of attention outside flash kernels, the head and the loss, FLOP/s. */
    attentionRate: at(`cluster.device.peak.${core}`, device.peak[core], "FLOP/s"),
    /** Peak rate of flash attention, which may run in 8 bits, FLOP/s. */
    flashRate: at(`cluster.device.peak.${attention}`, device.peak[attention], "FLOP/s"),
    sms: at("cluster.device.sms", device.sms),
    gemmEfficiency: at("cluster.device.gemm_efficiency", device.gemmEfficiency),
    flashEfficiency: at("cluster.device.flash_efficiency", device.flashEfficiency),
    flashVersion: at("cluster.device.flash_version", device.flashVersion),
    flashBlock: at("cluster.device.flash_block", device.flashBlock, "token"),
    sustained: heldTo(
      alg,
      device,
      compute === "fp32"
        ? alg.constant("clock left of vector units", 1, "1", "CALIBRATION.md: power limits tensor cores")
        : at("cluster.device.sustained", device.sustained),
    ),
    memoryEfficiency: at("cluster.device.memory_efficiency", device.memoryEfficiency),
    launchTime: at("cluster.device.launch", device.launchSeconds, "s"),
  };
}

export type KernelInputs<N> = ReturnType<typeof kernelInputs<N>>;

/** Every field of the scenario that enters a formula, as numbers of the algebra. */
export function scenarioInputs<N>(alg: Algebra<N>, { model, cluster, plan }: Scenario) {
  const at = (path: string, value: number, unit = "1"): N => alg.input(path, value, unit);
  const { device, scaleUp, scaleOut } = cluster;
  const { precision } = plan;
  const optimizer = optimizerTraits[plan.optimizer];
  const tp = at("plan.tp", plan.tp);
  const dp = at("plan.dp", plan.dp);
  const cp = at("plan.cp", plan.cp);
  const seqLen = at("plan.seq_len", plan.seqLen, "token");
  const shared = plan.cp > 1;
  const replicas = shared ? alg.apply(book.replicas, { d: dp, c: cp }) : dp;
  // Listed one by one: an object literal with spreads is many times slower to build, and every estimate
  // builds one.
  const of = modelInputs(alg, model);
  const kernel = kernelInputs(alg, device, precision);
  const { one } = kernel;
  const globalBatch = at("plan.global_batch", plan.globalBatch, "sequence");
  return {
    layers: of.layers,
    dModel: of.dModel,
    vocab: of.vocab,
    maxSeqLen: of.maxSeqLen,
    heads: of.heads,
    dHead: of.dHead,
    kvHeads: of.kvHeads,
    normsPerLayer: of.normsPerLayer,
    normVectors: of.normVectors,
    one,
    tp,
    pp: at("plan.pp", plan.pp),
    cp,
    dp,
    /** Ranks that hold the same weights and reduce gradients together. */
    replicas,
    /** Ranks over which ZeRO shards the state: `dp_shard` times `cp`. */
    shards:
      plan.dpShard === plan.dp
        ? replicas
        : alg.apply(book.replicas, { d: at("plan.dp_shard", plan.dpShard), c: cp }),
    /** Pipeline chunks of a stage. */
    vpp:
      chunksPerStage(plan) === plan.vpp
        ? at("plan.vpp", plan.vpp)
        : alg.constant("chunks of a stage", chunksPerStage(plan), "1", `schedule = ${plan.schedule}`),
    /** Ways that the residual stream is sharded along the sequence. */
    seqSplit: plan.sequenceParallel ? tp : one,
    seqLen,
    /** Tokens of a sequence on one device. */
    localSeqLen: shared ? alg.apply(book.localSeqLen, { s: seqLen, c: cp }) : seqLen,
    /** Ways that the attention core is sharded: its heads over tp, its queries over cp. */
    coreSplit: shared ? alg.apply(book.coreSplit, { t: tp, c: cp }) : tp,
    microBatch: at("plan.micro_batch", plan.microBatch, "sequence"),
    globalBatch,
    /** Sequences of the global batch that the weights learn from. */
    trainedBatch: trainedBatch(alg, plan, globalBatch, dp),
    microBatches: at("plan.num_micro_batches", plan.numMicroBatches),
    activationBytes: kernel.activationBytes,
    operandBytes: at("plan.precision.operands", precision.operandBytes, "B"),
    actInputBytes: at("plan.precision.act_inputs", precision.actInputBytes, "B"),
    attentionOutputBytes: at("plan.precision.attention_output", precision.attentionOutputBytes, "B"),
    reduceBytes: at("plan.precision.gradient_reduce", precision.reduceBytes, "B"),
    gatherBytes: at("plan.precision.weight_gather", precision.gatherBytes, "B"),
    weightBytes: at("plan.precision.weights", precision.weightBytes, "B"),
    dispatchBytes: at("plan.precision.token_dispatch", precision.dispatchBytes, "B"),
    gradientBytes: at("plan.precision.gradients", precision.gradientBytes, "B"),
    accumulateBytes: alg.constant(
      "bytes that adding to an accumulated gradient moves",
      2 * precision.gradientBytes,
      "B",
      "read and written",
    ),
    masterBytes: at("plan.precision.master", precision.masterBytes, "B"),
    momentBytes:
      optimizer.momentBytes === null
        ? at("plan.precision.moments", precision.momentBytes, "B")
        : alg.constant("bytes of a moment, and of its scale", optimizer.momentBytes, "B", optimizer.source),
    moments: alg.constant("moments of the optimizer", optimizer.moments, "1", optimizer.source),
    maskBytes: alg.constant("bytes of a dropout mask's entry", 1, "B", "arXiv:2205.05198, section 4.1"),
    floatBytes: kernel.floatBytes,
    stackFlashVersion: at("plan.framework.flash_version", plan.framework.flashVersion),
    scaleKernels: at("plan.framework.scale_kernels", plan.framework.scaleKernels),
    vocabMultiple: at("plan.framework.vocab_multiple", plan.framework.vocabMultiple),
    launches: at("plan.framework.launches", plan.framework.launches),
    expertLaunches: at("plan.framework.expert_launches", plan.framework.expertLaunches),
    expertCastLaunches: at("plan.framework.expert_cast_launches", plan.framework.expertCastLaunches),
    collectiveLaunch: at("plan.framework.collective_launch", plan.framework.collectiveLaunchSeconds, "s"),
    collectiveWait: at("plan.framework.collective_wait", plan.framework.collectiveWaitSeconds, "s"),
    nodeLatency: at("plan.framework.node_latency", plan.framework.nodeLatencySeconds, "s"),
    announcing: at("plan.framework.announcing", plan.framework.announcingSeconds, "s"),
    collectiveEfficiency: at("plan.framework.collective_efficiency", plan.framework.collectiveEfficiency),
    layerTensors: at("plan.framework.layer_tensors", plan.framework.layerTensors),
    bucketBytes: at("plan.framework.bucket", plan.framework.bucketBytes, "B"),
    bucketRankBytes: at("plan.framework.bucket_per_rank", plan.framework.bucketRankBytes, "B"),
    gradientLaunch: at("plan.framework.gradient_launch", plan.framework.gradientLaunchSeconds, "s"),
    rankLaunch: at("plan.framework.rank_launch", plan.framework.rankLaunchSeconds, "s"),
    logitBytes: at("plan.framework.logit_bytes", plan.framework.logitBytes, "B"),
    keptLogits: at("plan.framework.kept_logits", plan.framework.keptLogits),
    gradientSumBytes: at("plan.framework.gradient_sum", plan.framework.gradientSumBytes, "B"),
    gradientPasses: at("plan.framework.gradient_passes", plan.framework.gradientPasses),
    expertStreams: at("plan.framework.expert_streams", plan.framework.expertStreams),
    bucketCopies: at("plan.framework.bucket_copies", plan.framework.bucketCopies, "B"),
    flatBytes: at("plan.framework.flat_bytes", plan.framework.flatBytes, "B"),
    stepBytes: at("plan.framework.step_bytes", plan.framework.stepBytes, "B"),
    fragmentation: at("plan.framework.fragmentation", plan.framework.fragmentation),
    sequenceBuffers: at("plan.framework.sequence_buffers", plan.framework.sequenceBuffers),
    runAhead: at("plan.framework.run_ahead", plan.framework.runAhead),
    workspace: at("plan.framework.workspace", plan.framework.workspaceBytes, "B"),
    communicator: at("plan.framework.communicator", plan.framework.communicatorBytes, "B"),
    devices: at("cluster.devices", cluster.devices, "GPU"),
    nodeDevices: at("cluster.devices_per_node", cluster.devicesPerNode),
    memory: at("cluster.device.usable_memory", device.usableBytes, "B"),
    memoryRate: kernel.memoryRate,
    peakRate: kernel.peakRate,
    /** Peak rate of the layers' matmuls with weights, FLOP/s. */
    linearRate:
      precision.bf16Layers > 0
        ? alg.apply(mixedRate, {
            L: of.layers,
            n: at("plan.precision.bf16_layers", Math.min(precision.bf16Layers, model.layers)),
            R: kernel.peakRate,
            R_w: at("cluster.device.peak.bf16", device.peak.bf16, "FLOP/s"),
          })
        : kernel.peakRate,
    attentionRate: kernel.attentionRate,
    flashRate: kernel.flashRate,
    sms: kernel.sms,
    gemmEfficiency: kernel.gemmEfficiency,
    flashEfficiency: kernel.flashEfficiency,
    flashVersion: kernel.flashVersion,
    flashBlock: kernel.flashBlock,
    sustained: kernel.sustained,
    memoryEfficiency: kernel.memoryEfficiency,
    contention: at("cluster.device.contention", device.contention),
    launchTime: kernel.launchTime,
    hostRate: at("cluster.device.host_link", device.hostBytesPerSecond, "B/s"),
    hostLinkDevices: at("cluster.host_link_devices", cluster.host.linkDevices),
    hostMemoryRate: at("cluster.host_memory_bandwidth", cluster.host.memoryBytesPerSecond, "B/s"),
    hostEfficiency: at("cluster.host_efficiency", cluster.host.efficiency),
    reserved: at("cluster.device.reserved", device.reservedBytes, "B"),
    upRate: at("cluster.scale_up.bandwidth", scaleUp.bytesPerSecond, "B/s"),
    upLatency: at("cluster.scale_up.latency", scaleUp.latencySeconds, "s"),
    upBase: at("cluster.scale_up.base_latency", scaleUp.baseLatencySeconds, "s"),
    upEfficiency: at("cluster.scale_up.efficiency", scaleUp.efficiency),
    sharpEfficiency: at("cluster.scale_up.sharp_efficiency", scaleUp.sharpEfficiency),
    domain: at("cluster.scale_up.domain", scaleUp.domain),
    slotRate: at("cluster.scale_up.slot", scaleUp.slotBytesPerSecond, "B/s"),
    switchDevices: at("cluster.scale_up.switch", scaleUp.pcie?.switchDevices ?? 1),
    uplinkRate: at("cluster.scale_up.uplink", scaleUp.pcie?.uplinkBytesPerSecond ?? 0, "B/s"),
    socketLinkRate: at("cluster.scale_up.socket_link", scaleUp.pcie?.socketLinkBytesPerSecond ?? 0, "B/s"),
    bridgeRate: at("cluster.scale_up.bridge", scaleUp.pcie?.bridgeBytesPerSecond ?? 0, "B/s"),
    nicRate: at(
      scaleOut?.kind === "dcn" ? "cluster.scale_out.per_chip" : "cluster.scale_out.nic",
      scaleOut?.nicBytesPerSecond ?? 0,
      "B/s",
    ),
    nics: at("cluster.scale_out.nics_per_node", scaleOut?.nicsPerNode ?? 0),
    outLatency: at("cluster.scale_out.latency", scaleOut?.latencySeconds ?? 0, "s"),
    outBase: at("cluster.scale_out.base_latency", scaleOut?.baseLatencySeconds ?? 0, "s"),
    outEfficiency: at("cluster.scale_out.efficiency", scaleOut?.efficiency ?? 1),
    oversubscription: at("cluster.scale_out.oversubscription", scaleOut?.oversubscription ?? 1),
    podOversubscription: at(
      scaleOut?.kind === "dragonfly" ? "cluster.scale_out.taper" : "cluster.scale_out.pod_oversubscription",
      scaleOut?.podOversubscription ?? 1,
    ),
    siteBandwidth: at("cluster.sites.bandwidth", cluster.sites?.bytesPerSecond ?? 0, "B/s"),
    siteLatency: at("cluster.sites.latency", cluster.sites?.latencySeconds ?? 0, "s"),
  };
}

export type Inputs<N> = ReturnType<typeof scenarioInputs<N>>;
