import { literalMaker } from "../../../units/index.ts";
import type { Algebra } from "../../core/algebra.ts";
import * as book from "../../formulas/communication/context.ts";
import { mixedRate, narrowRate } from "../../formulas/compute/quantisation.ts";
import { patchOutputs } from "../../formulas/model/diffusion.ts";
import { kvHeadsOf } from "../../scenario/attentionKinds.ts";
import type { Conditioning } from "../../scenario/conditioning.ts";
import type { Device } from "../../scenario/device.ts";
import type { FieldRow } from "../../scenario/fieldRow.ts";
import { stepFields } from "../../scenario/fieldRows.ts";
import type { Model, Patches } from "../../scenario/model.ts";
import type { Precision } from "../../scenario/precision.ts";
import type { Scenario } from "../../scenario/scenario.ts";
import { chunksPerStage } from "../../schedules/pieces.ts";
import { heldTo } from "./heldTo.ts";
import { optimizerTraits } from "./optimizers.ts";
import { coreDtype } from "./precision.ts";
import { trainedBatch } from "./trainedBatch.ts";

/**
 * Fields of the model as numbers of the algebra, for formulas. Fields that only some kinds of attention or MLP have
 * are not here.
 */
export function modelInputs<N>(alg: Algebra<N>, model: Model) {
  const at = (path: string, value: number, unit = "1"): N => alg.input(`model.${path}`, value, unit);
  const { attention } = model;
  return {
    layers: layersInput(alg, model),
    dModel: at("d_model", model.dModel),
    vocab: model.conditioning
      ? outputsInput(alg, model.conditioning, model.patches)
      : at("vocab", model.vocab),
    maxSeqLen: at("max_seq_len", model.maxSeqLen, "token"),
    heads: at("attention.heads", attention.heads),
    dHead: at("attention.d_head", attention.dHead),
    kvHeads: at("attention.kv_heads", kvHeadsOf(attention)),
    normsPerLayer: at("norms_per_layer", model.normsPerLayer),
    normVectors: alg.constant("vectors of a norm", ...normVectors(model)),
  };
}

/** Number of parameter vectors of a norm, and why. The modulations of a diffusion transformer replace them. */
function normVectors({ norm, conditioning }: Model): readonly [value: number, unit: string, source: string] {
  if (conditioning) return [0, "1", "arXiv:2212.09748, section 3.2: scale and shift come from the condition"];
  return norm === "layernorm" ? [2, "1", "LayerNorm: scale and shift"] : [1, "1", "RMSNorm: scale"];
}

/** Number of values that a diffusion transformer predicts for a patch. */
function outputsInput<N>(alg: Algebra<N>, { outputs }: Conditioning, patches: Patches | null): N {
  return alg.apply(patchOutputs, {
    n_ch: alg.input("model.conditioning.outputs", outputs, "1"),
    n_j: alg.input("model.input.patch", patches?.patch ?? 1, "1"),
  });
}

/** Number of the model's layers, encoder and decoder together, without layers for multi-token prediction. */
function layersInput<N>(alg: Algebra<N>, { layers, encoder, vision }: Model): N {
  const own = alg.input("model.layers", layers, "1");
  if (vision)
    return alg.sum("layers of vision encoder and language model", "1", [
      {
        label: "layers of the vision encoder",
        value: alg.input("model.vision.encoder.layers", vision.encoder.layers, "1"),
      },
      { label: "layers of the language model", value: own },
    ]);
  if (!encoder) return own;
  return alg.sum("layers of encoder and decoder", "1", [
    { label: "layers of the encoder", value: alg.input("model.encoder.layers", encoder.layers, "1") },
    { label: "layers of the decoder", value: own },
  ]);
}

export type ModelInputs<N> = ReturnType<typeof modelInputs<N>>;

/**
 * Inputs of the formulas of a kernel's time, other than the kernel's shape: the device's rates and efficiencies, and
 * bytes of number formats.
 */
