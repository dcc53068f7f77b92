import type { DeliveryReport } from "../../carriers/carrier";
import type { Outgoing } from "./work";

interface Entry {
  reports: DeliveryReport[];
  /** Who brought reports and waits until they are stored. */
  waiting: { resolve(): void; reject(reason: unknown): void }[];
}

/**
 * The messages that this process is submitting. A report that comes before the submission of its message is written is
 * written together with it, instead of waiting for it and being written by itself.
 */
export class UnderWay {
  private readonly entries = new Map<string, Entry>();

  begin(outgoing: readonly Outgoing[]): void {
    for (const { message } of outgoing) this.entries.set(message.id, { reports: [], waiting: [] });
  }

  /** Takes the reports of messages that are under way; `taken` resolves when those are stored. */
  take(reports: readonly DeliveryReport[]): { taken: Promise<unknown>; rest: DeliveryReport[] } {
    const rest: DeliveryReport[] = [];
    const takers = new Set<Entry>();
    for (const report of reports) {
      const entry = this.entries.get(report.messageId);
      if (entry) {
        entry.reports.push(report);
        takers.add(entry);
      } else rest.push(report);
    }
    const stored = [...takers].map(
      ({ waiting }) => new Promise<void>((resolve, reject) => waiting.push({ resolve, reject })),
    );
    return { taken: Promise.all(stored), rest };
  }

  /** The reports of a message so far. */
  reportsOf(messageId: string): readonly DeliveryReport[] {
    return this.entries.get(messageId)?.reports ?? [];
  }

  /** Ends it: from now on reports find the messages in the database. Answers what has come, and who waits for it. */
  end(outgoing: readonly Outgoing[]): Ended[] {
    return outgoing.flatMap(({ message }) => {
      const entry = this.entries.get(message.id);
      this.entries.delete(message.id);
      return entry ? [{ messageId: message.id, ...entry }] : [];
    });
  }
}

export type Ended = Entry & { messageId: string };
