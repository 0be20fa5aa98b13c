import type { Scenario } from "../scenario/scenario.ts";
import type { Variable } from "./variables.ts";

/** Variables in which two scenarios differ; null where they also differ in another field that may matter. */
export function differences(
  a: Scenario,
  b: Scenario,
  variables: readonly Variable[],
): readonly Variable[] | null {
  const found: Variable[] = [];
  const path: string[] = [];
  const alike = (one: unknown, other: unknown): boolean => {
    if (Object.is(one, other)) return true;
    if (typeof one === "object" && typeof other === "object" && one !== null && other !== null) {
      const [fields, others] = [
        one as Readonly<Record<string, unknown>>,
        other as Readonly<Record<string, unknown>>,
      ];
      const names = Object.keys(fields);
      if (names.length !== Object.keys(others).length) return false;
      return names.every((name) => {
        if (unread.has(name)) return true;
        path.push(name);
        const same = alike(fields[name], others[name]);
        path.pop();
        return same;
      });
    }
    if (typeof one !== "number" || typeof other !== "number") return false;
    const at = path.join(".");
    const own = variables.filter((variable) => variable.at === at);
    found.push(...own);
    return own.length > 0;
  };
  return alike(a, b) ? found : null;
}

/** Fields that no formula reads: origins and names. A trace whose recording did read one would still check it. */
const unread: ReadonlySet<string> = new Set(["name", "origins"]);
