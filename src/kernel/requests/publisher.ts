import type { JsonObject } from "../wire/message.ts";

/** Sends an iopub message of the running request. It leaves at once, even from inside a long loop. */
export type Publish = (type: string, content: JsonObject) => void;
