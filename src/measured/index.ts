export { isMeasuredFile, MAX_LOG_BYTES } from "./isMeasuredFile.ts";
export type { CollectiveOp, KernelKind } from "./kernels/kernelKinds.ts";
export type { Happening, Iteration, MeasuredLog, RunFacts } from "./log/measuredLog.ts";
export { isJsonLog } from "./readers/jsonLogs.ts";
export { readLog } from "./readLog.ts";
export type { IterationState, Level, Spell, SteadyState } from "./steady/steadyState.ts";
export { steadyState } from "./steady/steadyState.ts";
export type { TraceCollective, TraceKernel, TracePart, TraceSummary } from "./trace/traceSummary.ts";
export { isTraceFile, isTraceText, readTrace } from "./trace/traceText.ts";
