import type { ReadLaunchFile } from "../../dsl/evaluate/index.ts";
import { readLaunch, unreadLine } from "../../launch/index.ts";

/**
 * Definitions for `import plan, model from "./pretrain.sh"`: a launch file read as `plan`, and as `model` where the
 * file describes one.
 */
export const launchDefinitions: ReadLaunchFile = (text, file) => {
  const found = readLaunch(text, file, "plan", "model");
  if ("problem" in found) return found;
  return { text: found.text, unread: found.unread.map((one) => unreadLine(one).trim()) };
};
