import type { Limits } from "../../core/limit.ts";

export const resilienceLimits: Limits = {
  of: "Checkpoints",
  limits: [
    {
      fields: ["plan.checkpoint"],
      what: "more replicas of a checkpoint in hosts' memory than nodes",
      why: "a node keeps each shard once",
      instead: "use at most as many replicas as nodes",
      asked: ({ cluster: { nodes }, plan: { checkpoint } }) =>
        checkpoint?.to === "memory" &&
        checkpoint.replicas > nodes &&
        `${checkpoint.replicas} replicas on ${nodes} nodes`,
    },
  ],
};
