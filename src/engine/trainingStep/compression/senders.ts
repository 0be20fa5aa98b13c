import type { Plan } from "../../scenario/plan.ts";

/**
 * Number of ranks that send gradients of their own: data- and context-parallel replicas, or islands where
 * replicas do not synchronise in every step.
 */
export const senders = ({ dp, cp, sync }: Plan): number =>
  sync.kind === "synchronous" ? dp * cp : sync.islands;