export function kernelInputs<N>(
  alg: Algebra<N>,
  device: Device,
  precision: Pick<Precision, "compute" | "attention" | "head" | "activationBytes">,
) {
  const at = (path: string, value: number, unit = "1"): N => alg.input(path, value, unit);
  const { compute, attention, head } = precision;
  const core = coreDtype(precision);
  const peakRate = at(`cluster.device.peak.${compute}`, device.peak[compute], "FLOP/s");
  return {
    one: alg.constant("not split", 1, "1", "definition"),
    floatBytes: alg.constant("bytes of an fp32 number", 4, "B", "IEEE 754"),
    activationBytes: at("plan.precision.activations", precision.activationBytes, "B"),
    memoryRate: at("cluster.device.memory_bandwidth", device.memoryBytesPerSecond, "B/s"),
    peakRate,
    /** Peak rate of attention outside flash kernels and of the router, FLOP/s. */
    attentionRate: at(`cluster.device.peak.${core}`, device.peak[core], "FLOP/s"),
    /** Peak rate of flash attention, which may run in 8 bits, FLOP/s. */
    flashRate: at(`cluster.device.peak.${attention}`, device.peak[attention], "FLOP/s"),
    /** Peak rate of the head, which may run in 8 bits, FLOP/s. */
    headRate: at(`cluster.device.peak.${head}`, device.peak[head], "FLOP/s"),
    sms: at("cluster.device.sms", device.sms),
    gemmEfficiency: at("cluster.device.gemm_efficiency", device.gemmEfficiency),
    flashEfficiency: at("cluster.device.flash_efficiency", device.flashEfficiency),
    flashVersion: at("cluster.device.flash_version", device.flashVersion),
    flashBlock: at("cluster.device.flash_block", device.flashBlock, "token"),
    softmaxWidth: at("cluster.device.softmax_width", device.softmaxWidth),
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

type StepFields<N> = { readonly [K in keyof typeof stepFields]: N };

const rows: readonly FieldRow[] = Object.values(stepFields);
const stepFieldsOf = literalMaker<StepFields<unknown>>(
  Object.keys(stepFields).map((name, i) => [name, [i]] as const),
);

/** Inputs that depend on more than one field of the scenario, or on the kind of its parts. */
function derivedInputs<N>(
  alg: Algebra<N>,
  { cluster, plan, model }: Scenario,
  { tp, dp, cp, seqLen, globalBatch }: StepFields<N>,
  { layers }: ModelInputs<N>,
  { one, peakRate }: KernelInputs<N>,
) {
  const at = (path: string, value: number, unit = "1"): N => alg.input(path, value, unit);
  const { device, scaleOut } = cluster;
  const { precision } = plan;
  const optimizer = optimizerTraits[plan.optimizer];
  const shared = plan.cp > 1;
  const narrow =
    precision.compute === "fp4"
      ? alg.apply(narrowRate, {
          R: peakRate,
          eta_4: at("cluster.device.fp4_efficiency", device.fp4Efficiency),
        })
      : peakRate;
  const replicas = shared ? alg.apply(book.replicas, { d: dp, c: cp }) : dp;
  return {
    /** Number of ranks that hold the same weights: `dp` × `cp`. */
    replicas,
    /** Number of ranks over which ZeRO shards the optimizer state: `dp_shard` × `cp`. */
    shards:
      plan.dpShard === plan.dp
        ? replicas
        : alg.apply(book.replicas, { d: at("plan.dp_shard", plan.dpShard), c: cp }),
    /** Number of chunks (virtual stages) of a pipeline stage. */
    vpp:
      chunksPerStage(plan) === plan.vpp
        ? at("plan.vpp", plan.vpp)
        : alg.constant("chunks of a stage", chunksPerStage(plan), "1", `schedule = ${plan.schedule}`),
    /** Number of ranks that shard the residual stream along the sequence: `tp` under sequence parallelism, else 1. */
    seqSplit: plan.sequenceParallel ? tp : one,
    /** Number of a sequence's tokens on one device: the sequence length ÷ `cp`. */
    localSeqLen: shared ? alg.apply(book.localSeqLen, { s: seqLen, c: cp }) : seqLen,
    /** Number of ranks that shard the attention core, `tp` × `cp`: its heads over tp, its queries over cp. */
    coreSplit: shared ? alg.apply(book.coreSplit, { t: tp, c: cp }) : tp,
    /** Number of sequences of a step whose gradients update the weights: see `trainedBatch`. */
    trainedBatch: trainedBatch(alg, plan, globalBatch, dp),
    accumulateBytes: alg.constant(
      "bytes that adding to an accumulated gradient moves",
      2 * precision.gradientBytes,
      "B",
      "read and written",
    ),
    momentBytes:
      optimizer.momentBytes === null
        ? at("plan.precision.moments", precision.momentBytes, "B")
        : alg.constant("bytes of a moment, and of its scale", optimizer.momentBytes, "B", optimizer.source),
    moments: alg.constant("moments of the optimizer", optimizer.moments, "1", optimizer.source),
    maskBytes: alg.constant("bytes of a dropout mask's entry", 1, "B", "arXiv:2205.05198, section 4.1"),
    /** Peak rate of the layers' matmuls with weights, FLOP/s: a mean over layers where some compute in bf16. */
    linearRate:
      precision.bf16Layers > 0
        ? alg.apply(mixedRate, {
            L: layers,
            n: at("plan.precision.bf16_layers", Math.min(precision.bf16Layers, model.layers)),
            R: narrow,
            R_w: at("cluster.device.peak.bf16", device.peak.bf16, "FLOP/s"),
          })
        : narrow,
    nicRate: at(
      scaleOut?.kind === "dcn" ? "cluster.scale_out.per_chip" : "cluster.scale_out.nic",
      scaleOut?.nicBytesPerSecond ?? 0,
      "B/s",
    ),
    podOversubscription: at(
      scaleOut?.kind === "dragonfly" ? "cluster.scale_out.taper" : "cluster.scale_out.pod_oversubscription",
      scaleOut?.podOversubscription ?? 1,
    ),
  };
}

export type Inputs<N> = ModelInputs<N> &
  KernelInputs<N> &
  StepFields<N> &
  ReturnType<typeof derivedInputs<N>>;

let assembled: ((parts: readonly object[]) => Inputs<unknown>) | null = null;

/**
 * Joins the fields of several objects into one object of inputs. Every estimate makes one, so the code that makes it
 * is generated once as an object literal, which is faster than copying properties.
 */
function assemble<N>(parts: readonly object[]): Inputs<N> {
  assembled ??= literalMaker<Inputs<unknown>>(
    parts.flatMap((part, i) => Object.keys(part).map((name) => [name, [i, name]] as const)),
  );
  return assembled(parts) as Inputs<N>;
}

/** Every number of a scenario that the formulas of a training step read, as numbers of the algebra. */
export function scenarioInputs<N>(alg: Algebra<N>, scenario: Scenario): Inputs<N> {
  const fields = stepFieldsOf(
    rows.map(({ path, unit, read }) => alg.input(path, read(scenario), unit)),
  ) as StepFields<N>;
  const model = modelInputs(alg, scenario.model);
  const kernel = kernelInputs(alg, scenario.cluster.device, scenario.plan.precision);
  return assemble([model, kernel, fields, derivedInputs(alg, scenario, fields, model, kernel)]);
}
