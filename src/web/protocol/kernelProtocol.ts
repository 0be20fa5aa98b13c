/** Request to the kernel: a message of Jupyter's shell channel, without its header. */
export interface KernelCall {
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** Message on Jupyter's iopub channel, without its header. */
export interface KernelEvent {
  readonly type: string;
  readonly content: Readonly<Record<string, unknown>>;
}
