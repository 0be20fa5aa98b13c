/** Legend entry of a group of bars. Bars have shades of a colour; the legend shows the colour itself. */
export const legendEntry = (group: string, name: string, color: string, y: number | string = 0) => ({
  type: "bar",
  orientation: "h",
  name,
  legendgroup: group,
  x: [null],
  y: [y],
  marker: { color, line: { width: 0 } },
  hoverinfo: "skip",
});
