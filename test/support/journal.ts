import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { Carrier } from "../../src/carriers/carrier";

export interface JournalEntry {
  /** Id of the calling process. It is unique even if process ids repeat. */
  life: string;
  /** Number of the call in its process, starting at 1. */
  call: number;
  /** Time of the call, in milliseconds since 1970. */
  at: number;
  messages: [id: string, attempt: number][];
}

/** Returns a carrier that writes each submission to the journal before the submission reaches the carrier. */
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
      // The entry starts with a line break, because the previous line is incomplete if its process was
      // killed.
      appendFileSync(file, `\n${JSON.stringify(entry)}\n`);
      return carrier.submit(messages, signal);
    },
  };
}

/** Returns the complete entries. An incomplete line belongs to a call that never reached the carrier. */
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
