/** Declarations that a converter loads besides the language's: Node's, or only `leanConsole.ts` ("lean"). */
export type Surroundings = "node" | "lean";
