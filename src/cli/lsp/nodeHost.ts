import { existsSync } from "node:fs";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { createWorld, errorPagesFolder, projectRoot, stdFolder } from "../../host/index.ts";
import type { EditedText, Evaluator, Host } from "../../lsp/index.ts";
import { isBinaryFile } from "../../measured/index.ts";
import { createSession, type Session } from "../../session/index.ts";
import { addressOf, folderOf, openWorld, pathOf } from "./openWorld.ts";

/** Files and services of a language server in a process of Node. */
export function nodeHost(evaluator: Evaluator): Host {
  const services = new Map<string, Session>();
  return {
    evaluator,
    services(uri) {
      const folder = folderOf(uri);
      const known = services.get(folder);
      if (known) return known;
      const session = createSession(createWorld(folder, projectRoot(folder)));
      services.set(folder, session);
      return session;
    },
    resolve(specifier, from) {
      // A trace is read for an evaluation alone: it may be of any size.
      if (isBinaryFile(specifier)) {
        const path = resolve(folderOf(from), specifier);
        return existsSync(path) ? { uri: pathToFileURL(path).href, text: "" } : null;
      }
      const { world, files } = openWorld({ uri: from, open: {} });
      const found = world.read(specifier, "");
      const uri = "problem" in found ? undefined : files[found.name];
      return "problem" in found || uri === undefined ? null : { uri, text: found.text };
    },
    programs(uri) {
      const own = projectRoot(folderOf(uri));
      const world = createWorld(own, own);
      return world.list().flatMap((name): EditedText[] => {
        if (!name.startsWith("./") || !name.endsWith(".dtp")) return [];
        const found = world.read(name, "");
        return "problem" in found ? [] : [{ uri: addressOf(found.name, own), text: found.text }];
      });
    },
    errorPage(code) {
      const path = join(errorPagesFolder, `${code}.md`);
      return /^[\w-]+$/.test(code) && existsSync(path) ? pathToFileURL(path).href : null;
    },
    isLibrary(uri) {
      const path = pathOf(uri);
      if (path === null) return false;
      const way = relative(stdFolder, path);
      return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
    },
  };
}
