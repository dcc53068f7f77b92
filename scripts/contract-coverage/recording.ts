import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of recordings when the setting is `1`. */
const FOLDER = "dist/contract-coverage";

/** The setting that makes tests record: `1`, or the folder to record into. */
export const SWITCH = "RECADO_CONTRACT_COVERAGE";

/** Returns the folder of recordings that the setting names. */
export const recordingsBy = (setting: string) => (setting === "1" ? FOLDER : setting);

interface File {
  /** Fingerprint of the contract that the facts are about. */
  contract: string;
  facts: string[];
}

/** The facts about the contract that tests have seen; `factOf` makes them. */
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
   * Merges a folder's recordings of this contract, and counts the recordings of this contract and of others.
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
