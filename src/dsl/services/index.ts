export { type About, meanings } from "./about.ts";
export { type Completion, complete } from "./complete.ts";
export { type Hover, hover } from "./hover.ts";
export type { Item } from "./item.ts";
export type { Known, KnownName, NameKind } from "./text/known.ts";
export { definedIn } from "./text/namesIn.ts";
