import type { ReadLaunchFile } from "../../dsl/evaluate/index.ts";
import { readLaunch, unreadLine } from "../../launch/index.ts";

/**
 * Reads a launch file as definitions, for `import plan, model from "./pretrain.sh"`: always `plan`, and `model` where
 * the file describes one.
 */
export const launchDefinitions: ReadLaunchFile = (text, file) => {
  const found = readLaunch(text, file, "plan", "model");
  if ("problem" in found) return found;
  return { text: found.text, unread: found.unread.map((one) => unreadLine(one).trim()) };
};
