/** The four rooms that give an answer again instead of computing it. */
export type ReuseRoom = "search" | "compiled" | "tables" | "threads";

/** Contract of one room. `reuse.test.ts` holds the code to it, and `docs/decisions/memo-checks.md` to its words. */
export interface ReuseContract {
  /** Folders of the room below `src/`. */
  readonly folders: readonly string[];
  /** Title in the document's table. */
  readonly title: string;
  /** Files of the room that code outside it may import, and how. No other file is part of the contract. */
  readonly doors: Readonly<Record<string, "all" | "types">>;
  /** Rooms that the room may import from, through their doors. A room that is not named may not be imported. */
  readonly uses: Readonly<Partial<Record<ReuseRoom, "all" | "types">>>;
  /** The call that makes an answer reusable, and the only files that may make it. */
  readonly maker: { readonly call: RegExp; readonly only: readonly string[] };
  readonly promises: Promises;
  /** Tests of the promises: the file, and a part of the title of one of its tests. */
  readonly checkedBy: readonly (readonly [file: string, title: string])[];
}

export interface Promises {
  /** What an answer depends on. */
  readonly dependsOn: string;
  /** When it is used again. */
  readonly usedAgain: string;
  /** Order and ties. */
  readonly order: string;
  readonly interrupt: string;
}

/** Words of the promises in the document, in the order of its rows. */
export const PROMISES: Readonly<Record<keyof Promises, string>> = {
  dependsOn: "what an answer depends on",
  usedAgain: "when it is used again",
  order: "order and ties",
  interrupt: "interrupt",
};

