import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where a value of an enumeration was seen: what came in, what was answered, or what was posted to endpoints. */
export type Direction = "request" | "reply" | "event";

/** Reads of what was stored, or given to a carrier: whose request it came with is not known any more. */
export const STORED = "(stored)";

/** How the facts of a recording are spelled. Pointers are JSON pointers into the bundled contract. */
export const fact = {
  read: (reader: string, pointer: string) => `read ${reader} ${pointer}`,
  /** What an operation was given was written as JSON, and that text was read again. */
  carried: (operation: string, pointer: string) => `carried ${operation} ${pointer}`,
  filled: (direction: Direction, pointer: string) => `filled ${direction} ${pointer}`,
  value: (direction: Direction, pointer: string) => `value ${direction} ${pointer}`,
  status: (operation: string, status: string) => `status ${operation} ${status}`,
  header: (operation: string, status: string, name: string) =>
    `header ${operation} ${status} ${name.toLowerCase()}`,
  security: (scheme: string) => `security ${scheme}`,
};

interface File {
  /** The fingerprint of the contract that the facts are about. */
  contract: string;
  facts: string[];
}

/** What was touched of the contract. */
export class Recording {
  private readonly facts = new Set<string>();
  private saved = 0;

  add(fact: string): void {
    this.facts.add(fact);
  }

  has(fact: string): boolean {
    return this.facts.has(fact);
  }

  /** Writes what is known by now, unless it was written before. */
  save(folder: string, name: string, contract: string): void {
    if (this.facts.size === this.saved) return;
    this.saved = this.facts.size;
    mkdirSync(folder, { recursive: true });
    const file: File = { contract, facts: [...this.facts].sort() };
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(file, null, 1));
  }

  /** All recordings of a folder that are about this contract, and how many are about another. */
  static load(folder: string, contract: string): { recording: Recording; files: number; outdated: number } {
    const recording = new Recording();
    const files = namesIn(folder).map((name) => JSON.parse(readFileSync(join(folder, name), "utf8")) as File);
    const current = files.filter((file) => file.contract === contract);
    for (const { facts } of current) for (const one of facts) recording.add(one);
    return { recording, files: current.length, outdated: files.length - current.length };
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".json"));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
