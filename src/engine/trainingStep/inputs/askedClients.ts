import type { Sync } from "../../scenario/sync.ts";

/** Clients that a round of federated averaging selects: at least one. */
export const asked = ({ islands, participation }: Extract<Sync, { readonly kind: "federated" }>): number =>
  Math.max(1, Math.round(islands * participation));
