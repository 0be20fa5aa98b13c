import type { JsonObject } from "../wire/message.ts";

/** Sends an iopub message that belongs to the request under way. It leaves at once, also from inside a long loop. */
export type Publish = (type: string, content: JsonObject) => void;
