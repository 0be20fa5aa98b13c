import type { evaluateHere } from "../../src/cli/evaluateHere.ts";

/**
 * Takes the evaluator's place in process tests: prints one output, then does what the program's text says:
 * `loop` until interrupted, `crash`, or end.
 */
const standIn: typeof evaluateHere = ({ text }, events, interrupted = () => false) => {
  const output = {
    kind: "show",
    line: 1,
    data: 1,
    document: { blocks: [{ kind: "paragraph", text: "first output" }] },
  } as const;
  events.output?.(output);
  const started = performance.now();
  if (text.includes("crash")) throw new Error("a stand-in crash");
  events.progress?.(1, 2, "sweep");
  while (text.includes("loop") && !interrupted() && performance.now() - started < 20_000);
  if (text.includes("flood")) {
    for (let i = 0; i < 20_000; i++) events.output?.(output);
  }
  return { outputs: [output], diagnostics: [], expectations: [], interrupted: interrupted() };
};

export { plainOutput } from "../../src/cli/plainOutput.ts";
export { standIn as evaluateHere };
