import { errorMemory as formula } from "../../formulas/communication/compression.ts";
import type { Context } from "../inputs/context.ts";
import { senders } from "./senders.ts";

/**
 * Memory of error feedback on a device, B: the part of past gradients that compression did not send. `P` is the
 * number of parameters of the device. null without error feedback or other replicas, and for islands that
 * synchronise every few steps, which store this part in host memory with the outer optimizer's state.
 */
export function errorMemory<N>({ alg, scenario }: Context<N>, P: N): N | null {
  const { compression, sync } = scenario.plan;
  const n = senders(scenario.plan);
  if (compression === null || compression.errorBytes === 0 || n === 1 || "steps" in sync) return null;
  return alg.apply(formula, {
    B_d: alg.input("plan.compression.feedback", compression.errorBytes, "B"),
    c_v: alg.constant(
      "sums compressed again",
      compression.kind === "one_bit" ? 1 : 0,
      "1",
      "arXiv:2102.02888, section 4.2",
    ),
    n_g: alg.constant("ranks that share the sums", n, "1", "the plan's degrees"),
    P,
  });
}
