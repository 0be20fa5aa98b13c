/**
 * How plotly.js draws each interactive figure. Nothing leaves the reader's machine: its toolbar would offer to upload the
 * figure, and with it the plan, to a service.
 */
export const PLOTLY_CONFIG = {
  displaylogo: false,
  responsive: true,
  showSendToCloud: false,
  showEditInChartStudio: false,
  showLink: false,
  plotlyServerURL: "",
  modeBarButtonsToRemove: [
    "sendChartToCloud",
    "sendDataToCloud",
    "editInChartStudio",
    "select2d",
    "lasso2d",
    "zoomIn2d",
    "zoomOut2d",
    "autoScale2d",
  ],
} as const;
