import { setFlagsFromString } from "node:v8";

/**
 * V8's flags for when fast code is made of a function, and for how much: after so many rounds of 66 KiB of its bytecode, at the
 * first round where the function is shorter than so many bytes, and with so many bytes of the functions that it calls made
 * part of it. V8's own choice (its `flag-definitions.h`, 11.3) is 3, 81 and 920. With 200 its one compiler thread, which a
 * search of some seconds waits for, has a third less to do, and what its code is slower by does not show.
 */
const FLAGS = {
  soon: flags(3, 81, 200),
  late: flags(250, 0, 920),
} as const;

/** V8 12 counts calls instead and knows these flags no more. */
const counted = Number.parseInt(process.versions.v8, 10) < 12;

let current: keyof typeof FLAGS = "soon";

/**
 * When V8 makes fast code of what this process runs. Most cells run much code a few times: by V8's own choice its compilers
 * begin with all of it, on threads that take the cores from the cell, and are ready when the cell is done. Late, a figure
 * takes half the processor time and the kernel holds 5 MB less; a loop that is seen to be long wants its code soon, and gets
 * it at once, since the rounds are counted either way. A search over all plans is known to be one.
 *
 * V8 takes kept code (`src/host/compiledModule.ts`) only under the flags that it was kept under: `late`, for what loads.
 */
export function optimize(when: keyof typeof FLAGS): void {
  if (!counted || when === current) return;
  current = when;
  for (const flag of FLAGS[when]) setFlagsFromString(flag);
}

function flags(rounds: number, bytesAtOnce: number, bytesInlined: number): readonly string[] {
  return [
    `--ticks-before-optimization=${rounds}`,
    `--max-bytecode-size-for-early-opt=${bytesAtOnce}`,
    `--max-inlined-bytecode-size-cumulative=${bytesInlined}`,
  ];
}
