import { resolve } from "node:path";
import { parse } from "../../dsl/syntax/index.ts";
import { createWorld, projectRoot } from "../../host/index.ts";
import { createSession, type Session, SheetError, type SheetScenario } from "../../session/index.ts";
import { convert, parseUnit } from "../../units/index.ts";
import { encode, encodeDiagnostic, encodeScenario, isScenario, isTable } from "./encode.ts";
import { createObjects, type Objects, RequestError } from "./objects.ts";
import { renderAs } from "./renderings.ts";
import type { Answer, Failure, OpenRequest, Request, RunRequest } from "./requests.ts";
import { type Searches, sharedSearches } from "./searches.ts";

/**
 * Answers requests of a program in another language. `interrupted` is polled by long evaluations, which stop when it is
 * true. No request makes it throw.
 */
export function createAnswers(interrupted: () => boolean): (request: Request) => Promise<Answer> | Answer {
  const objects = createObjects();
  return (request) => {
    try {
      objects.free(request.free ?? []);
      const result = resultOf(request, objects, interrupted);
      if (!(result instanceof Promise)) return { id: request.id, result: result ?? null };
      return result.then(
        (value: unknown) => ({ id: request.id, result: value }),
        (error: unknown) => ({ id: request.id, error: failure(error) }),
      );
    } catch (error) {
      return { id: request.id, error: failure(error) };
    }
  };
}

function resultOf(request: Request, objects: Objects, interrupted: () => boolean): unknown {
  switch (request.do) {
    case "open":
      return open(request, objects, interrupted);
    case "searches":
      return searchesOf.get(sessionOf(objects, request.session))?.found() ?? [];
    case "close":
      return objects.free([request.session]);
    case "run":
      return run(request, objects);
    case "names":
      return sessionOf(objects, request.session).sheet.names();
    case "read":
      return encode(sessionOf(objects, request.session).sheet.read(request.name), objects);
    case "evaluate":
      return encode(sessionOf(objects, request.session).sheet.evaluate(request.text, request.name), objects);
    case "bind":
      return sessionOf(objects, request.session).sheet.bind(request.name, objects.get(request.object));
    case "with":
      return encodeScenario(scenarioOf(objects, request.object).with(request.changes), objects);
    case "quantity":
      return scenarioOf(objects, request.object).quantity(request.path);
    case "breakdown":
      return scenarioOf(objects, request.object).breakdown(request.path);
    case "part":
      return scenarioOf(objects, request.object)[request.name];
    case "row":
      return row(objects, request.object, request.at);
    case "render":
      return renderAs(objects.get(request.object), request.as);
    case "convert":
      return converted(request.value, request.unit, request.to);
    default:
      throw new RequestError(`there is no request \`${(request as { readonly do: unknown }).do}\``);
  }
}

/** Shared searches of the sessions that have some. */
const searchesOf = new WeakMap<Session, Searches>();

function open({ folder, share, known }: OpenRequest, objects: Objects, interrupted: () => boolean): number {
  const at = resolve(folder ?? ".");
  const world = { ...createWorld(at, projectRoot(at)), interrupted };
  if (share === undefined && known === undefined) return objects.keep(createSession(world));
  const searches = sharedSearches(share ?? null, known ?? []);
  const session = createSession({ ...world, searches: searches.world });
  searchesOf.set(session, searches);
  return objects.keep(session);
}

function sessionOf(objects: Objects, number: number): Session {
  const object = objects.get(number);
  if (!("sheet" in object)) throw new RequestError(`object ${number} is no session`);
  return object as Session;
}

function scenarioOf(objects: Objects, number: number): SheetScenario {
  const object = objects.get(number);
  if (!isScenario(object)) throw new RequestError(`object ${number} is no scenario`);
  return object;
}

function run({ session, text, name, mode, overrides }: RunRequest, objects: Objects): unknown {
  const within = sessionOf(objects, session);
  const result = within.run(text, { name, mode, stays: true, overrides: overrides ?? [] });
  return {
    object: objects.keep(result),
    outputs: result.outputs.map(({ kind, line, data }) => ({ kind, line, data })),
    diagnostics: result.diagnostics.map(encodeDiagnostic),
    expectations: result.expectations,
    defined: definedBy(text, name, mode).filter((one) => within.sheet.has(one)),
    interrupted: result.interrupted,
  };
}

function row(objects: Objects, number: number, at: number): unknown {
  const table = objects.get(number);
  const found = isTable(table) ? table[at] : undefined;
  if (found === undefined) throw new RequestError(`object ${number} has no row ${at}`);
  if (!isScenario(found.scenario)) throw new SheetError([], "rows of imported data have no scenario");
  return encodeScenario(found.scenario, objects);
}

/** Names that a text's statements define. */
function definedBy(text: string, name: string, mode: "file" | "cell"): readonly string[] {
  return parse({ name, text }, mode).file.items.flatMap((item) =>
    item.kind !== "import" && "name" in item && item.name ? [item.name.name] : [],
  );
}

/** A number of one unit in another. Throws a `SheetError` for units of different kinds. */
function converted(value: number, unit: string, to: string): number {
  const from = parseUnit(unit);
  const wanted = parseUnit(to);
  if (!from || wanted?.dimension !== from.dimension)
    throw new SheetError([], `\`${unit}\` cannot be converted to \`${to}\``);
  return convert({ kind: "quantity", value, dimension: from.dimension }, to);
}

function failure(error: unknown): Failure {
  if (error instanceof SheetError)
    return {
      kind: "value",
      message: error.message,
      text: error.render(),
      diagnostics: error.diagnostics.map(encodeDiagnostic),
    };
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RequestError) return { kind: "request", message, text: "", diagnostics: [] };
  const trace = error instanceof Error ? (error.stack ?? message) : message;
  return { kind: "bug", message, text: trace, diagnostics: [] };
}
