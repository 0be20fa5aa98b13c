import { DARK_COLORS } from "../figures/theme/darkColors.ts";
import { FIGURE_WIDTH, LEAST_WIDTH } from "../figures/theme/theme.ts";
import { FIGURE_BUTTONS, REDRAW } from "./livePage.ts";
import { type PageTheme, VSCODE_DARK } from "./pageStyle.ts";

/** Smallest scale at which the page draws a figure. Its smallest text, 11 px, is then 9 px. */
const LEAST_SCALE = 0.82;

/** Expression of what tells that the page is dark, and of its changes. */
const DARK: Readonly<Record<PageTheme, string>> = {
  light: "{ matches: false, addEventListener: function () {} }",
  system: 'window.matchMedia("(prefers-color-scheme: dark)")',
  vscode: `{
    get matches() { return document.body.matches(${JSON.stringify(VSCODE_DARK)}); },
    addEventListener: function (kind, listener) {
      new MutationObserver(listener).observe(document.body, { attributes: true, attributeFilter: ["class"] });
    },
  }`,
};

/**
 * Script that draws each figure's specification in place of its static picture. It follows the window's width
 * and the light or dark mode.
 */
export const pageScript = (theme: PageTheme): string =>
  `
(function () {
  if (typeof Plotly === "undefined") return;
  var dark = ${DARK[theme]};
  var twins = ${JSON.stringify(DARK_COLORS)};
  // white is turned where it is paper, not where it is a text on a bar
  function turned(key, value) {
    return typeof value === "string" && twins[value] && (value !== "#FFFFFF" || /bgcolor$/.test(key)) ? twins[value] : value;
  }
  function themed(part) {
    return JSON.parse(JSON.stringify(part, dark.matches ? turned : undefined));
  }
  // a figure has a width of its own below which it is shown smaller, and from where its words would be too small scrolls;
  // on a slide, whose body has data-grow, it is shown larger, as far as the slide has room
  function scaleOf(box, height) {
    var most = Number(document.body.dataset.grow);
    if (most) return Math.max(${LEAST_SCALE}, Math.min(most, box.clientWidth / ${FIGURE_WIDTH}, (0.66 * window.innerHeight) / height));
    return Math.max(${LEAST_SCALE}, Math.min(1, box.clientWidth / ${LEAST_WIDTH}));
  }
  function fit(box, plot) {
    var factor = scaleOf(box, plot.layout.height);
    plot.style.transform = factor === 1 ? "" : "scale(" + factor + ")";
    box.style.height = factor === 1 ? "" : plot.offsetHeight * factor + "px";
  }
  function widthIn(box, height) {
    return document.body.dataset.grow ? box.clientWidth / scaleOf(box, height) : Math.max(${LEAST_WIDTH}, box.clientWidth);
  }
  var sizes = new ResizeObserver(function (entries) {
    entries.forEach(function (entry) {
      var plot = entry.target.firstElementChild;
      if (!plot.layout || entry.target.clientWidth === 0) return;
      Plotly.relayout(plot, { width: widthIn(entry.target, plot.layout.height) }).then(function () { fit(entry.target, plot); });
    });
  });
  function draw() {
    document.querySelectorAll("figure[data-figure]").forEach(function (figure) {
      var spec = JSON.parse(figure.querySelector("script").textContent);
      var drawn = figure.querySelector("script").textContent + dark.matches;
      if (figure.dtpDrawn === drawn) return;
      figure.dtpDrawn = drawn;
      var box = figure.querySelector(".plot");
      var plot = box.firstElementChild;
      var layout = themed(spec.layout);
      layout.width = widthIn(box, layout.height);
      spec.config.responsive = false;
      spec.config.modeBarButtonsToAdd = window.${FIGURE_BUTTONS} || [];
      Plotly.react(plot, themed(spec.data), layout, spec.config)
        .then(function () { figure.classList.add("drawn"); fit(box, plot); sizes.observe(box); });
    });
  }
  draw();
  dark.addEventListener("change", draw);
  document.addEventListener("${REDRAW}", draw);
})();
`.trim();
