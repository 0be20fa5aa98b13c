import { readFileSync } from "node:fs";
import type { Signing } from "./wire/sign.ts";

/** What the front end wrote into the connection file. */
export interface Connection {
  readonly signing: Signing;
  /** The address to bind for a channel. */
  address(channel: Channel): string;
}

export type Channel = "shell" | "iopub" | "stdin" | "control" | "hb";

/** Reads a connection file. Throws with a sentence for the log: without it there is nobody to answer. */
export function readConnection(path: string): Connection {
  const raw = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  const transport = String(raw.transport ?? "tcp");
  const host = String(raw.ip ?? "127.0.0.1");
  return {
    signing: { key: String(raw.key ?? ""), scheme: String(raw.signature_scheme ?? "hmac-sha256") },
    address(channel) {
      const port = raw[`${channel}_port`];
      if (port === undefined) throw new Error(`${path}: no ${channel}_port`);
      // jupyter_client's rule for ipc: the "ip" is a path and the port its suffix
      return transport === "ipc" ? `ipc://${host}-${port}` : `${transport}://${host}:${port}`;
    },
  };
}
