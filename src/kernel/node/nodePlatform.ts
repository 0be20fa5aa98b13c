import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { errorPage, languagePage } from "../../host/index.ts";
import type { Platform } from "../core/evaluation/platform.ts";
import { interruptible } from "./interruptible.ts";

/** Platform of the kernel that Jupyter starts: a process of Node with the package's files. */
export const nodePlatform: Platform = {
  newId: randomUUID,
  interruptible,
  languagePage: () => readFile(languagePage, "utf8"),
  errorPage,
};
