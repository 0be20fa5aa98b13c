/**
 * plotly.js settings of interactive figures. Uploading is disabled: the toolbar would offer to send the
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
