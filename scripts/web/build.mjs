// `npm run build:web`: dist/web/, what a page loads to run DTP without a server. Not part of `npm run build`: the command
// and the kernel of a machine do not need it.
import { join } from "node:path";
import { root } from "../fromSource.mjs";
import { swapIn } from "../swapIn.mjs";
import { buildWeb } from "./webBundles.mjs";

await swapIn(root, "dist/web", (folder) => buildWeb(root, join(root, folder)));
