import { type Output, outputs } from "../../engine/index.ts";
import { type LaunchTarget, launchTargets } from "../../launch/index.ts";
import { type Bounded, boundedOutputs, LEVEL } from "../../uncertainty/index.ts";
import { withUnit } from "../../units/index.ts";

/** A result that a program can name on a scenario: the engine's results, intervals, launch files. */
export type SessionOutput =
  | Output
  | {
      readonly kind: "bound";
      readonly path: string;
      readonly unit: string;
      readonly doc: string;
      readonly of: Bounded;
      readonly end: "low" | "high";
      readonly needs?: readonly string[];
    }
  /** Result that is a launch file of the scenario. With a null target, the list of all its launch files. */
  | {
      readonly kind: "launch";
      readonly path: string;
      readonly doc: string;
      readonly target: LaunchTarget | null;
    }
  /** Result that is the verdict on a plan's memory, by the interval of its peak: `yes`, `maybe` or `no`. */
  | { readonly kind: "fit"; readonly path: string; readonly doc: string }
  | {
      readonly kind: "extrapolated" | "uncertainty" | "sensitivity";
      readonly path: string;
      readonly doc: string;
    };

const share = withUnit(String(100 * LEVEL), "%");

const boundsOf = (of: Bounded): readonly SessionOutput[] =>
  (["low", "high"] as const).map((end) => ({
    kind: "bound",
    path: `${of.path}.${end}`,
    unit: of.unit,
    doc: `${end === "low" ? "Lower" : "Upper"} end of the ${share} interval, from measured runs of the same kind.`,
    of,
    end,
    ...(of.needs === undefined ? {} : { needs: of.needs }),
  }));

export const sessionOutputs: readonly SessionOutput[] = [
  ...outputs,
  ...boundedOutputs.flatMap(boundsOf),
  {
    kind: "fit",
    path: "memory.fits",
    doc: `Whether it fits. \`yes\`: the upper end of the peak's ${share} interval is within usable memory. \`no\`: the lower end of the memory that cannot be freed exceeds it, or hosts or drives lack room for offloaded state. Otherwise \`maybe\`. As a condition only \`yes\` holds.`,
  },
  { kind: "fit", path: "fits", doc: "As `memory.fits`." },
  {
    kind: "launch",
    path: "launch",
    doc: "Files that launch the plan: for Slurm, Kubernetes and torchrun, and the arguments of training frameworks.",
    target: null,
  },
  ...launchTargets.map(
    (target): SessionOutput => ({ kind: "launch", path: `launch.${target.name}`, doc: target.doc, target }),
  ),
  {
    kind: "uncertainty",
    path: "uncertainty",
    doc: "The intervals of step time, rates, memory and cost; the measured runs they come from; and what was never measured.",
  },
  {
    kind: "extrapolated",
    path: "extrapolated",
    doc: "Whether the scenario is outside the measured runs: its device, software stack, kind of parallelism, precision or size was never measured.",
  },
  {
    kind: "sensitivity",
    path: "sensitivity",
    doc: "How step time, memory, cost and time to train change when each number of the machine grows by 1%, halves or doubles.",
  },
];
