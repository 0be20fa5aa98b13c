import { explainedNumbers } from "../../../src/editor/explain/explainedNumbers.ts";
import { figureTools } from "../../../src/editor/figures/figureTools.ts";
import type { Trace } from "../../../src/editor/figures/pointsCsv.ts";
import { linkedLabels } from "../../../src/editor/links/linkedLabels.ts";
import { rememberFigure } from "../../../src/editor/links/rememberFigure.ts";
import { make } from "../../../src/editor/make.ts";
import { answeringTables } from "../../../src/editor/tables/answeringTable.ts";
import type { Runtime, ShownOutput } from "../../../src/web/index.ts";

interface Client {
  connectRuntime(
    worker: Worker,
    options: { readonly files: { read(path: string): Promise<string | null> } },
  ): Runtime;
}

const PLOTLY_MIME = "application/vnd.plotly.v1+json";

let running: Promise<Runtime> | null = null;

/** Runtime of the page, whose worker loads when the first program runs. */
function runtimeOf(base: string): Promise<Runtime> {
  running ??= import(/* @vite-ignore */ `${base}runtime/client.js`).then(async (client: Client) => {
    const runtime = client.connectRuntime(new Worker(`${base}runtime/runtimeWorker.js`), {
      files: {
        read: async (path) => {
          const answer = await fetch(`${base}files/${path.replace(/^\.?\//, "")}`);
          return answer.ok ? answer.text() : null;
        },
      },
    });
    await runtime.ready;
    return runtime;
  });
  return running;
}

/**
 * Gives each program of a page buttons that run and edit it. A program marked `fragment` needs the programs above it on the page, which run
 * first.
 *
 * @param page element with the programs, `div.dtp-program`
 * @param base path below which the site is served
 */
export function livePrograms(page: HTMLElement, base: string): void {
  const programs = [...page.querySelectorAll<HTMLElement>("div.dtp-program:not([data-live])")].filter(
    ({ dataset }) => !/\b(source|form)\b/.test(dataset.marks ?? ""),
  );
  for (const program of programs) {
    program.dataset.live = "";
    const result = make("div", { class: "dtp-result", role: "status" });
    const run = button("Run", () => void runProgram(page, program, result, run, base));
    const edit = button("Edit", () => beginEdit(program, edit));
    const bar = make("div", { class: "dtp-bar" });
    bar.append(run, edit);
    program.append(bar);
    program.after(result);
  }
}

async function runProgram(
  page: HTMLElement,
  program: HTMLElement,
  result: HTMLElement,
  run: HTMLButtonElement,
  base: string,
): Promise<void> {
  run.disabled = true;
  run.textContent = "Running";
  try {
    const runtime = await runtimeOf(base);
    await runtime.ask("reset", {});
    const before = textsBefore(page, program);
    for (const text of before) await runtime.ask("run", { text, name: "page.dtp", mode: "cell" });
    const own = textOf(program);
    const outputs: HTMLElement[] = [];
    const { diagnostics } = await runtime.ask(
      "run",
      { text: own, name: "program.dtp", mode: "cell" },
      (event) => {
        if (event.kind === "output") outputs.push(shownOutput(event.output));
      },
    );
    for (const { severity, text } of diagnostics) {
      outputs.push(make("pre", { class: `dtp-diagnostic dtp-${severity}` }, text));
    }
    if (outputs.length === 0) {
      outputs.push(make("p", { class: "dtp-none" }, "The program shows nothing. Add `show NAME`."));
    }
    result.replaceChildren(...outputs);
    answer(result, runtime, [...before, own].join("\n"));
  } catch (error) {
    const why = `The program could not run here: ${(error as Error).message}`;
    result.replaceChildren(make("p", { class: "dtp-diagnostic dtp-error" }, why));
  } finally {
    run.disabled = false;
    run.textContent = "Run";
  }
}

/** Makes the tables of a program's result answer, and their numbers explain themselves by the text that made them. */
function answer(result: HTMLElement, runtime: Runtime, text: string): void {
  answeringTables(result);
  explainedNumbers(result, (path, stage) =>
    runtime.ask("explain", {
      ...{ text, name: "program.dtp", overrides: [], files: {}, path },
      ...(stage === undefined ? {} : { stage }),
    }),
  );
  linkedLabels(result);
}

/** Texts that a fragment needs: those of the programs above it that run without an error. */
function textsBefore(page: HTMLElement, program: HTMLElement): readonly string[] {
  if (!/\bfragment\b/.test(program.dataset.marks ?? "")) return [];
  const all = [...page.querySelectorAll<HTMLElement>("div.dtp-program[data-live]")];
  return all
    .slice(0, all.indexOf(program))
    .filter(({ dataset }) => !/\bwrong\b/.test(dataset.marks ?? ""))
    .map(textOf);
}

/** An output as the runtime renders it. Its HTML and SVG are the report's own, with every name of the program escaped. */
function shownOutput({ bundles }: ShownOutput): HTMLElement {
  const shown = make("div", { class: "dtp-output" });
  for (const bundle of bundles) {
    const markup = bundle["image/svg+xml"] ?? bundle["text/html"];
    const part = make(markup === undefined ? "pre" : "div", { class: "dtp-saved" });
    if (markup === undefined) part.textContent = String(bundle["text/plain"] ?? "");
    else part.innerHTML = String(markup);
    shown.append(part);
    const picture = part.querySelector("svg.dtp-figure");
    if (picture) shown.append(makeFigure(picture, String(markup), bundle[PLOTLY_MIME]));
  }
  return shown;
}

/** Makes a picture's marks light up with rows, and gives buttons that save it. */
function makeFigure(picture: Element, svg: string, spec: unknown): HTMLElement {
  rememberFigure(picture, spec);
  picture.setAttribute("tabindex", "0");
  const title = picture.querySelector("title")?.textContent ?? "figure";
  const { data } = (spec ?? {}) as { readonly data?: readonly Trace[] };
  const place = make("div", { class: "dtp-save" });
  const say = (words: string): void => place.append(make("span", { role: "status" }, words));
  place.append(...figureTools({ svg, title, ...(data ? { traces: data } : {}) }, say));
  return place;
}

function beginEdit(program: HTMLElement, edit: HTMLButtonElement): void {
  const code = program.querySelector("pre");
  if (!code) return;
  const area = document.createElement("textarea");
  area.className = "dtp-edit";
  area.spellcheck = false;
  area.setAttribute("aria-label", "Program");
  area.value = textOf(program);
  area.rows = area.value.split("\n").length;
  code.replaceWith(area);
  edit.remove();
  area.focus();
}

function textOf(program: HTMLElement): string {
  const area = program.querySelector("textarea");
  return area ? area.value : `${(program.querySelector("code")?.textContent ?? "").trimEnd()}\n`;
}

function button(text: string, act: () => void): HTMLButtonElement {
  const made = make("button", { type: "button" }, text);
  made.addEventListener("click", act);
  return made;
}
