export { compiledModule } from "./compiledModule.ts";
export { createWorld } from "./createWorld.ts";
export { errorHeading, errorPage } from "./errorPage.ts";
export { fileStamp } from "./fileStamp.ts";
export { keepPlotly, loadPlotly, plotlyPath, plotlyText } from "./loadPlotly.ts";
export {
  engineVersion,
  errorPagesFolder,
  figureFont,
  languagePage,
  pageScript,
  pageWorker,
  runnerScript,
  sheetTypesFolder,
  stdFolder,
  stdVersion,
  templatesFolder,
} from "./package.ts";
export { type Packed, packed } from "./packed.ts";
export { projectRoot } from "./projectRoot.ts";
export { utf8Text } from "./utf8Text.ts";
