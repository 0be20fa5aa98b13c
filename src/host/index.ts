export { createWorld } from "./createWorld.ts";
export { engineVersion, errorPagesFolder, stdFolder, stdVersion } from "./package.ts";
