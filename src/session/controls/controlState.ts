import type { File } from "../../dsl/ast/ast.ts";
import { type Entry, type Module, pathText } from "../../dsl/evaluate/index.ts";
import { type Choices, chosenEntry, controlsIn } from "../definitions/choices.ts";

/** Controls of a session, and what was chosen for them. */
export interface ControlState {
  /** Paths of the `control` statements, with the notebook identifier of the cell of each. */
  readonly controls: Map<string, string | undefined>;
  /** Chosen values as texts of the language, by path. */
  readonly choices: Map<string, string>;
}

/** Records the controls of a cell. A control that the cell had before and has no longer is forgotten with its choice. */
export function ownControls(state: ControlState, file: File, cell: string | undefined): void {
  const own = new Set(controlsIn(file).map(({ path }) => pathText(path)));
  forgetControls(state, (owner, path) => owner === cell && !own.has(path));
  for (const path of own) state.controls.set(path, cell);
}

/** Forgets the controls of cells for which `gone` is true, with what was chosen for them. A console has no cells. */
export function forgetControls(
  { controls, choices }: ControlState,
  gone: (cell: string, path: string) => boolean,
): void {
  for (const [path, cell] of controls) {
    if (cell === undefined || !gone(cell, path)) continue;
    controls.delete(path);
    choices.delete(path);
  }
}

/** Definitions of a run with the values chosen for them, and earlier definitions whose choices have changed. */
export function withChosen(module: Module, entries: readonly Entry[], choices: Choices): readonly Entry[] {
  const own = new Set(entries.map(({ name }) => name));
  const earlier = [...module.entries.values()].flatMap((entry) => {
    if (own.has(entry.name)) return [];
    const now = chosenEntry(module, entry, choices);
    return now === entry ? [] : [now];
  });
  return [...entries.map((entry) => chosenEntry(module, entry, choices)), ...earlier];
}
