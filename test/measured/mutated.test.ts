import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readLog, readTrace, steadyState } from "../../src/measured/index.ts";
import { traceText } from "../../src/measured/trace/traceText.ts";

const folder = join(import.meta.dirname, "samples");
const files = readdirSync(folder).filter((name) => !name.endsWith(".md"));

/** Numbers in [0, n) from a seed (Park and Miller's generator). */
function random(seed: number): (n: number) => number {
  let state = seed;
  return (n) => {
    state = (state * 16_807) % 2_147_483_647;
    return Math.floor((state / 2_147_483_647) * n);
  };
}

/** Bytes with a few of them changed, left out, repeated or cut off. */
function mutated(bytes: Uint8Array, next: (n: number) => number): Uint8Array {
  const changed = Uint8Array.from(bytes);
  for (let times = 1 + next(20); times > 0; times--) changed[next(changed.length)] = next(256);
  const [from, to] = [next(changed.length), next(changed.length)].sort((a, b) => a - b);
  const cut = next(3);
  if (cut === 0) return changed.slice(0, to);
  return cut === 1 ? changed : Uint8Array.from([...changed.slice(0, to), ...changed.slice(from ?? 0)]);
}

test.each(files)("%s, mutated: no reader throws, and every number is one", (name) => {
  const bytes = readFileSync(join(folder, name));
  const next = random(20_261_128);
  for (let round = 0; round < 30; round++) {
    const some = mutated(bytes.subarray(0, 20_000), next);
    const log = readLog(new TextDecoder().decode(some));
    if (!("problem" in log)) {
      const { states, seconds, spells } = steadyState(log);
      expect(states).toHaveLength(log.iterations.length);
      for (const one of [...Object.values(seconds ?? {}), ...spells.flatMap(({ beyond }) => beyond)])
        expect(one).not.toBeNaN();
    }
    const trace = readTrace(traceText([some]));
    if (!("problem" in trace)) {
      expect(trace.parts.reduce((sum, part) => sum + part.seconds, 0)).toBeCloseTo(trace.seconds, 6);
      for (const { seconds, busy } of trace.parts) expect(Math.min(seconds, busy)).toBeGreaterThanOrEqual(0);
    }
  }
});
