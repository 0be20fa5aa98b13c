import { inertHtml, inertSvg } from "../../editor/inert.ts";
import { make } from "../../editor/make.ts";
import type { RunAnswer, Runtime, ShownOutput } from "../../web/index.ts";
import { PLAN_STYLE } from "./planStyle.ts";
import { ownText, runtimeFor } from "./runtimes.ts";

/** Result of a run: its diagnostics, its expectations, and whether it was interrupted. */
export type PlanResult = RunAnswer;

/** Runs of each runtime, one after the other. */
const queues = new WeakMap<Runtime, Promise<unknown>>();

/**
 * The element `<dtp-plan>`. It runs a program of the language in a worker of the page and shows its outputs: tables, figures as
 * pictures, explanations. It asks no host but the page's own.
 *
 * The program is the text of a `<script type="text/dtp">` inside, or else the element's own text, or the file of `src`.
 *
 * | attribute | what it says |
 * |---|---|
 * | `src` | address of a program on the page's host; its imports are read from there |
 * | `set` | fields to change, `;` between them: `plan.tp=4; cluster.nodes=16` |
 * | `code` | also show the program |
 *
 * The event `dtp-result` comes after each run, with the `PlanResult` as its `detail`. Parts for `::part`: `program`, `output`,
 * `diagnostic`, `error`, `progress`.
 */
export class PlanElement extends HTMLElement {
  static readonly observedAttributes = ["src", "set", "code"];

  /** Result of the latest run; null before the first has ended. */
  result: PlanResult | null = null;

  readonly #shadow = this.attachShadow({ mode: "open" });
  /** Number of the latest run. An earlier one that ends late shows nothing. */
  #latest = 0;
  #waiting = false;

  constructor() {
    super();
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(PLAN_STYLE);
    this.#shadow.adoptedStyleSheets = [sheet];
  }

  connectedCallback(): void {
    this.#soon();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#soon();
  }

  /** Runs the program again, and resolves to its result. Mistakes of the program are shown and in the result; it does not reject. */
  async run(): Promise<PlanResult | null> {
    const own = ++this.#latest;
    const note = make("pre", { part: "progress" }, "…");
    if (!this.result) this.#shadow.replaceChildren(note);
    try {
      const src = this.getAttribute("src");
      const base = src === null ? document.baseURI : new URL(src, document.baseURI).href;
      const text = src === null ? this.#ownText() : await ownText(base, base);
      if (text === null) throw new Error(`${src} is not on this host, or not there`);
      const overrides = (this.getAttribute("set") ?? "").split(";").flatMap((one) => one.trim() || []);
      const outputs: ShownOutput[] = [];
      const result = await inTurn(runtimeFor(new URL(".", base).href), (runtime) =>
        runtime.ask("run", { text, name: src ?? "program.dtp", mode: "file", overrides }, (event) => {
          if (event.kind === "output") outputs.push(event.output);
          else if (event.total > 0) note.textContent = `${event.label}: ${event.done} of ${event.total}`;
        }),
      );
      if (own !== this.#latest) return this.result;
      this.result = result;
      this.#show(text, outputs, result);
      this.dispatchEvent(new CustomEvent("dtp-result", { detail: result, bubbles: true }));
      return result;
    } catch (error) {
      const why = `The program could not run here: ${(error as Error).message}`;
      if (own === this.#latest)
        this.#shadow.replaceChildren(make("pre", { part: "diagnostic error", role: "alert" }, why));
      return null;
    }
  }

  /** Runs once the element's text and attributes have been read or set. */
  #soon(): void {
    if (this.#waiting) return;
    this.#waiting = true;
    const run = () => {
      this.#waiting = false;
      if (this.isConnected) void this.run();
    };
    // While the page is read, the element may still lack its text.
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", run, { once: true });
    else queueMicrotask(run);
  }

  #ownText(): string {
    const script = this.querySelector('script[type="text/dtp"]');
    return dedented((script ?? this).textContent ?? "");
  }

  #show(text: string, outputs: readonly ShownOutput[], { diagnostics }: PlanResult): void {
    const shown: Node[] = this.hasAttribute("code")
      ? [make("pre", { part: "program" }, make("code", {}, text))]
      : [];
    for (const { bundles } of outputs)
      for (const bundle of bundles) {
        const [svg, html] = [bundle["image/svg+xml"], bundle["text/html"]];
        const picture = typeof svg === "string" ? inertSvg(svg) : null;
        const content = picture ?? (typeof html === "string" ? inertHtml(html) : null);
        shown.push(
          make("div", { part: "output" }, content ?? make("pre", {}, String(bundle["text/plain"] ?? ""))),
        );
      }
    for (const { severity, text: said } of diagnostics)
      shown.push(make("pre", { part: severity === "error" ? "diagnostic error" : "diagnostic" }, said));
    this.#shadow.replaceChildren(...shown);
  }
}

/** Asks a runtime once its earlier requests have ended. */
function inTurn<Answer>(runtime: Runtime, ask: (runtime: Runtime) => Promise<Answer>): Promise<Answer> {
  const asked = (queues.get(runtime) ?? Promise.resolve()).then(() => ask(runtime));
  queues.set(
    runtime,
    asked.catch(() => {}),
  );
  return asked;
}

/** Text without the indentation that all its lines share, as it stands in a page's markup. */
function dedented(text: string): string {
  const lines = text
    .replace(/^\s*\n/, "")
    .trimEnd()
    .split("\n");
  const indents = lines
    .filter((line) => line.trim() !== "")
    .map((line) => /^\s*/.exec(line)?.[0].length ?? 0);
  const least = Math.min(...indents, Number.MAX_SAFE_INTEGER);
  return `${lines.map((line) => line.slice(least)).join("\n")}\n`;
}
