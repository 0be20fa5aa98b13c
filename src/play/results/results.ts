import { type ControlElement, controlElement } from "../../editor/controls/controlElement.ts";
import type { AskExplanation } from "../../editor/explain/explainedNumbers.ts";
import { inertHtml } from "../../editor/inert.ts";
import { make } from "../../editor/make.ts";
import type { ControlData } from "../../report/document/control.ts";
import type { MimeData, ShownDiagnostic, ShownOutput } from "../../web/index.ts";
import { loadAnswers } from "../answers/loadAnswers.ts";
import { button } from "../dom/button.ts";
import { copy } from "../dom/copy.ts";
import { type FigureHost, figure } from "./figure.ts";
import { type ProblemHost, problemList } from "./problemList.ts";
import { reconcile } from "./reconcile.ts";

const CONTROL_MIME = "application/vnd.dtp.control+json";

/** Time after which outputs of a run that goes on are shown as they come, ms. Shorter runs replace the results at once. */
const WAIT = 400;

/** Acts of a reader on results. */
export interface ResultsHost extends FigureHost, ProblemHost {
  choose(path: string, text: string): void;
  goToLine(line: number): void;
  /** Finds where a number of the shown program comes from. */
  readonly explain: AskExplanation;
}

/** Pane with the outputs of a run. What a run did not change keeps its elements. */
export class Results {
  private readonly problems = make("div", { class: "problems" });
  private readonly outputs = make("div", { class: "outputs" });
  private readonly controls = new Map<string, ControlElement>();
  private nodes = new Map<string, HTMLElement>();
  private fresh: { readonly key: string; readonly node: HTMLElement }[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    parent: HTMLElement,
    private readonly host: ResultsHost,
  ) {
    parent.append(this.problems, this.outputs);
  }

  /** Begins a run. The results before stay until it has some of its own. */
  begin(): void {
    clearTimeout(this.timer);
    this.fresh = [];
    this.timer = setTimeout(() => this.stream(), WAIT);
  }

  add(output: ShownOutput): void {
    const count = this.fresh.filter(({ key }) => key.startsWith(keyOf(output))).length;
    const key = `${keyOf(output)}\0${count}`;
    this.fresh.push({ key, node: this.node(key, output) });
    if (this.timer === undefined) this.show();
  }

  /** Ends a run. After an error without outputs, the results before stay, marked as old. */
  end(diagnostics: readonly ShownDiagnostic[]): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const failed = diagnostics.some(({ severity }) => severity === "error") && this.fresh.length === 0;
    this.outputs.classList.toggle("old", failed && this.nodes.size > 0);
    if (!failed) this.show();
    this.problems.replaceChildren(...problemList(diagnostics, this.host));
  }

  /** Removes everything, for another program. */
  clear(): void {
    this.controls.clear();
    this.nodes.clear();
    this.fresh = [];
    this.problems.replaceChildren();
    this.outputs.replaceChildren();
  }

  /** Marks the element of a control whose choice is an error. */
  refuse(path: string, message: string): void {
    this.controls.get(path)?.problem(message);
  }

  private stream(): void {
    this.timer = undefined;
    if (this.fresh.length > 0) this.show();
  }

  private show(): void {
    this.outputs.classList.remove("old");
    this.nodes = new Map(this.fresh.map(({ key, node }) => [key, node]));
    reconcile(
      this.outputs,
      this.fresh.map(({ node }) => node),
    );
  }

  private node(key: string, output: ShownOutput): HTMLElement {
    const control = output.bundles[0]?.[CONTROL_MIME] as ControlData | undefined;
    const known = this.nodes.get(key);
    if (control) this.control(control);
    if (known) {
      known.querySelector(":scope > .line")?.replaceChildren(`line ${output.line}`);
      known.dataset.line = String(output.line);
      return known;
    }
    const body = control
      ? [this.control(control).element]
      : output.bundles.flatMap((bundle) => shown(bundle, this.host));
    const made = make(
      "article",
      { class: `output ${output.kind}`, "data-line": String(output.line) },
      ...body,
    );
    const line = button(`line ${output.line}`, () => this.host.goToLine(Number(made.dataset.line)), {
      class: "line",
      title: "Show the statement",
    });
    made.prepend(line);
    if (made.querySelector(".dtp-table, [data-why]")) this.answer(made);
    return made;
  }

  /** Makes the tables of an output answer. They stay readable where the script for it does not load. */
  private answer(output: HTMLElement): void {
    loadAnswers(this.host.scripts).then(
      (answers) => answers.output(output, this.host.explain, inertHtml),
      (error: Error) => this.host.say(`Tables cannot be sorted: ${error.message}.`),
    );
  }

  /** Element of a control, with the data of its latest output. */
  private control(data: ControlData): ControlElement {
    const known = this.controls.get(data.path);
    known?.update(data);
    if (known) return known;
    const fresh = controlElement(data, (path, text) => this.host.choose(path, text));
    this.controls.set(data.path, fresh);
    return fresh;
  }
}

/** Text by which an output is the same as one of the run before. A control is the same whatever its value. */
function keyOf({ kind, bundles }: ShownOutput): string {
  const control = bundles[0]?.[CONTROL_MIME] as ControlData | undefined;
  if (control) return `control\0${control.path}`;
  return [kind, ...bundles.map((bundle) => String(bundle["image/svg+xml"] ?? bundle["text/html"]))].join(
    "\0",
  );
}

function shown(bundle: MimeData, host: FigureHost): readonly Node[] {
  const drawn = figure(bundle, host);
  if (drawn) return [drawn];
  const html = bundle["text/html"];
  if (typeof html !== "string") return [make("pre", {}, String(bundle["text/plain"] ?? ""))];
  return [make("div", { class: "words" }, inertHtml(html)), copies(bundle, host)];
}

/** Buttons that copy an output as Markdown and LaTeX. */
function copies(bundle: MimeData, host: FigureHost): HTMLElement {
  const kinds = [
    ["Markdown", "text/markdown"],
    ["LaTeX", "text/latex"],
  ] as const;
  const buttons = kinds.flatMap(([name, type]) => {
    const text = bundle[type];
    if (typeof text !== "string") return [];
    const press = (): void =>
      void copy(text).then((done) =>
        host.say(done ? `Copied as ${name}.` : "This page may not use the clipboard."),
      );
    return [button(name, press, { "aria-label": `Copy as ${name}` })];
  });
  return make("div", { class: "tools" }, ...buttons);
}
