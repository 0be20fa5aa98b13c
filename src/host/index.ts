export { createWorld } from "./createWorld.ts";
export { stdFolder, stdVersion } from "./stdLibrary.ts";
