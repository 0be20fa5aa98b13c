import type { Diagnostic } from "../../dsl/diagnostics/diagnostic.ts";
import {
  createModules,
  define,
  entryValue,
  type Loader,
  type Module,
  resolve,
  silentContext,
} from "../../dsl/evaluate/index.ts";
import { parse } from "../../dsl/syntax/index.ts";
import type { Scenario } from "../../engine/scenario/scenario.ts";
import type { World } from "../../session/index.ts";
import { engineOutputs } from "../../session/results/engineOutputs.ts";

export type Resolution =
  | { readonly kind: "scenario"; readonly scenario: Scenario }
  | { readonly kind: "problems"; readonly diagnostics: readonly Diagnostic[] };

/** Reason why a program has no scenario, in one line. */
export function problemOf({ diagnostics }: Extract<Resolution, { readonly kind: "problems" }>): string {
  const [first] = diagnostics;
  return first ? `${first.code}: ${first.message}` : "the program has no scenario";
}

/**
 * Reader of programs whose scenario is called `run` and which import from `std/` only. Library files are read
 * and parsed once for all programs.
 */
export function scenarioReader(world: World): (text: string, name: string) => Resolution {
  const texts = new Map<string, ReturnType<World["read"]>>();
  const loader: Loader = createModules(
    (specifier, from) => {
      const found = texts.get(specifier) ?? world.read(specifier, from);
      texts.set(specifier, found);
      return found;
    },
    () => {},
  );
  return (text, name) => {
    const parsed = parse({ name, text }, "file");
    const module: Module = { name, entries: new Map() };
    const context = silentContext(engineOutputs);
    const found = [...parsed.diagnostics];
    if (found.length > 0) return { kind: "problems", diagnostics: found };
    const defined = define(parsed.file, module, loader);
    if (defined.diagnostics.length > 0) return { kind: "problems", diagnostics: defined.diagnostics };
    for (const entry of defined.entries) module.entries.set(entry.name, entry);
    const entry = module.entries.get("run");
    const value = entry && entryValue(context, entry);
    if (value?.kind === "poison") return { kind: "problems", diagnostics: value.diagnostics };
    if (value?.kind !== "scenario") return { kind: "problems", diagnostics: [] };
    const resolved = resolve(context, value);
    return resolved.kind === "poison"
      ? { kind: "problems", diagnostics: resolved.diagnostics }
      : { kind: "scenario", scenario: resolved.scenario };
  };
}
