import { Reply, Router, XPublisher } from "zeromq";
import type { Channel, Connection } from "./connection.ts";

/** The kernel's five sockets, bound to their addresses. */
export interface Sockets {
  readonly shell: Router;
  readonly control: Router;
  readonly stdin: Router;
  readonly iopub: XPublisher;
  readonly hb: Reply;
  close(): void;
}

/**
 * Time that a closing socket may take to send what is queued, in ms. A reply to shutdown must leave, but an
 * absent peer must not delay the kernel.
 */
const LINGER = 500;

/**
 * Largest message frame in bytes. A larger frame closes its connection before its signature is checked. A
 * cell has at most a megabyte of text, and nothing else from a front end is longer.
 */
export const MAX_FRAME_BYTES = 64 * 1024 * 1024;

/**
 * Binds all five sockets. Throws when an address is taken: the front end then starts the kernel again with
 * other ports.
 */
export async function openSockets(connection: Connection): Promise<Sockets> {
  const { curve } = connection;
  const encryption = curve
    ? { curveServer: true, curvePublicKey: curve.publicKey, curveSecretKey: curve.secretKey }
    : {};
  // No high-water mark: a publisher drops messages beyond it, and the messages are a user's results.
  const common = { ...encryption, linger: LINGER, sendHighWaterMark: 0, maxMessageSize: MAX_FRAME_BYTES };
  // A reconnecting front end keeps its identity: the new connection must take over instead of being rejected.
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
