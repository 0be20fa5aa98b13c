/** Interface of a zeromq socket that a queue needs. */
export interface Writing {
  send(frames: Uint8Array[]): Promise<void>;
}

/**
 * Queue in front of a socket: zeromq allows one send at a time, and order must hold. Nothing leaves before
 * `open` settles. `flushed` settles once everything so far is with libzmq.
 */
export function sender(
  socket: Writing,
  open: Promise<void> = Promise.resolve(),
): {
  send(frames: Uint8Array[]): void;
  flushed(): Promise<void>;
} {
  let last = open;
  return {
    send(frames) {
      // A disconnected peer is no error of the kernel.
      last = last.then(() => socket.send(frames)).catch(() => {});
    },
    flushed: () => last,
  };
}
