import { readFileSync } from "node:fs";
import type { Signing } from "../wire/sign.ts";

/** Content of the connection file, with which a front end tells the kernel its ports and keys. */
export interface Connection {
  readonly signing: Signing;
  /** Keys of an encrypted connection (CurveZMQ, Z85 text). null for an unencrypted one, which is usual. */
  readonly curve: { readonly publicKey: string; readonly secretKey: string } | null;
  /** Address to bind for one of the five channels. */
  address(channel: Channel): string;
}

export type Channel = "shell" | "iopub" | "stdin" | "control" | "hb";

/**
 * Reads the front end's connection file. Throws an error with a sentence for the log, because without a
 * connection there is no front end to tell.
 */
export function readConnection(path: string): Connection {
  const raw = JSON.parse(readFileSync(path, "utf8")) as Record<string, unknown>;
  const transport = String(raw.transport ?? "tcp");
  const host = String(raw.ip ?? "127.0.0.1");
  return {
    signing: { key: String(raw.key ?? ""), scheme: String(raw.signature_scheme ?? "hmac-sha256") },
    curve:
      typeof raw.curve_publickey === "string" && typeof raw.curve_secretkey === "string"
        ? { publicKey: raw.curve_publickey, secretKey: raw.curve_secretkey }
        : null,
    address(channel) {
      const port = raw[`${channel}_port`];
      if (port === undefined) throw new Error(`${path}: no ${channel}_port`);
      // jupyter_client's rule for ipc: the "ip" is a path and the port its suffix
      return transport === "ipc" ? `ipc://${host}-${port}` : `${transport}://${host}:${port}`;
    },
  };
}
