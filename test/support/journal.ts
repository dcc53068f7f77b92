import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { Carrier } from "../../src/carriers/carrier";

/** What one call of a carrier was given: one line of the journal. */
export interface JournalEntry {
  /** The process that made the call; none has another's, even if it has its process id. */
  life: string;
  /** Counts the calls of a life from 1. */
  call: number;
  /** When it was made, in milliseconds. */
  at: number;
  messages: [id: string, attempt: number][];
}

/** The carrier, which notes down what it is handed before it sees it: nothing goes out that the journal lacks. */
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
      // It begins with a new line too: the one before may be torn, where its writer was killed.
      appendFileSync(file, `\n${JSON.stringify(entry)}\n`);
      return carrier.submit(messages, signal);
    },
  };
}

/** Every call that was written down as a whole; a torn line belongs to a call that was never made. */
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
