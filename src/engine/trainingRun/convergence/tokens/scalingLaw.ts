import type { Algebra } from "../../../core/algebra.ts";
import * as book from "../../../formulas/run/convergence.ts";
import { jointSlope, powerLawSlope } from "../../../formulas/run/tokens.ts";
import type { ScalingLaw } from "../../../scenario/convergence.ts";
import type { Scenario } from "../../../scenario/scenario.ts";
import type { ModelParams } from "../../../trainingStep/model/params.ts";

/** Loss of a model as a function of the tokens seen in small batches. */
export interface LossCurve<N> {
  loss(D: N): N;
  /** Loss in the limit of infinitely many tokens. */
  readonly floor: N;
  /** Tokens to reach a loss above the floor. */
  tokens(L_x: N): N;
  /** Decrease of the loss, in nats, for an e-fold increase of the tokens. */
  slope(D: N): N;
  /** Model size, tokens and loss that make the lowest loss for a budget of FLOPs; null where the law has no closed form. */
  optimum(C: N): Optimum<N> | null;
}

export interface Optimum<N> {
  readonly params: N;
  readonly tokens: N;
  readonly loss: N;
}

/**
 * Numbers of parameters that scaling laws read: `all` counts the active ones, `withoutEmbeddings` leaves out embeddings and
 * head.
 */
interface CountedParams<N> {
  readonly all: N;
  readonly withoutEmbeddings: N;
}

/**
 * Loss curve of a model; null where the law does not cover it. Published laws were fitted on dense models.
 */
export function curveOf<N>(
  alg: Algebra<N>,
  { model, plan: { scalingLaw } }: Pick<Scenario, "model" | "plan">,
  { params, active }: ModelParams<N>,
): LossCurve<N> | null {
  if (scalingLaw === null || (model.mlp.kind === "moe" && !scalingLaw.own)) return null;
  const inner = params.parts.filter(({ name }) => !EMBEDDINGS.has(name));
  return lossCurve(alg, scalingLaw, {
    all: active,
    withoutEmbeddings: alg.sum("parameters, embeddings left out", "param", inner),
  });
}

const EMBEDDINGS: ReadonlySet<string> = new Set(["params.embedding", "params.positions", "params.head"]);

function lossCurve<N>(alg: Algebra<N>, law: ScalingLaw, params: CountedParams<N>): LossCurve<N> {
  const at = (name: string, value: number, unit = "1"): N =>
    alg.input(`plan.scaling_law.${name}`, value, unit);
  if (law.kind === "joint") {
    const P = params.withoutEmbeddings;
    const scales = {
      P_c: at("n_c", law.modelUnit, "param"),
      P,
      alpha_P: at("alpha_n", law.modelExponent),
    };
    const shape = {
      ...scales,
      D_c: at("d_c", law.tokenUnit, "token"),
      alpha_T: at("alpha_d", law.tokenExponent),
    };
    return {
      loss: (D) => alg.apply(book.jointLoss, { ...shape, D }),
      floor: alg.apply(book.jointFloor, scales),
      tokens: (L_x) => alg.apply(book.jointTokens, { ...shape, L_x }),
      slope: (D) => alg.apply(jointSlope, { ...shape, D, L_x: alg.apply(book.jointLoss, { ...shape, D }) }),
      optimum: () => null,
    };
  }
  const model = {
    L_0: at("e", law.irreducible),
    A_P: at("a", law.modelScale),
    alpha_P: at("alpha", law.modelExponent),
  };
  const data = { A_T: at("b", law.tokenScale), alpha_T: at("beta", law.tokenExponent) };
  const L_f = alg.apply(book.powerLawFloor, { ...model, P: params.all });
  const loss = (P: N, D: N): N => alg.apply(book.powerLawLoss, { ...model, ...data, P, D });
  return {
    loss: (D) => loss(params.all, D),
    floor: L_f,
    tokens: (L_x) => alg.apply(book.powerLawTokens, { ...data, L_x, L_f }),
    slope: (D) => alg.apply(powerLawSlope, { ...data, D }),
    optimum(C) {
      const P = alg.apply(book.optimalParams, {
        alpha_P: model.alpha_P,
        A_P: model.A_P,
        alpha_T: data.alpha_T,
        A_T: data.A_T,
        C,
      });
      const D = alg.apply(book.optimalTokens, { C, P });
      return { params: P, tokens: D, loss: loss(P, D) };
    },
  };
}
