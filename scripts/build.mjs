// Builds dist/: the command, the kernel, the library and their data.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildDist } from "./distBundles.mjs";
import { swapIn } from "./swapIn.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
await swapIn(root, "dist", (fresh) => buildDist(root, join(root, fresh)));
