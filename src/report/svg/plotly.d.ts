/** The bundle of plotly.js that draws every trace our figures have (bar, scatter, heatmap); typed as far as we call it. */
declare module "plotly.js-cartesian-dist-min" {
  const plotly: {
    newPlot(target: unknown, data: unknown, layout: unknown, config: unknown): unknown;
  };
  export default plotly;
}
