/** Partial bundle of plotly.js, which draws static pictures of most figures. Typed as far as it is used. */
declare module "plotly.js-cartesian-dist-min" {
  const plotly: {
    newPlot(target: unknown, data: unknown, layout: unknown, config: unknown): unknown;
  };
  export default plotly;
}

/** Whole plotly.js: interactive figures, and static pictures of trees and flows. */
declare module "plotly.js-dist" {
  const plotly: {
    newPlot(target: unknown, data: unknown, layout: unknown, config: unknown): unknown;
  };
  export default plotly;
}
