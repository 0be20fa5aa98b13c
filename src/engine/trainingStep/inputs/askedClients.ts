import type { Sync } from "../../scenario/sync.ts";

/** Number of clients that one round of federated averaging selects: `clients` × `participation`, at least one. */
export const asked = ({ islands, participation }: Extract<Sync, { readonly kind: "federated" }>): number =>
  Math.max(1, Math.round(islands * participation));
