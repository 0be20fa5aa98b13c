import type { Part } from "../../core/algebra.ts";
import { isPositive } from "../../core/isPositive.ts";
import type { FailureKind, ReliabilityEstimate } from "../../estimate/reliabilityEstimate.ts";
import * as book from "../../formulas/run/reliability.ts";
import type { Checkpoint } from "../../scenario/checkpoint.ts";
import type { Failures } from "../../scenario/failures.ts";
import type { Context } from "../../trainingStep/inputs/context.ts";
import { blastDevices, type ComponentRow, components } from "./components.ts";

/**
 * Frequency of failures; null where nothing fails. `preempted` is the rate of preemptions with too little
 * notice, 1/s.
 */
export function reliability<N>(ctx: Context<N>, preempted: N | null): ReliabilityEstimate<N> | null {
  const { alg, scenario } = ctx;
  const { failures, devicesPerNode } = scenario.cluster;
  const found = failures ? kindsOf(ctx, failures) : [];
  if (preempted !== null)
    found.push({
      name: "preemption",
      label: "reclaimed nodes",
      parts: null,
      rate: preempted,
      devices: devicesPerNode,
      takesNode: false,
      losesMemory: losesMemory(scenario.plan.checkpoint, "other", "node"),
    });
  const kinds = found
    .filter(({ rate }) => isPositive(alg, rate))
    .sort((one, other) => (alg.less(other.rate, one.rate) ? -1 : alg.less(one.rate, other.rate) ? 1 : 0));
  if (kinds.length === 0) return null;
  const total = (result: string, of: readonly FailureKind<N>[]): N =>
    alg.sum(
      result,
      "1/s",
      of.map(({ label, rate }): Part<N> => ({ label: `failure rate: ${label}`, value: rate })),
    );
  const rate = total("failure rate of the cluster", kinds);
  const losing = total(
    "rate of failures that lose the checkpoints in memory",
    kinds.filter((kind) => kind.losesMemory),
  );
  return {
    kinds,
    rate,
    mtbf: alg.apply(book.clusterMtbf, { nu: rate }),
    nodeRate: total(
      "rate of failures that take a node out",
      kinds.filter((kind) => kind.takesNode),
    ),
    lost: alg.apply(book.lostShare, { nu_x: losing, nu: rate }),
  };
}

function kindsOf<N>(ctx: Context<N>, failures: Failures): FailureKind<N>[] {
  const { alg, x, scenario } = ctx;
  const { checkpoint } = scenario.plan;
  const { devicesPerNode } = scenario.cluster;
  if (failures.kind === "poisson") {
    const M_g = alg.input("cluster.failures.mtbf", failures.mtbfDeviceSeconds, "GPU*s");
    return [
      {
        name: "device",
        label: "devices",
        parts: x.devices,
        rate: alg.apply(book.poissonRate, { n_g: x.devices, M_g }),
        devices: devicesPerNode,
        takesNode: true,
        losesMemory: losesMemory(checkpoint, "gpu", "node"),
      },
    ];
  }
  return components.map((row) => ({
    name: row.name,
    label: row.label,
    parts: failures.kind === "annual" ? row.count(ctx) : null,
    rate: failures.kind === "annual" ? annual(ctx, failures, row) : observed(ctx, failures, row),
    devices: blastDevices(ctx, row.blast),
    takesNode: row.blast === "node",
    losesMemory: losesMemory(checkpoint, row.name, row.blast),
  }));
}

function observed<N>(
  { alg, x }: Context<N>,
  { devices, periodSeconds, counts }: Failures & { readonly kind: "observed" },
  { name }: ComponentRow,
): N {
  return alg.apply(book.observedRate, {
    n_f: alg.input(`cluster.failures.${name}`, counts[name], "1"),
    n_g: x.devices,
    n_0: alg.input("cluster.failures.devices", devices, "GPU"),
    tau_0: alg.input("cluster.failures.period", periodSeconds, "s"),
  });
}

/** Seconds of the Julian year, as in the language's units. */
const YEAR = 365.25 * 86_400;

function annual<N>(ctx: Context<N>, { rates }: Failures & { readonly kind: "annual" }, row: ComponentRow): N {
  const { alg } = ctx;
  return alg.apply(book.annualRate, {
    c_y: alg.input(`cluster.failures.${row.name}`, rates[row.name], "1"),
    n_x: row.count(ctx),
    tau_y: alg.constant("a year", YEAR, "s", "365.25 days"),
  });
}

/**
 * True where a failure loses in-memory checkpoints. Corrupted state may be in memory too, and a lost node
 * takes its own copy along. Hosts behind a failed switch keep theirs.
 */
function losesMemory(
  checkpoint: Checkpoint | null,
  name: ComponentRow["name"],
  blast: ComponentRow["blast"],
): boolean {
  if (checkpoint?.to !== "memory" || blast === "job") return false;
  return name === "sdc" || (blast === "node" && checkpoint.replicas === 1);
}
