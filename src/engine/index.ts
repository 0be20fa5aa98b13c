/** The engine's door: a `Scenario` goes in, an `Estimate` or the reasons against one come out. */
export {
  type Answer,
  estimate,
  estimateOnDemand,
  explainInference,
  explainModelParams,
  explainReinforcement,
  explainScenario,
  explainServing,
  type InferenceAnswer,
  inference,
  type LoadAnswer,
  modelParams,
  type RlAnswer,
  refusalsOf,
  reinforcement,
  serving,
  unmetIntentions,
} from "./answer/answer.ts";
export { wholeEstimate } from "./answer/estimateWith.ts";
export { heldBySharding } from "./answer/heldBySharding.ts";
export { loadCurve } from "./answer/loadCurve.ts";
export { modelOutputPaths, outputs } from "./answer/outputs.ts";
export { overflow } from "./answer/overflow.ts";
export { type Roof, type Roofline, type RooflinePoint, roofline } from "./answer/roofline/roofline.ts";
export { slowerFormat } from "./answer/slowerFormat.ts";
export type { Algebra, Part } from "./core/algebra.ts";
export type { Derivation } from "./core/derivation.ts";
export type { Inference } from "./estimate/inference.ts";
export type { Output } from "./estimate/output.ts";
export type { RlEstimate } from "./estimate/rl.ts";
export type { ServingLoad } from "./estimate/servingLoad.ts";
export type { Simulation } from "./estimate/simulation.ts";
export { latex, latexSymbol } from "./formulas/latex.ts";
export type { FormulaInfo } from "./formulas/notation/formulaInfo.ts";
export { machineRefusals } from "./refusals/machineRefusals.ts";
export { chunksPerStage, splitsBackward } from "./schedules/pieces.ts";
export { explainSimulation } from "./trainingRun/run/simulation/explainSimulation.ts";
export { simulation } from "./trainingRun/run/simulation/simulation.ts";
export { type Dispatch, expertDispatch } from "./trainingStep/experts/expertDispatch.ts";
export { layerPeerGroups } from "./trainingStep/fabric/layerPeerGroups.ts";
export { type PeerGroup, peerGroups, replicaRanks } from "./trainingStep/fabric/peerGroups.ts";
export { memoryParts } from "./trainingStep/memory/memoryOutputs.ts";
export { memoryTree } from "./trainingStep/memory/memoryTree.ts";
export { type StateShards, stateShards } from "./trainingStep/memory/stateShards.ts";
export { type ShardedPair, type ShardedWeight, shardedPairs } from "./trainingStep/model/shardedPairs.ts";
export { type ContextPart, contextParts } from "./trainingStep/parallel/contextParts.ts";
export { type Pass, type Timeline, timeline } from "./trainingStep/step/timeline.ts";
export { timeParts } from "./trainingStep/step/timeOutputs.ts";
