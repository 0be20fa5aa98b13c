import { DARK_COLORS } from "../figures/darkColors.ts";

/** Draws each figure's specification in place of its static picture; follows the reader's light or dark. */
export const PAGE_SCRIPT = `
(function () {
  if (typeof Plotly === "undefined") return;
  var dark = window.matchMedia("(prefers-color-scheme: dark)");
  var twins = ${JSON.stringify(DARK_COLORS)};
  // white is turned where it is paper, not where it is a text on a bar
  function turned(key, value) {
    return typeof value === "string" && twins[value] && (value !== "#FFFFFF" || /bgcolor$/.test(key)) ? twins[value] : value;
  }
  function themed(part) {
    return JSON.parse(JSON.stringify(part, dark.matches ? turned : undefined));
  }
  function draw() {
    document.querySelectorAll("figure[data-figure]").forEach(function (figure) {
      var spec = JSON.parse(figure.querySelector("script").textContent);
      Plotly.react(figure.querySelector(".plot"), themed(spec.data), themed(spec.layout), spec.config)
        .then(function () { figure.classList.add("drawn"); });
    });
  }
  draw();
  dark.addEventListener("change", draw);
})();
`.trim();
