import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

// `npm install` beside an existing node_modules drops the builds of other platforms from the lock file, after which
// `npm ci` refuses everywhere. Mend it by writing the file anew in an empty folder: `npm install --package-lock-only`.
test("the lock file holds every package of every platform", () => {
  const text = readFileSync(new URL("../../package-lock.json", import.meta.url), "utf8");
  const { packages }: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(text);
  const missing = Object.entries(packages).flatMap(([path, locked]) =>
    Object.keys({ ...locked.dependencies, ...locked.optionalDependencies }).filter(
      (name) => !found(path, name),
    ),
  );
  expect(missing).toEqual([]);

  /** As Node looks: below the package itself, then below each folder above it. */
  function found(path: string, name: string): boolean {
    for (
      let folder = path;
      ;
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))
    ) {
      if (packages[`${folder === "" ? "" : `${folder}/`}node_modules/${name}`]) return true;
      if (folder === "") return false;
    }
  }
});
