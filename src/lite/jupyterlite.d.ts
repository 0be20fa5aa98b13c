/**
 * Types of JupyterLite 0.8 that the kernel's plugin uses. Its packages are not installed: the site brings them, and only their types are
 * needed.
 */
declare module "@jupyterlite/services" {
  import type { ISignal } from "@lumino/signaling";

  /** Message of Jupyter's protocol. */
  export interface Message {
    readonly channel: "shell" | "iopub" | "control" | "stdin";
    readonly header: {
      readonly msg_id: string;
      readonly msg_type: string;
      readonly session: string;
      readonly username: string;
      readonly date: string;
      readonly version: string;
    };
    readonly parent_header: Message["header"] | Readonly<Record<string, never>>;
    readonly metadata: Readonly<Record<string, unknown>>;
    readonly content: Readonly<Record<string, unknown>>;
    readonly buffers?: readonly unknown[];
  }
  /** Kernel in the browser, which JupyterLite's kernel service gives one message at a time. */
  export interface IKernel {
    readonly id: string;
    readonly name: string;
    readonly location: string;
    readonly ready: Promise<void>;
    readonly isDisposed: boolean;
    readonly disposed: ISignal<IKernel, void>;
    handleMessage(message: Message): Promise<void>;
    dispose(): void;
  }
  export interface IKernelOptions {
    readonly id: string;
    readonly name: string;
    readonly location: string;
    readonly sendMessage: (message: Message) => void;
  }
  export interface IKernelSpecs {
    register(options: {
      readonly spec: Readonly<Record<string, unknown>>;
      readonly create: (options: IKernelOptions) => Promise<IKernel>;
    }): void;
  }
  export const IKernelSpecs: { readonly name: string };
  export interface IKernelClient {
    interrupt(kernelId: string): Promise<void>;
  }
  export const IKernelClient: { readonly name: string };
}
