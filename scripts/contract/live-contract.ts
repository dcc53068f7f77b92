import { dirname } from "node:path";
import { type Problem, type Reading, readContract } from "./read-contract";
import { watchFolder } from "./watch-folder";

export interface State {
  /** The newest document that could be made, which is older than the files while these cannot be bundled. */
  document: string | null;
  /** Whether the document is what the files say now. */
  isCurrent: boolean;
  problems: Problem[];
}

export interface LiveContract {
  readonly state: State;
  close(): void;
}

/**
 * Reads the contract now and after every change in its folder, one reading at a time; what changes meanwhile is read by
 * the next. `listener` is told of each reading. Rejects when the first one cannot be done at all.
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

  async function catchUp(): Promise<void> {
    busy = true;
    while (stale) {
      stale = false;
      // A reading fails only by what surrounds it, such as a folder that is being moved: the next change tries again.
      await readOnce().catch((error: unknown) => console.error(error));
    }
    busy = false;
  }

  const unwatch = watchFolder(dirname(source), () => {
    stale = true;
    if (!busy) void catchUp();
  });
  try {
    await readOnce();
  } catch (error) {
    unwatch();
    throw error;
  }
  void catchUp();
  return {
    get state() {
      return state;
    },
    close: unwatch,
  };
}
