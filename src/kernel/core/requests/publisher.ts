import type { JsonObject } from "../protocol/message.ts";

/**
 * Function that sends an iopub message of the running request. The message leaves at once, even from inside a
 * long loop.
 */
export type Publish = (type: string, content: JsonObject) => void;
