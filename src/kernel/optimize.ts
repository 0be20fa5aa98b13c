import { setFlagsFromString } from "node:v8";

/**
 * V8 flags that decide when a function is optimised and how much is inlined. In order: rounds of 66 KiB of
 * bytecode before optimisation, size in bytes below which a function is optimised in its first round, and
 * inlined bytes. V8's defaults (`flag-definitions.h`, 11.3) are 3, 81 and 920. Inlining 200 bytes leaves the
 * compiler thread a third less work, which a search of some seconds waits for. The code is not measurably
 * slower.
 */
const FLAGS = {
  soon: flags(3, 81, 200),
  late: flags(250, 0, 920),
} as const;

/** True where this V8 counts rounds of bytecode. V8 12 counts calls and no longer has these flags. */
const counted = Number.parseInt(process.versions.v8, 10) < 12;

let current: keyof typeof FLAGS = "soon";

/**
 * Sets when V8 optimises this process' code. Most cells run much code a few times. With V8's defaults, its
 * compiler threads start on all of it at once, take the cores from the cell, and finish when the cell is
 * done. With `late`, a figure takes half the processor time and the kernel uses 5 MB less. Rounds are counted
 * either way, so a long loop is optimised at once after switching to `soon`. A search over all plans switches
 * in advance.
 *
 * V8 only accepts cached code (`src/host/compiledModule.ts`) under the flags that it was cached with: `late`,
 * for code that loads.
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
