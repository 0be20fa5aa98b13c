import type { Algebra } from "./algebra.ts";
import { assumptions } from "./assumptions.ts";
import { compressionRatio } from "./compression/compressionRatio.ts";
import { stepFlops } from "./compute/work.ts";
import { context } from "./context.ts";
import { convergence } from "./convergence/convergence.ts";
import { data } from "./data/data.ts";
import { stalledStep } from "./data/stalledStep.ts";
import { energy } from "./energy/energy.ts";
import type { Estimate, StageLayout } from "./estimate.ts";
import { expertEstimate } from "./experts/expertEstimate.ts";
import * as work from "./formulas/work.ts";
import { memoryEstimate } from "./memory/memory.ts";
import { countParams } from "./model/params.ts";
import { stageParams } from "./model/stageParams.ts";
import { runMoney } from "./money/runMoney.ts";
import { resilience } from "./run/run.ts";
import type { Scenario } from "./scenario.ts";
import { microBatchWork } from "./step/microBatch.ts";
import { stepTime } from "./step/stepTime.ts";
import { staleness } from "./sync/staleness.ts";

/** The whole engine over one algebra; null for a scenario that refusals.ts turns away. */
export function estimateWith<N>(
  alg: Algebra<N>,
  scenario: Scenario,
  layout: readonly StageLayout[] | null,
): Estimate<N> | null {
  const ctx = context(alg, scenario, layout);
  if (!ctx) return null;
  const { x, layouts } = ctx;
  const { params, active } = countParams(alg, scenario.model);
  const onDevice = stageParams(ctx);
  const each = microBatchWork(ctx);
  const { time: fed, collectives, bubbleFraction } = stepTime(ctx, onDevice, each);
  const trained = onDevice.lora?.trained ?? params.value;
  const undelayed = resilience(ctx, trained, onDevice, fed.step.value);
  const reading = data(ctx, undelayed, fed.step.value);
  const time = stalledStep(alg, fed, reading);
  const T = time.step.value;
  const flops = stepFlops(ctx, onDevice);
  const n_g = x.devices;
  const R = x.peakRate;
  const rate = { B: x.trainedBatch, s: x.seqLen, T };
  const tokensPerSecond = alg.apply(work.tokenRate, rate);
  const resilient = reading ? resilience(ctx, trained, onDevice, T) : undelayed;
  const energyUsed = energy(ctx, { time, flops: flops.hardware, tokensPerSecond, run: resilient.run });
  const used = { dataBytes: reading?.size ?? null, checkpoint: resilient.checkpoint };
  return {
    params,
    activeParams: active,
    trainedParams: trained,
    stages: layouts,
    memory: memoryEstimate(
      ctx,
      onDevice,
      each.layers.map(({ activations }) => activations),
    ),
    time,
    comm: collectives,
    modelFlops: flops.model,
    hardwareFlops: flops.hardware,
    mfu: alg.apply(work.utilisation, { C: flops.model, T, n_g, R }),
    hfu: alg.apply(work.utilisation, { C: flops.hardware, T, n_g, R }),
    modelFlopsPerDevice: alg.apply(work.flopsPerDevice, { C: flops.model, T, n_g }),
    hardwareFlopsPerDevice: alg.apply(work.flopsPerDevice, { C: flops.hardware, T, n_g }),
    tokensPerSecond,
    tokensPerSecondPerDevice: alg.apply(work.tokenRatePerDevice, { n_g, ...rate }),
    bubbleFraction,
    experts: expertEstimate(ctx),
    compressionRatio: compressionRatio(ctx),
    staleness: staleness(ctx),
    data: reading,
    ...resilient,
    energy: energyUsed,
    cost: runMoney(ctx, resilient.run, energyUsed, used),
    convergence: convergence(ctx, {
      params,
      active,
      stepSeconds: T,
      tokensPerSecond,
      goodput: resilient.goodput?.total ?? null,
      power: energyUsed.power.value,
      ...used,
    }),
    assumptions: assumptions(scenario),
  };
}
