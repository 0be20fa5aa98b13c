import type { Algebra } from "../core/algebra.ts";
import { lazy } from "../core/lazy.ts";
import type { Estimate } from "../estimate/estimate.ts";
import { partOf } from "../estimate/partOf.ts";
import type { StageLayout } from "../estimate/stageLayout.ts";
import * as work from "../formulas/compute/work.ts";
import { bubbleFraction } from "../formulas/step/pipeline.ts";
import type { Scenario } from "../scenario/scenario.ts";
import { convergence } from "../trainingRun/convergence/convergence.ts";
import { data } from "../trainingRun/data/data.ts";
import { stalledStep } from "../trainingRun/data/stalledStep.ts";
import { energy } from "../trainingRun/energy/energy.ts";
import { poolPower } from "../trainingRun/energy/poolPower.ts";
import { runMoney } from "../trainingRun/money/runMoney.ts";
import { privacy } from "../trainingRun/privacy/privacy.ts";
import { resilience, type Safeguards, safeguards } from "../trainingRun/run/run.ts";
import { compressionRatio } from "../trainingStep/compression/compressionRatio.ts";
import { stepFlops } from "../trainingStep/compute/work.ts";
import { expertEstimate } from "../trainingStep/experts/expertEstimate.ts";
import { frozenParts } from "../trainingStep/inputs/gradients.ts";
import { memoryEstimate } from "../trainingStep/memory/memory.ts";
import { context, type ModelContext } from "../trainingStep/model/layerContext.ts";
import { countParams, unfrozenParams } from "../trainingStep/model/params.ts";
import { stageParams } from "../trainingStep/model/stageParams.ts";
import { replicasOnPools } from "../trainingStep/pools/replicasOnPools.ts";
import { stagesOnPools } from "../trainingStep/pools/stagesOnPools.ts";
import { microBatchWork } from "../trainingStep/step/microBatch.ts";
import { stepTime } from "../trainingStep/step/stepTime.ts";
import { type BareStep, waitingStep } from "../trainingStep/step/waitingStep.ts";
import { staleness } from "../trainingStep/sync/staleness.ts";
import { assumptions } from "./assumptions.ts";

/**
 * The engine's estimate in a given algebra; null for a scenario that refusals.ts refuses. Chapters are
 * computed when read: a search that asks whether a plan fits pays for its memory alone.
 */
export function estimateWith<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  layout: readonly StageLayout[] | null,
): Estimate<N> | null {
  return layout && new OnDemand(alg, scenario, layout);
}

/**
 * Run, energy and cost from a step's duration and kernel time alone. Assumes idle devices otherwise, no
 * failures, and no data stalls. The parts of a step are not computed.
 */
export function estimateAfter<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  layout: readonly StageLayout[] | null,
  step: BareStep<N>,
): Estimate<N> | null {
  return layout && new OnDemand(alg, scenario, layout, step);
}

/** An estimate as plain data, with every chapter computed. */
export function wholeEstimate<N>(of: Estimate<N>): Estimate<N> {
  const found: Partial<Record<keyof Estimate<N>, unknown>> = {};
  for (const chapter of Object.keys(chapters) as (keyof Estimate)[]) found[chapter] = of[chapter];
  return found as unknown as Estimate<N>;
}

/** Chapters that an estimate without failures leaves empty. */
const UNNEEDED = { reliability: null, checkpoint: null, taken: null } as const;

class OnDemand<N> implements Estimate<N> {
  readonly #context: () => ModelContext<N>;

  /** The step where only its duration and kernel time are known; null otherwise. */
  readonly #bare: BareStep<N> | null;

  constructor(
    alg: Algebra<N>,
    scenario: Scenario,
    layouts: readonly StageLayout[],
    bare: BareStep<N> | null = null,
  ) {
    this.#context = lazy(() => context(alg, scenario, layouts));
    this.#bare = bare;
  }

