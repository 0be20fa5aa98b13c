import type { Parts } from "../protocol/protocol.ts";
import type { WorkerScope } from "./workerScope.ts";

/** Loads a part of the package that a worker needs late: `papers`, `pages`, a build of plotly.js, code. */
export interface PartLoader {
  /** Loads a part synchronously and returns its content. */
  load(part: string): unknown;
  /** Sets the places of parts that do not lie beside the worker. */
  at(places: Parts): void;
}

/** Makes the loader of a worker's parts. A part is a script that puts its content among the globals (`scripts/web/webBundles.mjs`). */
export function partLoader(scope: WorkerScope): PartLoader {
  let places: Parts = {};
  return {
    load(part) {
      const given = places[part] ?? new URL(`${part}.js`, scope.location.href).href;
      const url = typeof given === "string" ? given : URL.createObjectURL(given);
      scope.importScripts(url);
      const content: unknown = Reflect.get(scope, `dtp:${part}`);
      if (content === undefined) throw new Error(`${url} is not the part \`${part}\` of dtp`);
      return content;
    },
    at(found) {
      places = found;
    },
  };
}
