import { Reply, Router, XPublisher } from "zeromq";
import type { Channel, Connection } from "../connection.ts";

/** The kernel's five sockets, bound. */
export interface Sockets {
  readonly shell: Router;
  readonly control: Router;
  readonly stdin: Router;
  readonly iopub: XPublisher;
  readonly hb: Reply;
  close(): void;
}

/** How long a closing socket may still send, in ms: a reply to shutdown must leave, an absent peer must not hold us. */
const LINGER = 500;

/**
 * A larger frame ends the connection that it came on, before a signature can be looked at. A cell is text of at most
 * a megabyte, and nothing else that a front end sends is longer.
 */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/** Binds all five. Throws when an address is taken: the front end then starts the kernel again with other ports. */
export async function openSockets(connection: Connection): Promise<Sockets> {
  const { curve } = connection;
  const encryption = curve
    ? { curveServer: true, curvePublicKey: curve.publicKey, curveSecretKey: curve.secretKey }
    : {};
  // no high-water mark: a publisher at its mark drops messages, and these are a user's results
  const common = { ...encryption, linger: LINGER, sendHighWaterMark: 0, maxMessageSize: MAX_FRAME_BYTES };
  // a front end that reconnects keeps its identity: the new connection takes over instead of being turned away
  const shell = new Router({ ...common, handover: true });
  const control = new Router({ ...common, handover: true });
  const stdin = new Router({ ...common, handover: true });
  const iopub = new XPublisher({ ...common, verbosity: "allSubs" });
  const hb = new Reply({ ...encryption, linger: 0, maxMessageSize: MAX_FRAME_BYTES });
  const bound: [Channel, { bind(address: string): Promise<void> }][] = [
    ["control", control],
    ["shell", shell],
    ["iopub", iopub],
    ["stdin", stdin],
    ["hb", hb],
  ];
  await Promise.all(bound.map(([channel, socket]) => socket.bind(connection.address(channel))));
  return {
    shell,
    control,
    stdin,
    iopub,
    hb,
    close() {
      for (const socket of [shell, control, stdin, iopub, hb]) socket.close();
    },
  };
}
