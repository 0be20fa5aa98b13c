import type { Diagnostic } from "../../../src/dsl/diagnostics/diagnostic.ts";
import type { Evaluation, Hooks } from "../../../src/kernel/core/evaluation/evaluation.ts";
import type { Session } from "../../../src/session/session.ts";
import type { Output } from "../../../src/session/world/output.ts";
import type { RunResult } from "../../../src/session/world/runResult.ts";

/**
 * A session of a few words, one a line, so that the kernel's own behaviour is tried without the language:
 * `set TEXT`, `get` (result), `show TEXT`, `fail TEXT`, `warn TEXT`, `loop` (until interrupted), `spin` (never looks at
 * the flag), `throw`, `steps N` (N steps of 100 ms with progress).
 */
export function loadEvaluation(hooks: Hooks): Evaluation {
  let kept = "nothing";
  let owner = "";

  function run(text: string, name: string): RunResult {
    const outputs: Output[] = [];
    const diagnostics: Diagnostic[] = [];
    let interrupted = false;
    const emit = (words: string, kind: Output["kind"], result: boolean) => {
      const document = { blocks: [{ kind: "paragraph", text: words }] } as const;
      const output: Output = { kind, document, line: 1, data: null, result };
      outputs.push(output);
      hooks.output(output);
    };
    const complain = (severity: Diagnostic["severity"], message: string) =>
      diagnostics.push({
        code: `fake-${severity}`,
        severity,
        message: `${name} ${message}`,
        related: [],
        notes: [],
      });
    for (const line of text.split("\n")) {
      const [word, ...rest] = line.trim().split(" ");
      const tail = rest.join(" ");
      if (word === "set") kept = tail;
      else if (word === "get") emit(kept, "show", true);
      else if (word === "show") emit(tail, "show", false);
      else if (word === "fail") complain("error", tail);
      else if (word === "warn") complain("warning", tail);
      else if (word === "throw") throw new Error("a bug");
      else if (word === "spin") for (;;);
      else if (word === "loop") {
        while (!hooks.interrupted());
        interrupted = true;
      } else if (word === "steps") {
        const total = Number(tail);
        for (let done = 1; done <= total && !hooks.interrupted(); done++) {
          const until = performance.now() + 100;
          while (performance.now() < until);
          hooks.progress(done, total, "steps");
        }
      }
    }
    return { outputs, diagnostics, expectations: [], interrupted };
  }

  const session: Session = {
    run: (text, { name, cell }) => {
      if (cell !== undefined) owner = cell;
      return run(text, name);
    },
    forget: (cells) => {
      if (cells.includes(owner)) kept = "forgotten";
    },
    hasControls: () => false,
    choose: () => ({ outputs: [], diagnostics: [], expectations: [], interrupted: false }),
    complete: (text, offset) => {
      const start = text.lastIndexOf(" ", offset - 1) + 1;
      return {
        start,
        end: offset,
        items: [{ text: "show", kind: "keyword", detail: "show TEXT", doc: "says a text" }],
      };
    },
    inspect: (text, offset) =>
      text.slice(offset).startsWith("show")
        ? { blocks: [{ kind: "paragraph", text: "show: says a text" }] }
        : null,
    finish: () => null,
    stale: () => [],
    staleCells: () => [],
    again: () => null,
    refreshed: () => {},
    shown: () => {},
    help: (word) => (word === "show" ? { blocks: [{ kind: "paragraph", text: "show: says a text" }] } : null),
    isComplete: (text) =>
      text.endsWith("{") ? { status: "incomplete", indent: "  " } : { status: "complete", indent: "" },
    reset: () => {
      kept = "nothing";
    },
    names: () => [{ name: "kept", kind: "value", detail: "value", value: kept, from: "cell [1]" }],
    sheet: {
      names: () => [],
      has: () => false,
      read: () => null,
      evaluate: () => null,
      type: () => "SheetValue",
      readBy: () => [],
      texts: () => [],
      definition: () => null,
      bind: () => {},
    },
  };

  return {
    session,
    parts: (document) => document.blocks.map((block) => ({ blocks: [block] })),
    bundles: (document) =>
      document.blocks.map((block) => ({
        "text/plain": block.kind === "paragraph" ? block.text : block.kind,
      })),
    renderDiagnostic: ({ severity, message }) => `${severity}: ${message}\n  code frame`,
    stamp: () => String(Math.floor(performance.now())),
    interrupted: hooks.interrupted,
    keepCompiled() {},
    typescript: { load: () => Promise.reject(new Error("no TypeScript here")), loaded: () => null },
  };
}
