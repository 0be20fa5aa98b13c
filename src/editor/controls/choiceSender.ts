/** Sets a control to a value, both as texts of the language. Resolves once everything that reads it shows the new value. */
export type SendChoice = (path: string, text: string) => Promise<void>;

/**
 * Makes a sender of choices for a host whose program answers one at a time. While one is answered, a drag makes many: of each
 * control, only the latest is sent next. `send` reports its own failures.
 */
export function choiceSender(send: SendChoice): (path: string, text: string) => void {
  const waiting = new Map<string, string>();
  let busy = false;

  async function drain(): Promise<void> {
    busy = true;
    try {
      for (let next = take(); next; next = take()) await send(...next);
    } finally {
      busy = false;
    }
  }

  function take(): readonly [string, string] | undefined {
    const [first] = waiting;
    if (first) waiting.delete(first[0]);
    return first;
  }

  return (path, text) => {
    waiting.set(path, text);
    if (!busy) void drain();
  };
}
