import type { Evaluation } from "../evaluation/evaluation.ts";
import type { Answer } from "../protocol/answer.ts";
import type { JsonObject } from "../protocol/message.ts";
import { unknownRequest } from "../protocol/unknownRequest.ts";
import { completeReply, inspectReply, isCompleteReply } from "./editing.ts";
import type { Executor } from "./execute.ts";
import { bug } from "./failureOf.ts";
import type { History } from "./history.ts";
import { notebookCell } from "./notebookCell.ts";
import type { Publish } from "./publisher.ts";

/** State of the kernel that the answers to all requests share. */
export interface Kernel {
  readonly executor: Executor;
  readonly history: History;
  /** Function that gives the evaluator, which is loaded on first use. */
  evaluation(): Promise<Evaluation>;
}

export interface Request {
  readonly type: string;
  readonly content: JsonObject;
  readonly metadata: JsonObject;
}

/** Answers a shell request of any type. Never rejects. */
export async function answer(
  { type, content, metadata }: Request,
  publish: Publish,
  kernel: Kernel,
): Promise<Answer> {
  const replyType = type.replace(/_request$/, "_reply");
  try {
    switch (type) {
      case "execute_request":
        return await kernel.executor.execute(
          content,
          notebookCell(metadata),
          publish,
          await kernel.evaluation(),
        );
      case "complete_request":
        return plain(replyType, await completeReply(content, await kernel.evaluation()));
      case "inspect_request":
        return plain(replyType, await inspectReply(content, await kernel.evaluation()));
      case "is_complete_request":
        return plain(replyType, await isCompleteReply(content, await kernel.evaluation()));
      case "history_request":
        return plain(replyType, { status: "ok", history: kernel.history.answer(content) });
      case "comm_info_request":
        return plain(replyType, { status: "ok", comms: {} });
      case "comm_open":
        // No comm target is known here, and the protocol requires an answer.
        publish("comm_close", { comm_id: String(content.comm_id ?? ""), data: {} });
        return NO_REPLY;
      default:
        return { reply: unknownRequest(type), abortQueued: false };
    }
  } catch (error) {
    return plain(replyType, { status: "error", ...bug(error) });
  }
}

const NO_REPLY: Answer = { reply: null, abortQueued: false };

function plain(type: string, content: JsonObject): Answer {
  return { reply: { type, content }, abortQueued: false };
}
