import { cellChecks } from "../../kernel/core/cells/cellChecks.ts";
import type { Session, World } from "../../session/index.ts";
import { prefetch } from "../files/prefetch.ts";
import type { RuntimeAnswers, RuntimeCalls } from "../protocol/runtimeProtocol.ts";
import type { Around } from "../serve/serveWorker.ts";
import { belowFolder } from "./belowFolder.ts";
import { shownDiagnostic } from "./shownDiagnostic.ts";

/** State of the check that runs. */
export interface Checked {
  /** Path of the text, to which its imports are relative; empty for a text in the top folder. */
  home: string;
  /** Time at which it ends; infinite between checks. */
  deadline: number;
}

interface Means extends Pick<Around, "files" | "interrupted"> {
  readonly world: Pick<World, "versions" | "read" | "list">;
  /** Texts of the user's files. */
  readonly own: Map<string, string>;
}

/** Answers with the mistakes of texts that are being typed. The session and the world read `now`. */
export function checkCalls(session: Session, now: Checked, { world, own, files, interrupted }: Means) {
  return {
    async check({ budget, ...call }: RuntimeCalls["check"]): Promise<RuntimeAnswers["check"]> {
      const { text, ...options } = call;
      await prefetch(text, files, own, call.name);
      now.home = call.name;
      now.deadline = performance.now() + budget;
      const { diagnostics } = session.run(text, { ...options, mode: "file" });
      now.deadline = Number.POSITIVE_INFINITY;
      now.home = "";
      return diagnostics.filter(({ code }) => code !== "interrupted").map(shownDiagnostic);
    },

    async checkCells({ name, ...call }: RuntimeCalls["checkCells"]): Promise<RuntimeAnswers["checkCells"]> {
      for (const text of call.cells) await prefetch(text, files, own, name);
      now.home = name;
      const found = cellChecks(belowFolder(world, own), interrupted, call);
      now.home = "";
      return found.map((all) => all.map(shownDiagnostic));
    },
  };
}
