export { createWorld } from "./createWorld.ts";
export {
  engineVersion,
  errorPagesFolder,
  fontsFolder,
  languagePage,
  sheetTypesFolder,
  stdFolder,
  stdVersion,
} from "./package.ts";
