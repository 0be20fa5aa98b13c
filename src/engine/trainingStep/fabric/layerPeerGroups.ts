import type { Cluster } from "../../scenario/cluster.ts";
import type { Plan } from "../../scenario/plan.ts";
import { groupDegrees, planOfDegree } from "../model/groupDegrees.ts";
import { type PeerGroup, peerGroups } from "./peerGroups.ts";

/** Groups of rank 0 in layers with tensor-parallel degrees of their own (`strategies`); empty where there are none. */
export const layerPeerGroups = (plan: Plan, cluster: Cluster): readonly PeerGroup[] =>
  groupDegrees(plan).flatMap((tp) =>
    peerGroups(planOfDegree(plan, tp), cluster).filter(({ degree }) => degree === "tp" || degree === "dp"),
  );
