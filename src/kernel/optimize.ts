import { setFlagsFromString } from "node:v8";

/**
 * V8's flags for when fast code is made of a function: after so many rounds of 66 KiB of its bytecode, and at the first
 * round where the function is shorter than so many bytes. `soon` is V8's own choice (its `flag-definitions.h`, 11.3).
 */
const FLAGS = {
  soon: ["--ticks-before-optimization=3", "--max-bytecode-size-for-early-opt=81"],
  late: ["--ticks-before-optimization=250", "--max-bytecode-size-for-early-opt=0"],
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
