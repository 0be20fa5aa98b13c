export { compiledModule } from "./compiledModule.ts";
export { createWorld } from "./createWorld.ts";
export { errorHeading, errorPage } from "./errorPage.ts";
export { keepPlotly, loadPlotly, plotlyPath } from "./loadPlotly.ts";
export {
  engineVersion,
  errorPagesFolder,
  fontsFolder,
  languagePage,
  pageScript,
  pageWorker,
  sheetTypesFolder,
  stdFolder,
  stdVersion,
  templatesFolder,
} from "./package.ts";
export { projectRoot } from "./projectRoot.ts";
export { utf8Text } from "./utf8Text.ts";
