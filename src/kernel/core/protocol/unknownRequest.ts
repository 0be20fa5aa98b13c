import type { ReplyMessage } from "./answer.ts";

/**
 * Reply to a request that this kernel does not know or support, such as debugging and subshells, which
 * `supported_features` leaves out. null for a message that is not a request, which expects no reply.
 */
export function unknownRequest(type: string): ReplyMessage | null {
  if (!type.endsWith("_request")) return null;
  return {
    type: type.replace(/_request$/, "_reply"),
    content: {
      status: "error",
      ename: "unknown-request",
      evalue: `this kernel does not answer ${type}`,
      traceback: [],
    },
  };
}