export const contracts: Readonly<Record<ReuseRoom, ReuseContract>> = {
  search: {
    folders: ["engine/search"],
    title: "`engine/search`",
    doors: {
      "engine/search/candidates.ts": "all",
      "engine/search/memo.ts": "all",
      "engine/search/mergeParts.ts": "all",
      "engine/search/nearestFit.ts": "all",
      "engine/search/planSpace.ts": "all",
      "engine/search/resultRanges.ts": "all",
      "engine/search/search.ts": "types",
      "engine/search/searchPlans.ts": "all",
      "engine/search/share.ts": "types",
      "engine/search/space.ts": "all",
      "engine/search/standing.ts": "all",
      "engine/search/successiveRefusals.ts": "all",
      "engine/search/tally.ts": "all",
    },
    uses: { compiled: "all" },
    maker: { call: /\bnew Memo\b/, only: ["engine/search/memo.ts"] },
    promises: {
      dependsOn: "fields in the memo's row",
      usedAgain: "equal fields, equal merged text",
      order: "the smaller place in written order",
      interrupt: "polled; what is decided stays",
    },
    checkedBy: [
      ["test/engine/search/memos.test.ts", "every memo gives each candidate its own value"],
      ["test/engine/search/memoMutations.test.ts", "a field taken out of any memo's list"],
      ["test/engine/search/checkReads.test.ts", "the fields that a check of a search lists"],
      ["test/engine/search/searchPlans.test.ts", "the order in which choices are written"],
    ],
  },
  compiled: {
    folders: ["engine/compiled"],
    title: "`engine/compiled`",
    doors: {
      "engine/compiled/agreement.ts": "all",
      "engine/compiled/compiledEstimates.ts": "all",
      "engine/compiled/trace.ts": "types",
      "engine/compiled/watchedScenario.ts": "all",
    },
    uses: {},
    maker: {
      call: /\bwatchedScenario\(/,
      only: [
        "engine/compiled/acceptance.ts",
        "engine/compiled/trace.ts",
        "engine/compiled/watchedScenario.ts",
        "engine/search/successiveFinding.ts",
      ],
    },
    promises: {
      dependsOn: "fields recorded while the trace ran",
      usedAgain: "equal fields, variables differ",
      order: "none: one scenario at a time",
      interrupt: "a call that was cut off leaves nothing",
    },
    checkedBy: [["test/engine/compiled/trace.test.ts", "has the numbers of an estimate to the bit"]],
  },
  tables: {
    folders: ["dsl/evaluate/tables", "dsl/evaluate/search", "dsl/evaluate/solve"],
    title: "tables of the language",
    doors: {
      "dsl/evaluate/search/runTable.ts": "all",
      "dsl/evaluate/search/searchTable.ts": "all",
      "dsl/evaluate/search/sharedSearch.ts": "all",
      "dsl/evaluate/solve/runSolve.ts": "all",
      "dsl/evaluate/tables/aims.ts": "all",
      "dsl/evaluate/tables/cutText.ts": "all",
      "dsl/evaluate/tables/eachTable.ts": "all",
      "dsl/evaluate/tables/lacksAnswer.ts": "all",
      "dsl/evaluate/tables/rowScenarios.ts": "types",
      "dsl/evaluate/tables/scalingColumn.ts": "all",
      "dsl/evaluate/tables/settingChange.ts": "all",
      "dsl/evaluate/tables/skipCounts.ts": "all",
      "dsl/evaluate/tables/tableRows.ts": "all",
      "dsl/evaluate/tables/valueColumn.ts": "all",
    },
    uses: { search: "types" },
    maker: { call: /\bnew BoundedMemo\b/, only: ["dsl/evaluate/tables/settingMemos.ts"] },
    promises: {
      dependsOn: "settings that a field was seen to read",
      usedAgain: "equal settings",
      order: "written order",
      interrupt: "the rows so far stay",
    },
    checkedBy: [["test/session/sweptRows.test.ts", "of sweeps made by chance, refused rows among them"]],
  },
  threads: {
    folders: ["session/threads"],
    title: "`session/threads`",
    doors: {
      "session/threads/programTexts.ts": "all",
      "session/threads/rowsPass.ts": "all",
      "session/threads/searchWork.ts": "all",
      "session/threads/searchesAhead.ts": "all",
      "session/threads/tableThreads.ts": "all",
      "session/threads/threads.ts": "types",
    },
    uses: {},
    maker: {
      call: /\b(?:searchKey|rowsMemory)\(/,
      only: [
        "dsl/evaluate/search/sharedSearch.ts",
        "session/results/searchOutputs.ts",
        "session/threads/rowsPass.ts",
        "session/threads/searchesAhead.ts",
        "session/threads/tableThreads.ts",
      ],
    },
    promises: {
      dependsOn: "the program's texts, the table, the key of a search",
      usedAgain: "equal key",
      order: "the first thread's order",
      interrupt: "the answer of a piece cut off is not published",
    },
    checkedBy: [
      ["test/host/threads.test.ts", "the same to the byte with 1, 2 and 7"],
      ["test/session/threads/threads.test.ts", "after an interrupt the rows made until then are shown"],
    ],
  },
};

/** The contracts as the table of the document. */
export function contractTable(): string {
  const rooms = Object.values(contracts);
  const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const names = (of: readonly string[]): string =>
    of.length === 0 ? "none of the three" : of.map((one) => `\`${one}\``).join(", ");
  return [
    row(["", ...rooms.map(({ title }) => title)]),
    row(["", ...rooms].map(() => "---")).replaceAll(" ", ""),
    ...Object.entries(PROMISES).map(([promise, words]) =>
      row([words, ...rooms.map(({ promises }) => promises[promise as keyof Promises])]),
    ),
    row(["imports of the other three", ...rooms.map(({ uses }) => names(usesText(uses)))]),
    row([
      "checked by",
      ...rooms.map(({ checkedBy }) =>
        names([...new Set(checkedBy.map(([file]) => file.split("/").at(-1) ?? ""))]),
      ),
    ]),
  ].join("\n");
}

const usesText = (uses: ReuseContract["uses"]): readonly string[] =>
  Object.entries(uses).map(([room, how]) => (how === "types" ? `${room} (types)` : room));
