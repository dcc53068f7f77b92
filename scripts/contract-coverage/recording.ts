import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Folder of recordings if the environment variable `SWITCH` is `1`. */
const FOLDER = "dist/contract-coverage";

/** Environment variable that makes tests record: `1`, or the folder of recordings. */
export const SWITCH = "RECADO_CONTRACT_COVERAGE";

export const recordingsBy = (setting: string) => (setting === "1" ? FOLDER : setting);

interface File {
  contract: string;
  facts: string[];
}

/** Facts about the contract that tests have observed, in the form of `factOf`. */
export class Recording {
  private readonly facts = new Set<string>();

  add(fact: string): void {
    this.facts.add(fact);
  }

  has(fact: string): boolean {
    return this.facts.has(fact);
  }

  save(folder: string, name: string, contract: string): void {
    mkdirSync(folder, { recursive: true });
    const file: File = { contract, facts: [...this.facts] };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(file));
  }

  /**
   * Merges the recordings of this contract. `files` is the number of merged recordings, `outdated` the number
   * of recordings of other contracts.
   */
  static load(folder: string, contract: string): { recording: Recording; files: number; outdated: number } {
    const recording = new Recording();
    const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")) : [];
    const files = names.map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as File);
    const current = files.filter((file) => file.contract === contract);
    for (const { facts } of current) for (const one of facts) recording.add(one);
    return { recording, files: current.length, outdated: files.length - current.length };
  }
}
