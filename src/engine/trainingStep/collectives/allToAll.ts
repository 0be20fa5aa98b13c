import type { Part } from "../../core/algebra.ts";
import * as exchange from "../../formulas/communication/allToAll.ts";
import * as beyond from "../../formulas/communication/blocks.ts";
import * as book from "../../formulas/communication/collectives.ts";
import { type Protocol, pairTier, protocolsOn, type Tier } from "../fabric/links.ts";
import { isInside, keepsToRails, payloadOut } from "../fabric/networkUplinks.ts";
import { torusSpan } from "../fabric/torusSpan.ts";
import { type CollectiveCall, path } from "./collectiveCall.ts";

/** Time of an all-to-all, s: every rank sends a different message to each other rank, all at the same time. */
export function allToAll<N>(on: CollectiveCall<N>): N {
  const { net, group, n, n_h, n_D, Q, tau_b } = on;
  const { alg, scenario } = net;
  const paired = on.up && group.inner === 2 ? { ...on, up: pairTier(net, group) } : on;
  const protocols = protocolsOn(scenario.cluster, group);
  const way = path(paired, protocols[protocols.length - 1] as Protocol);
  let tau_a = way.across
    ? alg.apply(exchange.allToAllHopsAcross, {
        n: n_h ?? n,
        n_D,
        alpha: way.up.alpha,
        alpha_o: way.out.alpha,
      })
    : alg.apply(book.ringHops, { n: n_h ?? n, alpha: way.only.alpha });
  let tau_w = way.across
    ? alg.apply(exchange.allToAllWireAcross, { n, n_D, Q, beta: way.up.beta, beta_o: way.out.beta })
    : alg.apply(exchange.allToAllWire, { n, Q, beta: way.only.beta });
  const { alpha } = way.across ? way.out : way.only;
  if (n_h !== null)
    tau_w = alg.max("transfer time of an all-to-all's bytes", "s", [
      { label: "transfer time out of a device", value: tau_w },
      throughTorus(on),
    ]);
  if (on.uplinks.length > 0) {
    const parts = [
      { label: "transfer time out of a device", value: tau_w },
      ...throughBlocks(on, way.protocol),
    ];
    tau_w = alg.max("transfer time of an all-to-all's bytes", "s", parts);
  }
  for (const { alpha: alpha_w } of on.uplinks)
    if (alpha_w !== null) tau_a = alg.apply(beyond.onceOut, { tau_a, alpha_w });
  return alg.apply(exchange.allToAllTime, { tau_b, tau_a, tau_w, alpha });
}

/**
 * Transfer times of an all-to-all's bytes over shared links, s: one entry for each kind of block that messages leave,
 * such as leaf, pod or site. The all-to-all takes at least the largest of these times.
 */
function throughBlocks<N>(on: CollectiveCall<N>, protocol: Protocol): readonly Part<N>[] {
  const { net, n, n_D, Q } = on;
  const { alg, scenario } = net;
  const rails = keepsToRails(scenario.cluster);
  return on.uplinks.map((uplink) => {
    const { level, n_K } = uplink;
    const beta_k = payloadOut(net, uplink, "toAll", protocol);
    const label =
      level === "host" ? "transfer time through the host's memory" : `transfer time out of a ${level}`;
    if (isInside(uplink))
      return { label, value: alg.apply(beyond.allToAllWireInside, { n_D, n_K, Q, beta_k }) };
    const value =
      level === "leaf" && !rails
        ? alg.apply(beyond.allToAllWireAcrossRails, { n, n_D, n_K, Q, beta_k })
        : alg.apply(beyond.allToAllWireOut, { n_K, Q, beta_k });
    return { label, value };
  });
}

/**
 * Transfer time of an all-to-all's bytes on a torus, s. A message between distant devices occupies every link on its
 * path, so the longest dimension sets the time.
 */
function throughTorus<N>({ net, group, Q, up }: CollectiveCall<N>): Part<N> {
  const { alg, scenario } = net;
  const { scaleUp } = scenario.cluster;
  const { shape, twisted, domain } = scaleUp;
  const { directions, longest } = torusSpan(scaleUp, group.inner);
  const source = "the group's place on the torus";
  const n_R = alg.constant("links that the group uses", directions, "1", source);
  const n_T = alg.constant("devices along the longest dimension", longest, "1", source);
  const { beta } = up as Tier<N>;
  const straight = alg.apply(exchange.torusAllToAllWire, { n_tor: n_T, n_R, Q, beta });
  const gain = twisted && group.inner === domain ? twistGain(shape) : 1;
  const label = "transfer time along the torus's longest dimension";
  if (gain === 1) return { label, value: straight };
  const c_w = alg.constant(
    "gain of the twist",
    gain,
    "1",
    "arXiv:2304.01433: measured on 4 x 4 x 8 and 4 x 8 x 8",
  );
  return { label, value: alg.apply(exchange.twistedAllToAllWire, { tau_w: straight, c_w }) };
}

/**
 * All-to-all bandwidth of a twisted torus ÷ that of a straight torus of the same shape. Depends on how many of the
 * three dimensions are twice as long as the shortest.
 */
function twistGain(shape: readonly number[]): number {
  const least = Math.min(...shape);
  return shape.filter((length) => length === 2 * least).length === 1 ? 1.63 : 1.31;
}
