import type { Row } from "./row.ts";
import { numberAt, type Setting, type Settings } from "./settings.ts";

/**
 * Mapping of a numeric field to an argument with another name. `absent` is the value of an absent argument.
 */
export function count(field: string, argument: string, absent?: Setting): Row {
  return {
    fields: [field],
    arguments: [argument],
    write: (settings) => {
      const value = numberAt(settings, field);
      return value === null ? {} : { [argument]: value };
    },
    read: (given) => {
      const value = argument in given ? numberAt(given, argument) : (absent ?? null);
      return value === null ? {} : { [field]: value };
    },
  };
}

/** Mapping of a field to a switch. The switch is written where the field has the value `when`. */
export function flag(field: string, argument: string, when = true): Row {
  return {
    fields: [field],
    arguments: [argument],
    write: (settings) => (settings[field] === when ? { [argument]: true } : {}),
    read: (given) => ({ [field]: given[argument] === true ? when : !when }),
  };
}

/**
 * Mapping of a field to an argument whose values have other spellings. A value that is not in `spelling` is
 * not written.
 */
export function word(
  field: string,
  argument: string,
  spelling: Readonly<Record<string, Setting>>,
  absent?: string,
): Row {
  const pairs = Object.entries(spelling);
  return {
    fields: [field],
    arguments: [argument],
    write: (settings) => {
      const pair = pairs.find(([own]) => own === String(settings[field]));
      return pair ? { [argument]: pair[1] } : {};
    },
    read: (given) => {
      const pair = pairs.find(([, theirs]) => theirs === given[argument]);
      if (pair) return { [field]: plain(pair[0]) };
      return argument in given || absent === undefined ? {} : { [field]: plain(absent) };
    },
  };
}

/**
 * Mapping of fields that need no arguments: the framework derives them from other fields and the size of the
 * run, as the language does.
 */
export function implied(fields: readonly string[], read: Row["read"]): Row {
  return { fields, arguments: [], write: () => ({}), read };
}

/**
 * Mapping of settings that the framework always has: reading gives exactly these values, and a plan with
 * others loses them.
 */
export function always(settings: Settings): Row {
  return implied(Object.keys(settings), () => settings);
}

/** Mapping whose arguments are written only where `when` holds, as those of experts in an MoE model. */
export function where(when: (settings: Settings) => boolean, row: Row): Row {
  return {
    ...row,
    matters: when,
    write: (settings, runSize) => (when(settings) ? row.write(settings, runSize) : {}),
  };
}

function plain(own: string): Setting {
  return own === "true" ? true : own === "false" ? false : own === "null" ? null : own;
}
