/** The partial bundle of plotly.js, which draws static pictures of most figures; typed as far as we call it. */
declare module "plotly.js-cartesian-dist-min" {
  const plotly: {
    newPlot(target: unknown, data: unknown, layout: unknown, config: unknown): unknown;
  };
  export default plotly;
}

/** All of plotly.js: interactive figures, and static pictures of trees and flows. */
declare module "plotly.js-dist" {
  const plotly: {
    newPlot(target: unknown, data: unknown, layout: unknown, config: unknown): unknown;
  };
  export default plotly;
}
