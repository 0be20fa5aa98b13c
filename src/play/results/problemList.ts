import { make } from "../../editor/make.ts";
import type { ShownDiagnostic } from "../../web/index.ts";
import { button } from "../dom/button.ts";

/** Acts of a reader on a mistake. */
export interface ProblemHost {
  goTo(range: NonNullable<ShownDiagnostic["range"]>): void;
  mend(fix: NonNullable<ShownDiagnostic["fix"]>): void;
  /** True for a file that the reader can change. */
  owns(file: string): boolean;
}

const WORDS = { error: "Error", warning: "Warning", note: "Note" } as const;

/** Mistakes of a run, each with its frame, a way to its place and, where one is obvious, the edit that removes it. */
export function problemList(all: readonly ShownDiagnostic[], host: ProblemHost): readonly HTMLElement[] {
  return all.map((one) => {
    const { severity, message, range, fix, text } = one;
    const acts = [
      ...(range && host.owns(range.file) ? [button("Show", () => host.goTo(range))] : []),
      ...(fix && host.owns(fix.file) ? [button("Fix it", () => host.mend(fix))] : []),
    ];
    const head = make("div", { class: "problem-head" }, make("b", {}, `${WORDS[severity]}: `), message);
    return make(
      "article",
      { class: `problem ${severity}` },
      head,
      make(
        "details",
        severity === "error" ? { open: "" } : {},
        make("summary", {}, "Details"),
        make("pre", {}, text),
      ),
      ...(acts.length > 0 ? [make("div", { class: "tools" }, ...acts)] : []),
    );
  });
}
