export { createWorld } from "./createWorld.ts";
export {
  engineVersion,
  errorPagesFolder,
  languagePage,
  sheetTypesFolder,
  stdFolder,
  stdVersion,
} from "./package.ts";
