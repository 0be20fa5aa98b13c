import type { Command } from "./command.ts";

export const lockCommand: Command = {
  name: "lock",
  operands: "[DIR]",
  count: [0, 1],
  summary: "pin the versions: write dtp.lock, and dtp itself as one file",
  flags: [],
  details: [
    "Pinned are engine, library and edition. dtp.cjs needs Node alone, without an installation",
    "or a network.",
    "`dtp run` and `dtp check` of other versions refuse the folder.",
  ],
  examples: ["lock", "lock my-paper"],
  load: async () => (await import("../lock/writeLock.ts")).writeLock,
};
