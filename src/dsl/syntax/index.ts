export { LATEST_EDITION, MAX_BYTES, type Parsed, parse } from "./parse.ts";
