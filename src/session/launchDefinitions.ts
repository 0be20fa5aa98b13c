import type { ReadLaunchFile } from "../dsl/evaluate/index.ts";
import { readLaunch, unreadLine } from "../launch/index.ts";

/** A framework's file as `plan`, and as `model` where it says what that is: what `import plan, model from "./pretrain.sh"` means. */
export const launchDefinitions: ReadLaunchFile = (text, file) => {
  const found = readLaunch(text, file, "plan", "model");
  if ("problem" in found) return found;
  return { text: found.text, unread: found.unread.map((one) => unreadLine(one).trim()) };
};
