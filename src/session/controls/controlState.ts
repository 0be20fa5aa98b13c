import type { Control, File } from "../../dsl/ast/ast.ts";
import { type Entry, type Module, moduleScope, pathText, type Scope } from "../../dsl/evaluate/index.ts";
import { type Choices, chosenEntry, controlsIn } from "../definitions/choices.ts";

/** Controls of a session, and what was chosen for them. */
export interface ControlState {
  /** The `control` statements by path, each with the notebook identifier of its cell. */
  readonly controls: Map<string, OwnedControl>;
  /** Chosen values as texts of the language, by path. */
  readonly choices: Map<string, string>;
}

interface OwnedControl {
  readonly statement: Control;
  readonly scope: Scope;
  readonly cell: string | undefined;
}

/** Records the controls of a cell. A control that the cell had before and has no longer is forgotten with its choice. */
export function ownControls(state: ControlState, module: Module, file: File, cell: string | undefined): void {
  const own = new Map(controlsIn(file).map((statement) => [pathText(statement.path), statement]));
  forgetControls(state, (owner, path) => owner === cell && !own.has(path));
  const scope = moduleScope(module, file.source);
  for (const [path, statement] of own) state.controls.set(path, { statement, scope, cell });
}

/** Forgets the controls of cells for which `gone` is true, with what was chosen for them. A console has no cells. */
export function forgetControls(
  { controls, choices }: ControlState,
  gone: (cell: string, path: string) => boolean,
): void {
  for (const [path, { cell }] of controls) {
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
