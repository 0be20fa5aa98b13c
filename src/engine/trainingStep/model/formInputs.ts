import type { Algebra } from "../../core/algebra.ts";
import type { Attention, AttentionForm } from "../../scenario/attention.ts";
import { byForm } from "../../scenario/attentionKinds.ts";
import { type LatentInputs, latentInputs } from "./latentInputs.ts";

/** Inputs that only one form of attention has, by form. */
interface OwnInputs<N> {
  readonly heads: { readonly name: "heads" };
  readonly latent: LatentInputs<N>;
}

/** The form of a layer's attention with its own inputs. Rooms distinguish forms by `name`. */
export type FormInputs<N> = OwnInputs<N>[AttentionForm];

const HEADS = { name: "heads" } as const;

export const formInputs = <N>(alg: Algebra<N>, attention: Attention): FormInputs<N> =>
  byForm<FormInputs<N>>(attention, {
    heads: () => HEADS,
    latent: (own) => latentInputs(alg, own),
  });
