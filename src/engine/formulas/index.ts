import * as allToAll from "./communication/allToAll.ts";
import * as blocks from "./communication/blocks.ts";
import * as collectives from "./communication/collectives.ts";
import * as compression from "./communication/compression.ts";
import * as context from "./communication/context.ts";
import * as gradients from "./communication/gradients.ts";
import * as layerGroups from "./communication/layerGroups.ts";
import * as links from "./communication/links.ts";
import * as overlap from "./communication/overlap.ts";
import * as payloads from "./communication/payloads.ts";
import * as attention from "./compute/attention.ts";
import * as host from "./compute/host.ts";
import * as kernels from "./compute/kernels.ts";
import * as matmuls from "./compute/matmuls.ts";
import * as optimizers from "./compute/optimizers.ts";
import * as own from "./compute/own.ts";
import * as packing from "./compute/packing.ts";
import * as quantisation from "./compute/quantisation.ts";
import * as roofline from "./compute/roofline.ts";
import * as shapes from "./compute/shapes.ts";
import * as sparsity from "./compute/sparsity.ts";
import * as work from "./compute/work.ts";
import * as activations from "./memory/activations.ts";
import * as memory from "./memory/memory.ts";
import * as offload from "./memory/offload.ts";
import * as diffusion from "./model/diffusion.ts";
import * as loads from "./model/loads.ts";
import * as lora from "./model/lora.ts";
import * as mamba from "./model/mamba.ts";
import * as mla from "./model/mla.ts";
import * as moe from "./model/moe.ts";
import * as params from "./model/params.ts";
import * as recurrent from "./model/recurrent.ts";
import * as stacks from "./model/stacks.ts";
import * as vision from "./model/vision.ts";
import type { Formula } from "./notation/formula.ts";
import * as checkpoint from "./run/checkpoint.ts";
import * as convergence from "./run/convergence.ts";
import * as data from "./run/data.ts";
import * as energy from "./run/energy.ts";
import * as goodput from "./run/goodput.ts";
import * as money from "./run/money.ts";
import * as phases from "./run/phases.ts";
import * as privacy from "./run/privacy.ts";
import * as queue from "./run/queue.ts";
import * as reliability from "./run/reliability.ts";
import * as rl from "./run/rl.ts";
import * as run from "./run/run.ts";
import * as serving from "./run/serving.ts";
import * as tokens from "./run/tokens.ts";
import * as uncertainty from "./run/uncertainty.ts";
import * as given from "./step/given.ts";
import * as pipeline from "./step/pipeline.ts";
import * as pools from "./step/pools.ts";
import * as stragglers from "./step/stragglers.ts";
import * as sync from "./step/sync.ts";