  get #ctx(): ModelContext<N> {
    return this.#context();
  }

  readonly #counted = lazy(() => countParams(this.#ctx.alg, this.#ctx.scenario.model));
  readonly #onDevice = lazy(() => stageParams(this.#ctx));
  readonly #each = lazy(() => microBatchWork(this.#ctx));
  /** Time of the step without waiting for data. */
  readonly #fed = lazy(() => this.#pooled() ?? stepTime(this.#ctx, this.#onDevice(), this.#each()));
  /** Step and memory of pools of unlike devices; null where all devices are alike. */
  readonly #pooled = lazy(() => {
    const { cluster, plan } = this.#ctx.scenario;
    if (cluster.pools === null) return null;
    return plan.place.kind === "stages"
      ? stagesOnPools(this.#ctx)
      : replicasOnPools(this.#ctx, this.trainedParams);
  });
  readonly #bubbleRatio = lazy(() => this.#fed().bubbleRatio());
  readonly #memory = lazy(
    () =>
      this.#pooled()?.memory ??
      memoryEstimate(
        this.#ctx,
        this.#onDevice(),
        this.#each().layers.map(({ activations }) => activations),
      ),
  );
  readonly #safeguards = lazy(
    (): Safeguards<N> =>
      this.#bare === null ? safeguards(this.#ctx, this.trainedParams, this.#onDevice()) : UNNEEDED,
  );
  readonly #data = lazy(() => {
    if (this.#bare !== null || this.#ctx.scenario.plan.data === null) return null;
    const step = this.#fed().time.step.value;
    return data(this.#ctx, resilience(this.#ctx, this.#safeguards(), step), step);
  });
  readonly #time = lazy(() =>
    this.#bare === null
      ? stalledStep(this.#ctx.alg, this.#fed().time, this.data)
      : waitingStep(this.#ctx.alg, this.#bare),
  );
  readonly #resilience = lazy(() => resilience(this.#ctx, this.#safeguards(), this.#T));
  readonly #flops = lazy(() => stepFlops(this.#ctx, this.#onDevice()));
  readonly #tokensPerSecond = lazy(() => this.#ctx.alg.apply(work.tokenRate, this.#rate));
  readonly #energy = lazy(() => {
    const { time, tokensPerSecond, run } = this;
    const trained = { time, flops: this.hardwareFlops, tokensPerSecond, run };
    const pooled = this.#pooled();
    return energy(this.#ctx, trained, pooled && poolPower(this.#ctx, pooled.members, trained));
  });
  readonly #cost = lazy(() => runMoney(this.#ctx, this.run, this.energy, this.#used));
  readonly #convergence = lazy(() =>
    convergence(this.#ctx, {
      ...this.#counted(),
      stepSeconds: this.#T,
      tokensPerSecond: this.tokensPerSecond,
      goodput: this.goodput?.total ?? null,
      power: this.energy.power.value,
      ...this.#used,
    }),
  );

  get #T(): N {
    return this.time.step.value;
  }
  get #rate() {
    const { trainedBatch, seqLen } = this.#ctx.x;
    return { B: trainedBatch, s: seqLen, T: this.#T };
  }
  get #used() {
    const pools = this.#pooled()?.members ?? null;
    return { dataBytes: this.data?.size ?? null, checkpoint: this.checkpoint, pools };
  }
  #utilisation(C: N): N {
    const { alg, x } = this.#ctx;
    const R = this.#pooled()?.peakRate ?? x.peakRate;
    return alg.apply(work.utilisation, { C, T: this.#T, n_g: x.devices, R });
  }
  #perDevice(C: N): N {
    const { alg, x } = this.#ctx;
    return alg.apply(work.flopsPerDevice, { C, T: this.#T, n_g: x.devices });
  }

  get params() {
    return this.#counted().params;
  }
  get activeParams() {
    return this.#counted().active;
  }
  get trainedParams() {
    const { alg, scenario } = this.#ctx;
    const { lora } = this.#onDevice();
    return lora?.trained ?? unfrozenParams(alg, scenario.model, frozenParts(scenario)) ?? this.params.value;
  }
  get stages() {
    return this.#ctx.layouts;
  }
  get memory() {
    return this.#memory();
  }
  get time() {
    return this.#time();
  }
  get comm() {
    return this.#fed().collectives;
  }
  get modelFlops() {
    return this.#flops().model;
  }
  get hardwareFlops() {
    return this.#flops().hardware;
  }
  get mfu() {
    return this.#utilisation(this.modelFlops);
  }
  get hfu() {
    return this.#utilisation(this.hardwareFlops);
  }
  get modelFlopsPerDevice() {
    return this.#perDevice(this.modelFlops);
  }
  get hardwareFlopsPerDevice() {
    return this.#perDevice(this.hardwareFlops);
  }
  get tokensPerSecond() {
    return this.#tokensPerSecond();
  }
  get tokensPerSecondPerDevice() {
    const { alg, x } = this.#ctx;
    return alg.apply(work.tokenRatePerDevice, { n_g: x.devices, ...this.#rate });
  }
  get bubbleFraction() {
    const { alg } = this.#ctx;
    const tau_1 =
      partOf(this.time.step, "time.bubble")?.value ?? alg.constant("waiting", 0, "s", "no pipeline");
    return alg.apply(bubbleFraction, { tau_1, T: this.#T });
  }
  get bubbleRatio() {
    return this.#bubbleRatio();
  }
  get pools() {
    return this.#pooled()?.pools ?? null;
  }
  get experts() {
    return expertEstimate(this.#ctx);
  }
  get compressionRatio() {
    return compressionRatio(this.#ctx);
  }
  get staleness() {
    return staleness(this.#ctx);
  }
  get privacy() {
    return privacy(this.#ctx, this.run?.steps ?? null);
  }
  get data() {
    return this.#data();
  }
  get reliability() {
    return this.#safeguards().reliability;
  }
  get checkpoint() {
    return this.#safeguards().checkpoint;
  }
  get goodput() {
    return this.#resilience().goodput;
  }
  get run() {
    return this.#resilience().run;
  }
  get energy() {
    return this.#energy();
  }
  get cost() {
    return this.#cost();
  }
  get convergence() {
    return this.#convergence();
  }
  get assumptions() {
    return [...assumptions(this.#ctx.scenario), ...(this.convergence?.tokenCosts?.outside ?? [])];
  }
}

/** Chapters of an estimate, in order of presentation. */
const chapters: Readonly<Record<keyof Estimate, true>> = {
  ...{ params: true, activeParams: true, trainedParams: true, stages: true, memory: true, time: true },
  ...{ comm: true, modelFlops: true, hardwareFlops: true, mfu: true, hfu: true, modelFlopsPerDevice: true },
  ...{ hardwareFlopsPerDevice: true, tokensPerSecond: true, tokensPerSecondPerDevice: true },
  ...{
    bubbleFraction: true,
    bubbleRatio: true,
    pools: true,
    experts: true,
    compressionRatio: true,
    staleness: true,
    privacy: true,
    data: true,
  },
  ...{ reliability: true, checkpoint: true, goodput: true, run: true, energy: true, cost: true },
  ...{ convergence: true, assumptions: true },
};
