/** Property of a picture that holds the figure's specification, where a host has set it. */
const SPEC = "dtpFigure";

/** Tells which figure a picture shows, so that its marks can be found. */
export const rememberFigure = (picture: Element, spec: unknown): void =>
  void Reflect.set(picture, SPEC, spec);

/** Specification that `rememberFigure` told; undefined for another picture. */
export const rememberedFigure = (picture: Element): unknown => Reflect.get(picture, SPEC);
