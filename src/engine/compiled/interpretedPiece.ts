import { parseExpression } from "../formulas/notation/expression.ts";
import { type Interpreted, interpret } from "../formulas/notation/interpret.ts";
import type { CompiledPiece, Natives } from "./compiledPiece.ts";
import type { Piece } from "./pieces.ts";
import { type Guard, isStep, type Recorded, type Step } from "./recording.ts";
import { sameOutcome } from "./sameOutcome.ts";

/** Numbers and functions that a running piece reads: its variables, values of other pieces, own values, simulations. */
interface Frame {
  readonly x: Float64Array;
  readonly v: Float64Array;
  readonly own: Float64Array;
  readonly d: Natives;
}

type Operand = Interpreted<Frame>;
/** Part of a piece. False where a decision differs from the recorded one. */
type Entry = (frame: Frame) => boolean;

/**
 * Makes a piece of a trace from nested functions, for surroundings that forbid compiled code. The operations and their order are
 * those of `compiledPiece`, so results are bit-identical.
 */
export function interpretedPiece(
  { entries }: Piece,
  passed: ReadonlyMap<number, number>,
  natives: Natives,
): CompiledPiece {
  const places = new Map<number, number>();
  const named = (one: Recorded): Operand => {
    if (one.kind === "constant") {
      const { value } = one;
      return () => value;
    }
    const place = places.get(one.at);
    if (place !== undefined) return ({ own }) => own[place] as number;
    const slot = passed.get(one.at) ?? 0;
    return ({ v }) => v[slot] as number;
  };
  const run = entries.flatMap((entry): readonly Entry[] => {
    if (!isStep(entry)) return [guardEntry(entry, named)];
    const simulation = entry.kind === "counted" ? simulationEntry(entry, named, natives) : [];
    const value = stepOperand(entry, named, natives);
    const slot = passed.get(entry.at);
    const place = places.size;
    places.set(entry.at, place);
    return [
      ...simulation,
      (frame) => {
        const found = value(frame);
        frame.own[place] = found;
        if (slot !== undefined) frame.v[slot] = found;
        return true;
      },
    ];
  });
  const own = new Float64Array(places.size);
  return {
    native(x, v, _constants, d) {
      const frame: Frame = { x, v, own, d };
      for (const entry of run) if (!entry(frame)) return false;
      return true;
    },
    constants: new Float64Array(0),
  };
}

type Named = (one: Recorded) => Operand;

const valuesOf = (of: readonly Operand[], frame: Frame): number[] => of.map((one) => one(frame));

/** Entry that runs a simulation, where no earlier entry has run it. */
function simulationEntry(
  { counts, of }: Extract<Step, { readonly kind: "counted" }>,
  named: Named,
  natives: Natives,
): readonly Entry[] {
  if (natives.known.has(counts)) return [];
  const place = natives.counters.push(counts.again()) - 1;
  natives.known.set(counts, place);
  const operands = of.map(named);
  return [
    (frame) => {
      const counted = frame.d.counters[place]?.(valuesOf(operands, frame));
      if (counted) frame.d.counted[place] = counted;
      return true;
    },
  ];
}

function stepOperand(step: Step, named: Named, { known }: Natives): Operand {
  switch (step.kind) {
    case "variable": {
      const { variable } = step;
      return ({ x }) => x[variable] as number;
    }
    case "formula": {
      const { formula, of } = step;
      const symbols = new Map(formula.symbolNames.map((symbol, i) => [symbol, named(of[i] as Recorded)]));
      return interpret(parseExpression(formula.expression), (symbol) => symbols.get(symbol) as Operand);
    }
    case "counted": {
      const { place } = step;
      const simulation = known.get(step.counts) ?? 0;
      return ({ d }) => d.counted[simulation]?.[place] as number;
    }
    case "sum": {
      const of = step.of.map(named);
      return (frame) => of.reduce((sum, one) => sum + one(frame), 0);
    }
    // Among zeros of both signs the first is returned, and NaN never replaces a number.
    case "max": {
      const of = step.of.map(named);
      return (frame) => {
        let most = Number.NEGATIVE_INFINITY;
        for (const one of of) {
          const value = one(frame);
          if (value > most) most = value;
        }
        return most;
      };
    }
    case "least": {
      const [first, ...rest] = step.of.map(named);
      return (frame) => {
        let least = (first as Operand)(frame);
        for (const one of rest) {
          const value = one(frame);
          if (value < least) least = value;
        }
        return least;
      };
    }
  }
}

function guardEntry(guard: Guard, named: Named): Entry {
  const operands = guard.of.map(named);
  const [a, b] = operands as [Operand, Operand];
  switch (guard.kind) {
    case "less":
      return (frame) => a(frame) < b(frame) === guard.holds;
    case "atMost":
      return (frame) => a(frame) <= b(frame) === guard.holds;
    case "value":
      return (frame) => Object.is(a(frame), guard.value);
    case "decision":
      return (frame) => sameOutcome(guard.make(valuesOf(operands, frame)), guard.outcome);
  }
}
