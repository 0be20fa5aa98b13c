import type { Algebra } from "../../core/algebra.ts";
import { optionalInput } from "../../core/optionalInput.ts";
import type { ConvergenceEstimate, LossTarget } from "../../estimate/estimate.ts";
import { product } from "../../formulas/communication/collectives.ts";
import * as book from "../../formulas/run/convergence.ts";
import { energyOver } from "../../formulas/run/energy.ts";
import { deviceTime, trainTime, trainTimeWithFailures } from "../../formulas/run/run.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import type { ModelParams } from "../../trainingStep/model/params.ts";
import { cost } from "../money/cost.ts";
import type { Used } from "../money/used.ts";
import { batchEffect } from "./batchEffect.ts";
import { learningRate } from "./learningRate.ts";
import { curveOf } from "./tokens/scalingLaw.ts";
import { worth, worthOfBatch } from "./worth.ts";

/** Inputs of convergence: the model's parameters, and the time and power of its step. */
export interface Trained<N> extends ModelParams<N>, Pick<Used<N>, "dataBytes" | "checkpoint" | "pools"> {
  readonly stepSeconds: N;
  readonly tokensPerSecond: N;
  /** Share of wall-clock time that becomes progress; null without a failure model. */
  readonly goodput: N | null;
  /** Power of the site in training, W. */
  readonly power: N;
}

/**
 * Convergence of a run: the loss that its tokens reach, the token cost of the batch size, and the time to a loss. null for a
 * plan without a token budget, a target loss, a critical batch size and a tuned learning rate. Larger batches need fewer steps
 * and more tokens (arXiv:1812.06162).
 */
export function convergence<N>(ctx: Context<N>, trained: Trained<N>): ConvergenceEstimate<N> | null {
  const { alg, x, scenario } = ctx;
  const { plan } = scenario;
  const n_T = optionalInput(alg, "plan.tokens", plan.tokens, "token");
  const L_x = optionalInput(alg, "plan.target_loss", plan.targetLoss, "1");
  if (n_T === null && L_x === null && typeof plan.criticalBatch !== "number" && plan.tuned === null)
    return null;
  const B_t = alg.apply(product, { n: x.trainedBatch, n_c: x.seqLen });
  const curve = curveOf(alg, scenario, trained);
  // Compared with null, because 0 is a valid number, for which a recorded program holds too.
  const least = curve !== null && L_x !== null ? curve.tokens(L_x) : null;
  const reaching = { ctx, active: trained.active, curve };
  const target = least === null ? null : batchEffect(ctx, B_t, least, L_x);
  const toTarget =
    least === null || target === null
      ? null
      : worth({ ...reaching, least, tokens: tokensAt(alg, least, target.efficiency), loss: L_x }, target);
  const budget = batchEffect(ctx, B_t, n_T, curve !== null && n_T !== null ? curve.loss(n_T) : null);
  const effective = (eta_B: N): N | null =>
    n_T === null ? null : alg.apply(book.effectiveTokens, { D: n_T, eta_B });
  const small = budget && effective(budget.efficiency);
  const ofBudget =
    n_T === null || budget === null || small === null
      ? null
      : worth({ ...reaching, least: small, tokens: n_T, loss: curve?.loss(small) ?? null }, budget);
  const whole = target ?? budget;
  const efficiency =
    toTarget ?? ofBudget ?? (n_T === null && L_x === null ? worthOfBatch(plan, whole) : null);
  const D = ofBudget && effective(ofBudget.efficiency);
  const C = n_T === null ? null : alg.apply(book.runFlops, { P: trained.active, D: n_T });
  return {
    loss: curve === null || D === null ? null : curve.loss(D),
    leastLoss: curve?.floor ?? null,
    criticalBatch: whole?.critical ?? null,
    statisticalEfficiency: efficiency?.efficiency ?? null,
    effectiveTokensPerSecond:
      efficiency &&
      alg.apply(book.effectiveTokenRate, { W_t: trained.tokensPerSecond, eta_B: efficiency.efficiency }),
    tokenCosts: efficiency?.costs ?? null,
    toLoss:
      least === null || toTarget === null
        ? null
        : toLoss(ctx, trained, tokensAt(alg, least, toTarget.efficiency)),
    computeOptimal: curve === null || C === null ? null : curve.optimum(C),
    suggestedBatch: C === null ? null : alg.apply(book.suggestedBatch, { C }),
    suggestedLearningRate: C === null ? null : alg.apply(book.suggestedLearningRate, { C }),
    learningRate: learningRate(ctx, B_t, whole?.critical ?? null),
  };
}

const tokensAt = <N>(alg: Algebra<N>, D: N, eta_B: N): N => alg.apply(book.tokensAtBatch, { D, eta_B });

function toLoss<N>(ctx: Context<N>, trained: Trained<N>, D: N): LossTarget<N> {
  const { alg, x } = ctx;
  const { stepSeconds: T, goodput: g, dataBytes, checkpoint, pools } = trained;
  const n_S = alg.apply(book.stepsOfTokens, { D, B: x.trainedBatch, s: x.seqLen });
  const wall = g ? alg.apply(trainTimeWithFailures, { n_S, T, g }) : alg.apply(trainTime, { n_S, T });
  const used = alg.apply(deviceTime, { n_g: x.devices, tau: wall });
  // Power during interruptions is assumed as in training: they are short, and only self-paid electricity
  // depends on it.
  const energy = alg.apply(energyOver, { w_m: trained.power, tau: wall });
  const paid = cost(ctx, { wall, deviceTime: used, energy, dataBytes, checkpoint, pools });
  return { tokens: D, steps: n_S, time: wall, cost: paid };
}
