export { createWorld } from "./createWorld.ts";
export { engineVersion, errorPagesFolder, languagePage, stdFolder, stdVersion } from "./package.ts";
