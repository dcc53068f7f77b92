import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { Carrier } from "../../src/carriers/carrier";

/** One call of a carrier: one line of the journal. */
export interface JournalEntry {
  /** The process that made the call; unique even if process ids repeat. */
  life: string;
  /** Number of the call in its process, from 1. */
  call: number;
  /** Time of the call, in milliseconds. */
  at: number;
  messages: [id: string, attempt: number][];
}

/**
 * Returns the carrier with a journal: each submission is recorded before the carrier gets it, so the journal
 * has every submission.
 */
export function journaled(carrier: Carrier, file: string): Carrier {
  const life = `${process.pid} ${Date.now()}`;
  let call = 0;
  return {
    ...carrier,
    async submit(messages, signal) {
      call += 1;
      const entry: JournalEntry = {
        life,
        call,
        at: Date.now(),
        messages: messages.map(({ messageId, attempt }) => [messageId, attempt]),
      };
      // The entry begins with a new line as well, because the line before may be torn if its writer was
      // killed.
      appendFileSync(file, `\n${JSON.stringify(entry)}\n`);
      return carrier.submit(messages, signal);
    },
  };
}

/** Returns every complete entry. A torn line belongs to a call that was never made. */
export function readJournal(file: string): JournalEntry[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as JournalEntry];
      } catch {
        return [];
      }
    });
}
