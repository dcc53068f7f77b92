import { mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { liveContract, type State } from "../contract/live-contract";
import { type Address, originOf } from "./address";
import { type Contract, basePath, mockDocument } from "./mock-document";
import { runPrism } from "./prism";

export interface ExamplesMock {
  /** Where clients point to, with the version's prefix. */
  url: string;
  /** Ends Prism and resolves once it is gone. */
  close(): Promise<void>;
  /** Resolves when Prism ends by itself, which it does when the port is taken. */
  ended: Promise<void>;
}

/**
 * Prism over the contract that begins in `source`: static examples, any origin. It follows the
 * files: Prism watches the document that each good reading writes. `tell` hears of each reading. Rejects when the
 * contract cannot be bundled, or Prism does not come up.
 */
export async function startExamples(
  source: string,
  { host, port }: Address,
  tell: (state: State) => void,
  output: (text: string) => void,
): Promise<ExamplesMock> {
  const work = await mkdtemp(join(tmpdir(), "recado-mock-"));
  const file = join(work, "openapi.json");
  let wanted: string | null = null;
  let written = Promise.resolve();

  // Prism must never see half a document.
  async function replace(document: string): Promise<void> {
    const next = join(work, "next.json");
    await writeFile(next, JSON.stringify(mockDocument(JSON.parse(document) as Contract)));
    await rename(next, file);
  }

  const contract = await liveContract(source, (state) => {
    tell(state);
    const { document } = state;
    if (document === null || document === wanted) return;
    wanted = document;
    written = written.then(() => replace(document));
  });
  const clear = async () => {
    contract.close();
    await written;
    await rm(work, { recursive: true, force: true });
  };

  try {
    const { document } = contract.state;
    if (document === null) throw new Error("there is nothing to mock until the contract can be read");
    await written;
    const prism = runPrism(file, { host, port }, output);
    await prism.up;
    const { servers } = JSON.parse(document) as Contract;
    return {
      url: originOf({ host, port }) + basePath(servers?.[0]?.url ?? "/"),
      ended: prism.gone,
      async close() {
        prism.child.kill("SIGTERM");
        await prism.gone;
        await clear();
      },
    };
  } catch (error) {
    await clear();
    throw error;
  }
}
