import type { Plan } from "../../scenario/plan.ts";

/**
 * Ranks that send gradients of their own: data- and context-parallel replicas, or islands where these train
 * alone.
 */
export const senders = ({ dp, cp, sync }: Plan): number =>
  sync.kind === "synchronous" ? dp * cp : sync.islands;
