import { type Context, silentContext } from "../../dsl/evaluate/index.ts";
import { engineOutputs } from "../results/engineOutputs.ts";
import type { RunTexts } from "../threads/tableThreads.ts";
import type { World } from "../world/world.ts";
import type { Collected } from "./collected.ts";
import type { RunOptions } from "./runOptions.ts";
import type { Surroundings } from "./surroundings.ts";

/**
 * Time that each loop over a table's rows may take after an interrupt, ms. A table has few loops, and a cell should end
 * within a second.
 */
const AFTERWARDS = 200;
/**
 * Number of rows that each loop finishes after an interrupt, however long they take: as many as a search keeps by
 * default.
 */
const FEW = 10;

/** Evaluation context of a run: the engine's results, interrupts, progress and threads. */
export function contextOf(
  { world, threads }: Surroundings,
  into: Collected,
  overrides: Context["overrides"],
  { module, mode, overrides: texts = [] }: Pick<RunTexts, "module"> & Pick<RunOptions, "mode" | "overrides">,
): Context {
  const { searches } = world;
  const others = threads?.({ module, mode, overrides: texts });
  const context: Context = {
    ...silentContext(engineOutputs),
    warn: (one) => {
      if (context.quiet === 0 || one.severity !== "warning") into.report(one);
    },
    interrupted: into.interrupted,
    stopsRows() {
      if (!into.stopped()) return into.interrupted;
      const until = Date.now() + AFTERWARDS;
      let rows = 0;
      return () => ++rows > FEW && Date.now() > until;
    },
    begins: () => world.begins?.(),
    progress: throttled(
      world,
      () => others?.ahead ?? 0,
      () => context.part,
    ),
    overrides,
    ...(searches === undefined ? {} : { searches }),
    ...(others ? { threads: others } : {}),
  };
  return context;
}

/**
 * Limits progress reports to ten per second. `ahead` is the share of the remaining rows that worker threads have
 * finished.
 */
function throttled(world: World, ahead: () => number, part: () => Context["part"]): Context["progress"] {
  let last = Date.now();
  let reported = { label: "", total: 0, done: 0, shown: 0 };
  return (asked, total, label, best) => {
    if (!world.progress) return;
    const now = Date.now();
    if (now - last < 100) return;
    last = now;
    const done = typeof asked === "number" ? asked : asked();
    const within = part();
    if (within) {
      world.progress(within.at + (total > 0 ? done / total : 0), within.of, label, best?.());
      return;
    }
    const same = label === reported.label && total === reported.total && done >= reported.done;
    // Skipped rows make `ahead` an estimate, so progress must be kept from going back.
    const shown = Math.max(same ? reported.shown : 0, done + Math.floor((total - done) * ahead()));
    reported = { label, total, done, shown };
    world.progress(shown, total, label, best?.());
  };
}
