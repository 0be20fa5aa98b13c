import { printNumber } from "../../../units/index.ts";
import { error } from "./row.ts";

const perSecond = (value: number): string => `${printNumber(Number(value.toPrecision(3)))} requests/s`;

/** Catalogue of errors on requests that arrive at a server. */
export const servingRows = {
  "requests-exceed-capacity": error<{ rate: number; capacity: number; replicas: number; needed: number }>(
    (p) =>
      `${perSecond(p.rate)} arrive and ${p.replicas === 1 ? "one replica serves" : `${p.replicas} replicas serve`} at most ${perSecond(p.capacity)}: the queue grows without end`,
    {
      help: (p) =>
        `\`replicas = ${p.needed}\` keeps up; \`serving.load\` and \`serving.capacity\` have answers at any rate`,
    },
  ),
  "request-without-room": error<{ tokens: number; room: number }>(
    (p) =>
      `the longest request has ${printNumber(p.tokens)} tokens, and the KV cache of a replica has room for ${printNumber(p.room)}`,
    { help: () => "a larger `tp`, shorter requests, or `kv = fp8`" },
  ),
} as const;
