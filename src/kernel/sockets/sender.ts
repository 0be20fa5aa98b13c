/** What a queue needs of a socket of zeromq's. */
export interface Writing {
  send(frames: Uint8Array[]): Promise<void>;
}

/**
 * A queue in front of a socket: zeromq allows one send at a time and order must hold. Nothing leaves before `open` settles.
 * `flushed` settles once all that was sent so far is with libzmq.
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
      // a peer that went away is no error of ours
      last = last.then(() => socket.send(frames)).catch(() => {});
    },
    flushed: () => last,
  };
}
