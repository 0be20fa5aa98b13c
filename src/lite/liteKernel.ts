import type { IKernel, IKernelOptions, Message } from "@jupyterlite/services";
import { Signal } from "@lumino/signaling";
import type { JsonObject } from "../kernel/core/protocol/message.ts";
import type { WorkerPort } from "../web/client/connect.ts";
import { connectKernel, type WebKernel } from "../web/client/connectKernel.ts";
import type { Files } from "../web/files/files.ts";
import { newId } from "../web/scope/newId.ts";

/** Kernel in a worker of the page, as JupyterLite's kernel service drives it. */
export class LiteKernel implements IKernel {
  readonly id: string;
  readonly name: string;
  readonly location: string;
  readonly ready: Promise<void>;
  readonly disposed: Signal<IKernel, void> = new Signal<IKernel, void>(this);
  isDisposed = false;
  readonly #send: IKernelOptions["sendMessage"];
  readonly #kernel: WebKernel;

  /**
   * @param options what the kernel service gives
   * @param worker worker of the build `kernelWorker.js`
   * @param files files of the notebook's folder
   */
  constructor({ id, name, location, sendMessage }: IKernelOptions, worker: WorkerPort, files: Files) {
    this.id = id;
    this.name = name;
    this.location = location;
    this.#send = sendMessage;
    this.#kernel = connectKernel(worker, { files });
    this.ready = this.#kernel.ready.then(() => undefined);
  }

  /** Answers one message, with `busy` before and `idle` after. Resolves once the kernel is idle. */
  async handleMessage(message: Message): Promise<void> {
    const { header, content, metadata } = message;
    const publish = (type: string, body: JsonObject): void => this.#send(reply("iopub", type, body, header));
    publish("status", { execution_state: "busy" });
    try {
      const answer = await this.#kernel.ask({ type: header.msg_type, content, metadata }, (event) =>
        publish(event.type, event.content),
      );
      if (answer.reply)
        this.#send(reply("shell", answer.reply.type, answer.reply.content, header, answer.reply.metadata));
    } catch (error) {
      // The worker ended, or has a bug: the cell must not wait for ever.
      const failure = { ename: "Error", evalue: (error as Error).message, traceback: [] };
      publish("error", failure);
      const type = header.msg_type.replace(/_request$/, "_reply");
      this.#send(reply("shell", type, { status: "error", ...failure }, header));
    }
    publish("status", { execution_state: "idle" });
  }

  /** Stops the running cell, which ends as interrupted with what it has. */
  interrupt(): void {
    this.#kernel.stop();
  }

  dispose(): void {
    if (this.isDisposed) return;
    this.isDisposed = true;
    this.#kernel.end();
    this.disposed.emit();
  }
}

/** A message of the kernel that answers the message with the header `parent`. */
const reply = (
  channel: "shell" | "iopub",
  type: string,
  content: JsonObject,
  parent: Message["header"],
  metadata: JsonObject = {},
): Message => ({
  channel,
  header: {
    msg_id: newId(),
    msg_type: type,
    session: parent.session,
    username: "",
    date: new Date().toISOString(),
    version: parent.version,
  },
  parent_header: parent,
  metadata,
  content,
  buffers: [],
});
