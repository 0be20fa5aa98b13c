import { adoptStyle } from "../editor/adoptStyle.ts";
import { make } from "../editor/make.ts";
import { type LiveProgram, PROGRAM_MESSAGE, READY_MESSAGE } from "../report/render/livePage.ts";

type Sent = Pick<LiveProgram, "text" | "name" | "files">;

/** Time after which a newer program ends a run, ms. */
const LONG = 1_500;

const STYLE = `
.dtp-follow { position: sticky; top: 0; z-index: 2; margin: 0 0 12px; padding: 8px 14px; border-left: 4px solid var(--bad, #b3261e);
  background: var(--card, #fff); border-radius: 4px; }
.dtp-follow:empty { display: none; }
`;

/**
 * Lets a page follow its program: an editor around the page sends the text with every edit. While the program has a mistake, the
 * page keeps its last outputs, and says the mistake above them. `run` resolves to the mistake; `end` ends a run that goes on.
 */
export function followProgram(
  main: HTMLElement,
  { run, end }: { run(sent: Sent): Promise<string | null>; end(): void },
): void {
  adoptStyle("follow", STYLE);
  const words = make("p", { class: "dtp-follow", role: "status" });
  main.before(words);
  let next: Sent | null = null;
  let begun: number | null = null;

  async function work(): Promise<void> {
    if (begun !== null) return;
    for (let sent = next; sent; sent = next) {
      next = null;
      begun = performance.now();
      const said = await run(sent).catch((error: unknown) => String(error));
      begun = null;
      // A run that was ended for a newer program says nothing.
      if (next === null) words.textContent = said ?? "";
    }
  }

  addEventListener("message", ({ data }: MessageEvent) => {
    const { kind, program } = (data ?? {}) as { readonly kind?: unknown; readonly program?: Partial<Sent> };
    const { text, name, files } = program ?? {};
    if (kind !== PROGRAM_MESSAGE || typeof text !== "string" || typeof name !== "string" || !files) return;
    next = { text, name, files };
    if (begun !== null && performance.now() - begun > LONG) end();
    void work();
  });
  hostOf().postMessage({ kind: READY_MESSAGE }, "*");
}

/** Page around this one: VS Code's, or the one whose frame this is. */
function hostOf(): { postMessage(message: unknown, target: string): void } {
  const acquire: unknown = Reflect.get(globalThis, "acquireVsCodeApi");
  return typeof acquire === "function" ? acquire() : parent;
}
