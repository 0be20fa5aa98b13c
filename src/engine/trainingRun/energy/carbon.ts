import { optionalInput } from "../../core/optionalInput.ts";
import { prefixed } from "../../core/prefixed.ts";
import { type Breakdown, breakdownsOf } from "../../estimate/breakdown.ts";
import * as book from "../../formulas/run/energy.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";

const carbonPart = breakdownsOf("carbon", "g");

/**
 * CO2e of a run with energy `E` and duration `A`, g; null without the carbon intensity of its electricity.
 */
export function carbon<N>(ctx: Context<N>, E: N, A: N): Breakdown<N> | null {
  const { alg, x, scenario } = ctx;
  const { cluster } = scenario;
  const { facility, device } = cluster;
  const { hostEmbodiedGrams, lifetimeSeconds } = facility;
  const c_c = optionalInput(alg, "cluster.carbon_intensity", facility.carbonGramsPerJoule, "g/J");
  if (c_c === null) return null;
  const made = (name: string, label: string, n: N, field: string, grams: number): Breakdown<N> =>
    carbonPart(
      name,
      label,
      alg.apply(book.embodiedCarbon, {
        n,
        m_e: alg.input(`cluster.${field}`, grams, "g"),
        A,
        tau_life: alg.input("cluster.lifetime", lifetimeSeconds, "s"),
        c_u: alg.input("cluster.usage", facility.usage, "1"),
      }),
    );
  const parts: Breakdown<N>[] = [
    carbonPart(
      "operation",
      "electricity",
      alg.apply(book.operationalCarbon, {
        E,
        c_c,
      }),
    ),
  ];
  if (device.embodiedGrams !== null)
    parts.push(
      made(
        "embodied_devices",
        "making the devices",
        x.devices,
        "device.embodied_carbon",
        device.embodiedGrams,
      ),
    );
  if (hostEmbodiedGrams !== null)
    parts.push(
      made(
        "embodied_hosts",
        "making the rest of the nodes",
        alg.input("cluster.nodes", cluster.nodes, "1"),
        "host_embodied_carbon",
        hostEmbodiedGrams,
      ),
    );
  const value = alg.sum("CO2e of the run", "g", prefixed("CO2e of ", parts));
  return { name: "carbon", label: "CO2e", unit: "g", value, parts };
}
