import { type Output, outputs } from "../../engine/index.ts";
import { type LaunchTarget, launchTargets } from "../../launch/index.ts";
import { type Bounded, boundedOutputs, LEVEL } from "../../uncertainty/index.ts";
import { withUnit } from "../../units/index.ts";

/** What a program can name on a scenario: the engine's results, and how sure they are. */
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
  /** A file that launches the scenario, or the list of them. */
  | {
      readonly kind: "launch";
      readonly path: string;
      readonly doc: string;
      readonly target: LaunchTarget | null;
    }
  /** Whether it fits, by the interval of the peak: a word. */
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
    doc: `${end === "low" ? "Lower" : "Upper"} end of the interval that holds ${share} of measured runs like it.`,
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
    doc: `Whether it fits: \`yes\` where the upper end of the peak's ${share} interval is within usable memory, \`no\` where the lower end of what nothing gives back is over it, or hosts or drives lack room for what is offloaded; else \`maybe\`. As a condition it holds where it is \`yes\`.`,
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
    doc: "The intervals of step time, rates, memory and cost, the measured runs that they come from, and what was never measured.",
  },
  {
    kind: "extrapolated",
    path: "extrapolated",
    doc: "Whether no run was ever measured on such a device, with such a software stack, in such a way or precision, or at such a size.",
  },
  {
    kind: "sensitivity",
    path: "sensitivity",
    doc: "How step time, memory, cost and time to train move with each number of the machine: for 1% more, half and twice as much of it.",
  },
];
