import type { Socket, Writable } from "zeromq";

/**
 * A queue in front of a socket: zeromq allows one send at a time and order must hold. `flushed` settles once all that
 * was sent so far is with libzmq.
 */
export function sender(socket: Socket & Writable): {
  send(frames: Uint8Array[]): void;
  flushed(): Promise<void>;
} {
  let last: Promise<void> = Promise.resolve();
  return {
    send(frames) {
      // a peer that went away is no error of ours
      last = last.then(() => socket.send(frames)).catch(() => {});
    },
    flushed: () => last,
  };
}
