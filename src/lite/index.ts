import { kernelPlugin } from "./kernelPlugin.ts";

/** Plugins that JupyterLite loads at its start. */
export default [kernelPlugin];
