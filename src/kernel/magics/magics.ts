import { help } from "./help.ts";
import { live } from "./live.ts";
import type { Magic } from "./magic.ts";
import { reset } from "./reset.ts";
import { ts } from "./ts.ts";
import { who } from "./who.ts";

/** Every magic there is. Running, completion, hover, `%help` and did-you-mean read this table; a new one is a row. */
export const magics: readonly Magic[] = [who, help, live, reset, ts];
