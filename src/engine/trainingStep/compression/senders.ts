import type { Plan } from "../../scenario/plan.ts";

/** Ranks with something of their own to send: replicas that meet, or islands of them. */
export const senders = ({ dp, cp, sync }: Plan): number =>
  sync.kind === "synchronous" ? dp * cp : sync.islands;
