import type { World } from "../../session/index.ts";
import { resolvePath } from "../files/resolvePath.ts";

/** Files as cells may read them: a kernel reads none above its notebook's folder. */
export function belowFolder(
  world: Pick<World, "versions" | "read" | "list">,
  texts: ReadonlyMap<string, string>,
): Pick<World, "versions" | "read" | "list"> {
  return {
    ...world,
    read: (specifier, from) =>
      /^std[@/]/.test(specifier) || texts.has(from) || resolvePath(specifier, "") !== null
        ? world.read(specifier, from)
        : { problem: "outside-project" },
  };
}
