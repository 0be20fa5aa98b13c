import type { Limits } from "../../core/limit.ts";
import { numbers } from "../../core/numbers.ts";
import { countParams } from "../../trainingStep/model/params.ts";
import { curveOf } from "./tokens/scalingLaw.ts";

/** Limits of the convergence model: combinations with a target loss that no scaling law covers, and that are refused. */
export const convergenceLimits: Limits = {
  of: "Losses to reach",
  limits: [
    {
      fields: ["plan.target_loss", "plan.scaling_law"],
      what: "a target loss without a scaling law",
      why: "only a scaling law says how many tokens it takes",
      instead: "set a scaling law, such as `scaling_law = chinchilla_refit`",
      asked: ({ plan: { targetLoss, scalingLaw } }) => targetLoss !== null && scalingLaw === null,
    },
    {
      fields: ["plan.target_loss", "plan.scaling_law"],
      what: "the loss of a mixture of experts from a law fitted on dense models",
      why: "its parameters are worth less than a dense model's, and the law does not say how much less",
      instead: "use `scaling_law = power_law(..)` with your own fit",
      asked: ({ model, plan }) => {
        const { targetLoss, scalingLaw } = plan;
        if (targetLoss === null || scalingLaw === null) return false;
        const known = curveOf(numbers, { model, plan }, countParams(numbers, model));
        return (
          known === null &&
          `the loss of a mixture of experts by \`${scalingLaw.name}\`, which was fitted on dense models,`
        );
      },
    },
    {
      fields: ["plan.compression", "plan.target_loss"],
      what: "a target loss with compressed gradients without error feedback",
      why: "such gradients are biased and may not converge (arXiv:1901.09847)",
      instead: "set `feedback = fp32`, or use `quantised`, which is unbiased",
      asked: ({ plan: { targetLoss, compression, sync, dp } }) =>
        targetLoss !== null &&
        compression !== null &&
        compression.kind !== "quantised" &&
        compression.errorBytes === 0 &&
        (sync.kind === "synchronous" ? dp : sync.islands) > 1 &&
        `a target loss with \`${compression.kind}\` without error feedback`,
    },
    {
      fields: ["plan.compression.warm_up", "plan.target_loss"],
      what: "a target loss with sign compression from the first step",
      why: "Adam's second moment has to settle before signs replace its gradients (arXiv:2102.02888, section 3)",
      instead: "set a `warm_up`; the measured runs used 15% of the steps",
      asked: ({ plan: { targetLoss, compression } }) =>
        targetLoss !== null && compression?.kind === "one_bit" && compression.warmUp === 0,
    },
    {
      fields: ["plan.sparsity", "plan.target_loss"],
      what: "a target loss with 2:4 sparse weights",
      why: "published runs are too few for a law, and most train densely at the end (arXiv:2404.01847, section 4.4)",
      instead: "remove `target_loss`: the step is estimated",
      asked: ({ plan: { targetLoss, sparsity } }) => targetLoss !== null && sparsity !== null,
    },
    {
      fields: ["plan.sync.noise", "plan.target_loss"],
      what: "a target loss with differential privacy",
      why: "no law says how many more tokens noise and clipping cost language models of this size",
      instead: "remove `target_loss`: `privacy.epsilon` and the step are estimated",
      asked: ({ plan: { targetLoss, sync } }) =>
        targetLoss !== null && sync.kind === "federated" && sync.privacy !== null,
    },
    {
      fields: ["plan.sync", "plan.target_loss"],
      what: "a target loss with gossip",
      why: "no law says how many more tokens language models need; image models lose accuracy as workers become more (arXiv:1811.10792, section 6.2)",
      instead:
        "remove `target_loss` to estimate the step, or use `sync = local_sgd(..)`, whose price in tokens is known",
      asked: ({ plan: { targetLoss, sync } }) => targetLoss !== null && sync.kind === "gossip",
    },
    {
      fields: ["plan.optimizer", "plan.target_loss"],
      what: "a target loss with SGD",
      why: "scaling laws were fitted to models trained with Adam; none was published for SGD",
      instead: "use `optimizer = adamw` or another adaptive optimizer",
      asked: ({ plan: { targetLoss, optimizer } }) =>
        targetLoss !== null &&
        (optimizer === "sgd" || optimizer === "sgd_momentum") &&
        `a target loss with \`${optimizer}\``,
    },
    {
      fields: ["plan.optimizer", "plan.target_loss"],
      what: "a target loss with LAMB or LARS",
      why: "scaling laws were fitted to models trained with Adam; with large batches, Adam and SGD tuned as carefully reached what LAMB and LARS did (arXiv:2102.06356)",
      instead: "use `optimizer = adamw` for tokens to a loss",
      asked: ({ plan: { targetLoss, optimizer } }) =>
        targetLoss !== null &&
        (optimizer === "lamb" || optimizer === "lars") &&
        `a target loss with \`${optimizer}\``,
    },
  ],
};
