/** Draws each figure's specification in place of its static picture; follows the reader's light or dark. */
export const PAGE_SCRIPT = `
(function () {
  if (typeof Plotly === "undefined") return;
  var dark = window.matchMedia("(prefers-color-scheme: dark)");
  function themed(layout) {
    var copy = JSON.parse(JSON.stringify(layout));
    delete copy.width;
    if (!dark.matches) return copy;
    var ink = "#e4e7eb", line = "#3a424d";
    copy.paper_bgcolor = copy.plot_bgcolor = "rgba(0,0,0,0)";
    copy.font = Object.assign({}, copy.font, { color: ink });
    if (copy.title && copy.title.font) copy.title.font.color = ink;
    Object.keys(copy).forEach(function (key) {
      if (!/^[xy]axis/.test(key)) return;
      Object.assign(copy[key], { gridcolor: line, zerolinecolor: line, linecolor: "#9aa4b2", tickcolor: "#9aa4b2" });
      if (copy[key].tickfont) copy[key].tickfont.color = ink;
    });
    (copy.annotations || []).forEach(function (note) { if (note.font) note.font.color = ink; if (note.bgcolor) note.bgcolor = "rgba(29,33,39,0.85)"; });
    (copy.shapes || []).forEach(function (shape) { if (shape.line) shape.line.color = ink; });
    return copy;
  }
  function draw() {
    document.querySelectorAll("figure[data-figure]").forEach(function (figure) {
      var spec = JSON.parse(figure.querySelector("script").textContent);
      Plotly.react(figure.querySelector(".plot"), spec.data, themed(spec.layout), spec.config)
        .then(function () { figure.classList.add("drawn"); });
    });
  }
  draw();
  dark.addEventListener("change", draw);
})();
`.trim();
