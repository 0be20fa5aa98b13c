/** Whole plotly.js, typed as far as it is used. */
declare module "plotly.js-dist" {
  const plotly: import("../editor/figures/shownFigure.ts").FigureDrawer;
  export default plotly;
}
