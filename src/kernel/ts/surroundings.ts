/** Declarations that a converter loads besides the language: Node's, or only `leanConsole.ts`. */
export type Surroundings = "node" | "lean";
