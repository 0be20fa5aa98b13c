import type { Magic } from "./magic.ts";

export const live: Magic = {
  name: "live",
  kind: "line",
  signature: "%live on|off",
  doc: "With `on`, outputs refresh when a definition they read changes. With `off`, stale outputs are only listed.",
  words: new Map([
    ["on", "refresh stale outputs in place, now and after every cell"],
    ["off", "only say which outputs are stale"],
  ]),
  run({ argument }, { live, stdout }) {
    live.set(argument === "on");
    stdout(
      live.isOn()
        ? "live is on: outputs refresh when a definition they read changes\n"
        : "live is off: stale outputs are only listed\n",
    );
    return null;
  },
};
