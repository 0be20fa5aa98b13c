/** Part of a zeromq socket that the queue of outgoing messages needs. */
export interface Writing {
  send(frames: Uint8Array[]): Promise<void>;
}

/**
 * Creates a queue of messages before a socket, because zeromq allows one send at a time and messages must
 * stay in order. Nothing leaves before `open` settles. `flushed` settles once libzmq has taken all messages
 * so far.
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
