import { control } from "./control.ts";
import { help } from "./help.ts";
import { live } from "./live.ts";
import type { Magic } from "./magic.ts";
import { reset } from "./reset.ts";
import { ts } from "./ts.ts";
import { watch } from "./watch.ts";
import { who } from "./who.ts";

/** List of all magics. Running, completion, hover, `%help` and did-you-mean read it. */
export const magics: readonly Magic[] = [who, help, control, live, watch, reset, ts];
