export { ATTRIBUTIONS, attributionBlocks, type Cause } from "./builders/attributionBlocks.ts";
export { breakdownTable } from "./builders/breakdownTable.ts";
export { clusterCard } from "./builders/cards/clusterCard.ts";
export { deviceCard } from "./builders/cards/deviceCard.ts";
export { modelCard } from "./builders/cards/modelCard.ts";
export { planCard } from "./builders/cards/planCard.ts";
export { changeCell } from "./builders/changeCell.ts";
export { type Compared, comparison } from "./builders/comparison.ts";
export { type DataColumn, type DataTableOptions, type DataValue, dataTable } from "./builders/dataTable.ts";
export { type DerivationOptions, derivationTree } from "./builders/derivationTree.ts";
export {
  differenceCell,
  differs,
  inWords,
  numberCell,
  partText,
  shareCells,
} from "./builders/differenceCells.ts";
export { type DrawnNumber, type DrawnSummary, drawnTables } from "./builders/drawnTables.ts";
export { drawsTree, type ExplainedDraws } from "./builders/drawsTree.ts";
export { exerciseVerdict, type Judged } from "./builders/exerciseVerdict.ts";
export { type CheckedExpectation, expectationTable } from "./builders/expectationTable.ts";
export { type Fact, factsTable } from "./builders/factsTable.ts";
export { fileBlock } from "./builders/fileBlock.ts";
export { formulaPage } from "./builders/formulaPage.ts";
export type { Measure } from "./builders/measure.ts";
export { type Predicted, predictionDocument } from "./builders/predictionDocument.ts";
export { checkpointTable } from "./builders/run/checkpointTable.ts";
export { inferenceTable } from "./builders/run/inferenceTable.ts";
export { loadTable } from "./builders/run/loadTable.ts";
export { phasesTable, type RunEnds } from "./builders/run/phasesTable.ts";
export { queueTable } from "./builders/run/queueTable.ts";
export { reliabilityTable } from "./builders/run/reliabilityTable.ts";
export { rlTable } from "./builders/run/rlTable.ts";
export { simulationTable } from "./builders/run/simulationTable.ts";
export { trainingDataTable } from "./builders/run/trainingDataTable.ts";
export { type ComparedScenario, scenarioComparison } from "./builders/scenarioComparison.ts";
export { beyondTable } from "./builders/step/beyondTable.ts";
export { commGroupTable } from "./builders/step/commGroupTable.ts";
export { commTable } from "./builders/step/commTable.ts";
export { memoryTable } from "./builders/step/memoryTable.ts";
export { poolsTable } from "./builders/step/poolsTable.ts";
export { rooflineTable } from "./builders/step/rooflineTable.ts";
export { timelineTable } from "./builders/step/timelineTable.ts";
export { timeTable } from "./builders/step/timeTable.ts";
export { topologyTable } from "./builders/step/topologyTable.ts";
export { summary, type Versions, versionLine } from "./builders/summary/summary.ts";
export { type TracedRow, tracedTable } from "./builders/tracedTable.ts";
export { intervalTree, uncertaintyTable } from "./builders/uncertaintyTable.ts";
export { type NamedValue, valueLine, valueTable } from "./builders/valueTable.ts";
export type { ControlChoice, ControlData, ControlEnd, ControlRange } from "./document/control.ts";
export type {
  Block,
  Cell,
  ControlBlock,
  Document,
  Figure,
  FileBlock,
  Table,
  TextChart,
  Tree,
  TreeNode,
  Why,
} from "./document/document.ts";
export { documentOf } from "./document/documentOf.ts";
export { escapeHtml } from "./escaping/escape.ts";
export { visible } from "./escaping/visible.ts";
export { axisWords } from "./figures/axis/axisWords.ts";
export type { FigureAxis } from "./figures/axis/drawnAxis.ts";
export { type BarSeries, barsFigure } from "./figures/barsFigure.ts";
export { breakdownsFigure } from "./figures/breakdownsFigure.ts";
export { commFigure } from "./figures/commFigure.ts";
export { dispatchFigure } from "./figures/concepts/dispatchFigure.ts";
export { matricesFigure } from "./figures/concepts/matricesFigure.ts";
export { ringFigure } from "./figures/concepts/ringFigure.ts";
export { sequenceFigure } from "./figures/concepts/sequenceFigure.ts";
export { shardsFigure } from "./figures/concepts/shardsFigure.ts";
export { type Density, densityFigure } from "./figures/densityFigure.ts";
export { differencesFigure } from "./figures/differencesFigure.ts";
export { flowsFigure } from "./figures/flowsFigure.ts";
export { type FrontAim, frontFigure } from "./figures/frontFigure.ts";
export { figureOrigin } from "./figures/labels/figureOrigin.ts";
export { type LinesOptions, linesFigure } from "./figures/linesFigure.ts";
export { loadCurveFigure } from "./figures/loadCurveFigure.ts";
export type { Band } from "./figures/marks/bandTraces.ts";
export type { Crossed } from "./figures/marks/crossingMarks.ts";
export { FIT_SUFFIX, type Unfit } from "./figures/marks/fitMarks.ts";
export type { Guess } from "./figures/marks/guessMarks.ts";
export { memoryFigure } from "./figures/memoryFigure.ts";
export { occupancyFigure } from "./figures/occupancyFigure.ts";
export { type ParallelAxis, parallelFigure } from "./figures/parallelFigure.ts";
export { partsFigure } from "./figures/partsFigure.ts";
export { percentilesFigure } from "./figures/percentilesFigure.ts";
export type { Phase } from "./figures/phases/phase.ts";
export { phaseFigure } from "./figures/phases/phaseFigure.ts";
export { phasesFigure } from "./figures/phasesFigure.ts";
export type { Points } from "./figures/points.ts";
export { queueFigure } from "./figures/queueFigure.ts";
export { rooflineFigure } from "./figures/rooflineFigure.ts";
export { runFigure } from "./figures/runFigure.ts";
export type { Series } from "./figures/series.ts";
export { simulationFigure } from "./figures/simulationFigure.ts";
export { timeFigure } from "./figures/timeFigure.ts";
export { timelineFigure } from "./figures/timeline/timelineFigure.ts";
export {
  type TracedStep,
  type TracedTone,
  tracedTimelineFigure,
} from "./figures/timeline/tracedTimelineFigure.ts";
export { topologyFigure } from "./figures/topology/topologyFigure.ts";
export { type Swing, tornadoFigure } from "./figures/tornadoFigure.ts";
export { treeFigure } from "./figures/treeFigure.ts";
export { lastName } from "./groups/memoryKinds.ts";
export { type RankTime, rankTimes } from "./groups/timelineRanks.ts";
export { distinctLabels, type Labelled } from "./naming/distinctLabels.ts";
export { planFacts } from "./naming/planFacts.ts";
export { planText } from "./naming/planText.ts";
export { comparedNumbers } from "./numbers/comparedNumbers.ts";
export { counted, percent, printed } from "./numbers/number.ts";
export { drawnBundles } from "./render/drawnBundles.ts";
export { htmlPage, type PageOptions, pageBody } from "./render/htmlPage.ts";
export type { LivePage, LiveProgram } from "./render/livePage.ts";
export { shortened } from "./render/shortened.ts";
export { isOnSlides, slideCards } from "./render/slideCards.ts";
export { toCsv } from "./render/toCsv.ts";
export { type HtmlOptions, toHtml } from "./render/toHtml.ts";
export { toJson } from "./render/toJson.ts";
export { escapeLatex, toLatex } from "./render/toLatex.ts";
export { toMarkdown } from "./render/toMarkdown.ts";
export { type Bundle, PLOTLY_MIME, partsOf, toMimeBundle, toMimeBundles } from "./render/toMimeBundles.ts";
export { type TextOptions, toText } from "./render/toText.ts";
export { type NamedTimeline, type TimedStep, type TraceEvent, timedStep, toTrace } from "./render/toTrace.ts";
export { figureSvg, figuresLoaded, loadFigures } from "./svg/figureSvg.ts";
