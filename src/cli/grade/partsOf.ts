import type { Part } from "../../session/index.ts";
import type { Runnable } from "../programs/readRunnable.ts";

/** Texts of a program or of a notebook's cells. */
export const partsOf = ({ name, text, cells }: Runnable): readonly Part[] => cells ?? [{ name, text }];
