import type { Row } from "./row.ts";
import { numberAt, type Setting, type Settings } from "./settings.ts";

/** Row of a number under another name. `absent` is the framework's default. */
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

/** Row of a switch. `when` is the field's value that the switch stands for. */
export function flag(field: string, argument: string, when = true): Row {
  return {
    fields: [field],
    arguments: [argument],
    write: (settings) => (settings[field] === when ? { [argument]: true } : {}),
    read: (given) => ({ [field]: given[argument] === true ? when : !when }),
  };
}

/** Row of a word with another spelling. Words without one are not carried. */
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
 * Row of fields that follow from others and from the size of the run. The framework derives them as the
 * language does.
 */
export function implied(fields: readonly string[], read: Row["read"]): Row {
  return { fields, arguments: [], write: () => ({}), read };
}

/** Row of settings that the framework always has, so that the plan must have them too. */
export function always(settings: Settings): Row {
  return implied(Object.keys(settings), () => settings);
}

/** Row whose arguments are only written where `when` holds, as those of experts in an MoE model. */
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
