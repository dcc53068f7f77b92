import { dirname } from "node:path";
import { type Problem, type Reading, readContract } from "./read-contract";
import { watchFolder } from "./watch-folder";

export interface State {
  /** The last document that could be bundled; null before the first. */
  document: string | null;
  /** Whether `document` matches the current files; false while they cannot be bundled. */
  isCurrent: boolean;
  problems: Problem[];
}

export interface LiveContract {
  readonly state: State;
  close(): void;
}

/**
 * Reads the contract now and after changes in its folder, one reading at a time. Changes during a reading
 * cause another reading. Calls `listener` after each reading. Rejects if the first reading fails.
 */
export async function liveContract(
  source: string,
  listener: (state: State) => void,
  read: (source: string) => Promise<Reading> = readContract,
): Promise<LiveContract> {
  let state: State = { document: null, isCurrent: false, problems: [] };
  let busy = true;
  let stale = false;

  async function readOnce(): Promise<void> {
    const { document, problems } = await read(source);
    state = { document: document ?? state.document, isCurrent: document !== null, problems };
    listener(state);
  }

  async function readUntilCurrent(): Promise<void> {
    busy = true;
    while (stale) {
      stale = false;
      // `readOnce` rejects if a tool fails or the folder is inaccessible. The next change of a file reads the
      // contract again.
      await readOnce().catch((error: unknown) => console.error(error));
    }
    busy = false;
  }

  const unwatch = watchFolder(dirname(source), () => {
    stale = true;
    if (!busy) void readUntilCurrent();
  });
  try {
    await readOnce();
  } catch (error) {
    unwatch();
    throw error;
  }
  void readUntilCurrent();
  return {
    get state() {
      return state;
    },
    close: unwatch,
  };
}