/** All formulas of the engine (the formula book), in chapters. */
export const book: readonly { readonly title: string; readonly formulas: readonly Formula[] }[] = [
  { title: "Parameters", formulas: Object.values(params) as unknown as readonly Formula[] },
  { title: "Stacks and images", formulas: Object.values(stacks) as unknown as readonly Formula[] },
  { title: "Diffusion transformers", formulas: Object.values(diffusion) as unknown as readonly Formula[] },
  { title: "Vision encoders", formulas: Object.values(vision) as unknown as readonly Formula[] },
  { title: "Memory", formulas: Object.values(memory) as unknown as readonly Formula[] },
  { title: "Activations", formulas: Object.values(activations) as unknown as readonly Formula[] },
  { title: "Pipeline", formulas: Object.values(pipeline) as unknown as readonly Formula[] },
  { title: "Scattered gradients", formulas: Object.values(gradients) as unknown as readonly Formula[] },
  { title: "Kernels", formulas: Object.values(kernels) as unknown as readonly Formula[] },
  { title: "Matmuls", formulas: Object.values(matmuls) as unknown as readonly Formula[] },
  { title: "Attention", formulas: Object.values(attention) as unknown as readonly Formula[] },
  { title: "Shapes of operands", formulas: Object.values(shapes) as unknown as readonly Formula[] },
  { title: "Own operators", formulas: Object.values(own) as unknown as readonly Formula[] },
  { title: "Packed documents", formulas: Object.values(packing) as unknown as readonly Formula[] },
  { title: "Roofline", formulas: Object.values(roofline) as unknown as readonly Formula[] },
  { title: "Host", formulas: Object.values(host) as unknown as readonly Formula[] },
  { title: "Optimizers", formulas: Object.values(optimizers) as unknown as readonly Formula[] },
  { title: "Low-rank adapters", formulas: Object.values(lora) as unknown as readonly Formula[] },
  { title: "Offloading", formulas: Object.values(offload) as unknown as readonly Formula[] },
  { title: "Links", formulas: Object.values(links) as unknown as readonly Formula[] },
  { title: "Blocks of the fabric", formulas: Object.values(blocks) as unknown as readonly Formula[] },
  { title: "Mixtures of experts", formulas: Object.values(moe) as unknown as readonly Formula[] },
  { title: "Load of experts", formulas: Object.values(loads) as unknown as readonly Formula[] },
  { title: "Latent attention", formulas: Object.values(mla) as unknown as readonly Formula[] },
  {
    title: "Recurrent layers",
    formulas: [...Object.values(recurrent), ...Object.values(mamba)] as unknown as readonly Formula[],
  },
  { title: "Quantisation", formulas: Object.values(quantisation) as unknown as readonly Formula[] },
  { title: "Groups of layers", formulas: Object.values(layerGroups) as unknown as readonly Formula[] },
  { title: "Payloads of collectives", formulas: Object.values(payloads) as unknown as readonly Formula[] },
  { title: "Collectives", formulas: Object.values(collectives) as unknown as readonly Formula[] },
  { title: "All-to-alls", formulas: Object.values(allToAll) as unknown as readonly Formula[] },
  {
    title: "Overlap of collectives and computation",
    formulas: Object.values(overlap) as unknown as readonly Formula[],
  },
  { title: "Context parallelism", formulas: Object.values(context) as unknown as readonly Formula[] },
  { title: "Work and throughput", formulas: Object.values(work) as unknown as readonly Formula[] },
  { title: "Runs", formulas: Object.values(run) as unknown as readonly Formula[] },
  { title: "Reliability", formulas: Object.values(reliability) as unknown as readonly Formula[] },
  { title: "Checkpoints", formulas: Object.values(checkpoint) as unknown as readonly Formula[] },
  { title: "Islands and parameter servers", formulas: Object.values(sync) as unknown as readonly Formula[] },
  { title: "Compressed gradients", formulas: Object.values(compression) as unknown as readonly Formula[] },
  { title: "Data", formulas: Object.values(data) as unknown as readonly Formula[] },
  { title: "Energy and carbon", formulas: Object.values(energy) as unknown as readonly Formula[] },
  { title: "Money", formulas: Object.values(money) as unknown as readonly Formula[] },
  { title: "Convergence", formulas: Object.values(convergence) as unknown as readonly Formula[] },
  {
    title: "Token factors of infrequent synchronisation, compression, precision and optimizers",
    formulas: Object.values(tokens) as unknown as readonly Formula[],
  },
  { title: "Pools of unlike devices", formulas: Object.values(pools) as unknown as readonly Formula[] },
  {
    title: "Times and memory that the plan sets",
    formulas: Object.values(given) as unknown as readonly Formula[],
  },
  { title: "Stragglers", formulas: Object.values(stragglers) as unknown as readonly Formula[] },
  { title: "Goodput", formulas: Object.values(goodput) as unknown as readonly Formula[] },
  { title: "Phases of a run", formulas: Object.values(phases) as unknown as readonly Formula[] },
  { title: "Sparse matmuls", formulas: Object.values(sparsity) as unknown as readonly Formula[] },
  { title: "Privacy", formulas: Object.values(privacy) as unknown as readonly Formula[] },
  { title: "Queues", formulas: Object.values(queue) as unknown as readonly Formula[] },
  { title: "RL post-training", formulas: Object.values(rl) as unknown as readonly Formula[] },
  { title: "Serving", formulas: Object.values(serving) as unknown as readonly Formula[] },
  { title: "Uncertainty", formulas: Object.values(uncertainty) as unknown as readonly Formula[] },
];
