/** Parts of a model with a vision encoder that a plan can freeze. */
export type FrozenPart = "vision" | "projector" | "language";
