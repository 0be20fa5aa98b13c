import type { Block } from "../document/document.ts";
import { counted, share } from "../numbers/number.ts";

/** Range of an uncertain number, and what each input brings to it, for `explain`. */
export interface ExplainedDraws {
  readonly draws: number;
  /** The number in one line, with its range: `12.3 s (11.4 to 13.5)`. */
  readonly text: string;
  readonly inputs: readonly {
    readonly distribution: string;
    /** Place of the distribution in the program: `plan.dtp:4`. */
    readonly where: string;
    readonly first: number;
    readonly total: number;
  }[];
}

/** Tree of an uncertain number's draws: its random inputs, with the share of the variance that each brings. */
export function drawsTree({ draws, text, inputs }: ExplainedDraws): Block {
  const brings = ({ first, total }: ExplainedDraws["inputs"][number]): string =>
    share(first) === share(total)
      ? `${share(first)} of the variance`
      : `${share(first)} of the variance alone, ${share(total)} with what it does together with others`;
  return {
    kind: "tree",
    root: {
      text: `median and middle 80% of ${counted(draws, "draw")}: ${text}`,
      source: "rank-1 lattice: Cools, Kuo, Nuyens 2006; shares: Sobol indices, Saltelli et al. 2010",
      children: inputs.map((one) => ({
        text: `${one.distribution} (${one.where}): ${brings(one)}`,
        children: [],
      })),
    },
  };
}
