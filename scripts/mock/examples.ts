import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { liveContract, type State } from "../contract/live-contract";
import { type Address, originOf } from "./address";
import { type Contract, basePath, mockDocument } from "./mock-document";
import { runPrism } from "./prism";

export interface ExamplesMock {
  /** Base URL for clients, with the version prefix. */
  url: string;
  /** Stops Prism; resolves after its exit. */
  close(): Promise<void>;
  /** Resolves when Prism exits, for example because the port is taken. */
  ended: Promise<void>;
}

/**
 * Runs Prism with the examples of the contract. Reads the contract again after changes, and calls `onState`
 * after each reading. Prism reloads each changed contract. Rejects if the contract cannot be bundled at the
 * start, or Prism does not start.
 */
export async function startExamples(
  source: string,
  { host, port }: Address,
  onState: (state: State) => void,
  output: (text: string) => void,
): Promise<ExamplesMock> {
  const work = await mkdtemp(join(tmpdir(), "recado-mock-"));
  const file = join(work, "openapi.json");
  let latest: string | null = null;
  let written = Promise.resolve();

  // The rename is atomic, so Prism never reads half a document.
  async function replace(document: string): Promise<void> {
    const next = join(work, "next.json");
    await writeFile(next, JSON.stringify(mockDocument(JSON.parse(document) as Contract)));
    await rename(next, file);
  }

  const contract = await liveContract(source, (state) => {
    onState(state);
    const { document } = state;
    if (document === null || document === latest) return;
    latest = document;
    written = written.then(() => replace(document));
  });
  const clear = async () => {
    contract.close();
    await written;
    await rm(work, { recursive: true, force: true });
  };

  try {
    const { document } = contract.state;
    if (document === null)
      throw new Error("the contract cannot be read: correct the problems above and start again");
    await written;
    const prism = runPrism(file, { host, port }, output);
    await prism.up;
    const { servers } = JSON.parse(document) as Contract;
    return {
      url: originOf({ host, port }) + basePath(servers?.[0]?.url ?? "/"),
      ended: prism.exited,
      async close() {
        prism.child.kill("SIGTERM");
        await prism.exited;
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
