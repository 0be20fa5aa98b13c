/** What a converter knows of the world beside the language: Node, or no more than `leanConsole.ts`. */
export type Surroundings = "node" | "lean";
