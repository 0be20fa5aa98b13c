import type { Magic } from "./magic.ts";

export const live: Magic = {
  name: "live",
  kind: "line",
  signature: "%live on|off",
  doc: "With `on`, outputs of other cells follow when a definition that they read changes; with `off`, they are only named.",
  words: new Map([
    ["on", "refresh stale outputs in place, now and after every cell"],
    ["off", "only say which outputs are stale"],
  ]),
  run({ argument }, { live, stdout }) {
    live.set(argument === "on");
    stdout(
      live.isOn() ? "live: outputs follow what they read\n" : "live is off: stale outputs are only named\n",
    );
    return null;
  },
};
