let known: boolean | undefined;

/**
 * True where the surroundings allow code that is compiled from text, as Node does. A page whose content security policy lacks
 * `unsafe-eval` forbids it: the same numbers are then computed by interpreters, which are slower.
 */
export function canCompile(): boolean {
  known ??= compiles();
  return known;
}

function compiles(): boolean {
  try {
    return new Function("return true;")() === true;
  } catch {
    return false;
  }
}
