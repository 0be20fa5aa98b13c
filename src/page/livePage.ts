import { choiceSender } from "../editor/controls/choiceSender.ts";
import { type ControlElement, controlElement } from "../editor/controls/controlElement.ts";
import { readControl } from "../editor/controls/readControl.ts";
import type { AskExplanation } from "../editor/explain/explainedNumbers.ts";
import { type LiveProgram, PAGE_IDS } from "../report/render/livePage.ts";
import type { PageAnswer } from "../web/index.ts";
import { followProgram } from "./followProgram.ts";
import { pageRuntime } from "./pageRuntime.ts";
import { patchPage } from "./patchPage.ts";

/** Time after which a newer choice ends a run, in ms. A shorter one shows a step of a drag. */
const LONG = 1_500;

/** Program of a page that carries it. */
export interface LivePage {
  readonly explain: AskExplanation;
}

/** Makes the controls of a page answer. null for a page that does not carry its program. */
export function livePage(): LivePage | null {
  const carried = document.getElementById(PAGE_IDS.program)?.textContent;
  const main = document.getElementById(PAGE_IDS.main);
  if (!carried || !main) return null;
  let program = JSON.parse(carried) as LiveProgram;
  const runtime = pageRuntime();
  const chosen = new Map<string, string>();
  const controls = new Map<string, ControlElement>();

  /** Time at which the run that is going on began; null between runs. */
  let begun: number | null = null;
  /** True where a newer choice has ended the run that was going on. */
  let ended = false;

  const send = choiceSender(async (path, text) => {
    const before = chosen.get(path);
    chosen.set(path, text);
    begun = performance.now();
    ended = false;
    const said = await run().catch((error: unknown) => String(error));
    begun = null;
    if (said === null || ended) return;
    if (before === undefined) chosen.delete(path);
    else chosen.set(path, before);
    controls.get(path)?.problem(said);
  });

  const now = (): LiveProgram => ({
    ...program,
    overrides: [...program.overrides, ...[...chosen].map(([path, text]) => `${path}=${text}`)],
  });

  /** Runs the program with what was chosen. Resolves to a sentence where it has no valid answer. */
  async function run(): Promise<string | null> {
    const answer = await runtime.ask("page", now());
    const refusal = refusalOf(answer);
    if (refusal !== null || !main) return refusal;
    const rigid = program.form === "slides";
    return patchPage(main, answer.body, show, { rigid })
      ? null
      : "The lesson has other outputs with this value.";
  }

  /** Draws the controls of a part of the page, or shows in those that are drawn what holds now. */
  function show(place: HTMLElement): void {
    const data = readControl(JSON.parse(place.dataset.control ?? "null"));
    if (!data) return;
    const known = controls.get(data.path);
    if (known) known.update(data);
    const control =
      known ??
      controlElement(data, (path, text) => {
        runtime.start();
        if (begun !== null && performance.now() - begun > LONG) {
          ended = true;
          runtime.end();
        }
        send(path, text);
      });
    controls.set(data.path, control);
    // An element that moves loses the focus.
    if (control.element.parentElement !== place) place.replaceChildren(control.element);
  }

  if (program.follows)
    followProgram(main, {
      async run(sent) {
        program = { ...program, ...sent };
        return run();
      },
      end: runtime.end,
    });
  for (const place of main.querySelectorAll<HTMLElement>("[data-control]")) {
    show(place);
    // The worker loads before the first choice.
    for (const event of ["pointerenter", "focusin"])
      place.addEventListener(event, runtime.start, { once: true });
  }
  return { explain: (path, stage) => runtime.ask("explain", { ...now(), ...asked(path, stage) }) };
}

const asked = (path: string, stage?: number) => (stage === undefined ? { path } : { path, stage });

/** First error of a run; null for a run whose outputs can be shown. */
function refusalOf({ diagnostics, interrupted }: PageAnswer): string | null {
  if (interrupted) return "The run was stopped.";
  return diagnostics.find(({ severity }) => severity === "error")?.message ?? null;
}
