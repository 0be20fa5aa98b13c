import type { JsonObject } from "../protocol/message.ts";

interface Entry {
  readonly line: number;
  readonly input: string;
  readonly output: string | null;
}

/**
 * Inputs since the kernel started, for a console's arrow keys and search. They are kept in memory only,
 * because a user's record of a plan is the file.
 */
export interface History {
  add(line: number, input: string, output: string | null): void;
  /**
   * Content of `history` in a `history_reply`: a list of `[session, line, input]`, or `[session, line,
   * [input, output]]` where outputs are wanted.
   */
  answer(request: JsonObject): readonly unknown[];
}

/** Number of the kernel's only session in its history. In IPython 0 means the current session. */
const SESSION = 1;

export function history(): History {
  const entries: Entry[] = [];

  function select(request: JsonObject): Entry[] {
    switch (request.hist_access_type) {
      case "range": {
        const wanted = integer(request.session) ?? 0;
        if (wanted !== 0 && wanted !== SESSION) return [];
        const start = integer(request.start) ?? 0;
        const stop = integer(request.stop) ?? Number.POSITIVE_INFINITY;
        return entries.filter(({ line }) => line >= start && line < stop);
      }
      case "search": {
        const pattern = glob(String(request.pattern ?? "*"));
        const found = entries.filter(({ input }) => pattern.test(input));
        return last(request.unique === true ? lastOfEach(found) : found, request.n);
      }
      default:
        return last(entries, request.n);
    }
  }

  return {
    add(line, input, output) {
      entries.push({ line, input, output });
    },
    answer: (request) =>
      select(request).map(({ line, input, output }) => [
        SESSION,
        line,
        request.output === true ? [input, output] : input,
      ]),
  };
}

function integer(value: unknown): number | null {
  return typeof value === "number" && Number.isInteger(value) ? value : null;
}

function last(entries: Entry[], count: unknown): Entry[] {
  const n = integer(count);
  return n === null ? entries : n > 0 ? entries.slice(-n) : [];
}

function lastOfEach(entries: Entry[]): Entry[] {
  const byInput = new Map<string, Entry>();
  for (const entry of entries) {
    byInput.delete(entry.input);
    byInput.set(entry.input, entry);
  }
  return [...byInput.values()];
}

/** Regular expression that matches whole inputs like a shell pattern: `*` is any text, `?` one character. */
function glob(pattern: string): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, "\\$&")
    .replace(/\*+/g, "[^]*")
    .replace(/\?/g, "[^]");
  return new RegExp(`^${source}$`, "u");
}
