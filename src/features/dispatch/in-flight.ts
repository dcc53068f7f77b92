import type { DeliveryReport } from "../../carriers/carrier";
import type { DeliveryReports } from "./delivery-reports";
import { type MessageOutcome, type Outgoing, type Result, resultOf, type Work } from "./leased-batch";

interface Entry {
  work: Work;
  reports: DeliveryReport[];
  /** Who brought reports and waits until they are stored. */
  waiting: { resolve(): void; reject(reason: unknown): void }[];
}

type Ended = Omit<Entry, "work"> & { messageId: string };

/**
 * The messages that this process is submitting. A report that comes before the submission of its message is written is
 * written together with it, instead of waiting for it and being written by itself.
 */
export class UnderWay {
  /**
   * By message, one for each submission: there is a second one where the lease of the first was lost to this process
   * itself, as after the database was away.
   */
  private readonly entries = new Map<string, readonly Entry[]>();

  constructor(private readonly reports: Pick<DeliveryReports, "store">) {}

  begin(outgoing: readonly Outgoing[]): void {
    for (const { work, message } of outgoing) {
      const others = this.entries.get(message.id) ?? [];
      this.entries.set(message.id, [...others, { work, reports: [], waiting: [] }]);
    }
  }

  /** Resolves once the reports are stored, those of messages under way along with these. */
  async takeReports(some: readonly DeliveryReport[]): Promise<void> {
    const rest: DeliveryReport[] = [];
    const takers = new Set<Entry>();
    for (const report of some) {
      // The last one holds the lease.
      const entry = this.entries.get(report.messageId)?.at(-1);
      if (entry) {
        entry.reports.push(report);
        takers.add(entry);
      } else rest.push(report);
    }
    const taken = [...takers].map(
      ({ waiting }) => new Promise<void>((resolve, reject) => waiting.push({ resolve, reject })),
    );
    await Promise.all([rest.length > 0 ? this.reports.store(rest) : null, ...taken]);
  }

  /** Writes what came of messages along with their reports so far; `write` answers the works whose lease was lost. */
  async settle(
    outgoing: readonly Outgoing[],
    outcomes: readonly MessageOutcome[],
    write: (results: readonly Result[]) => Promise<ReadonlySet<Work>>,
  ): Promise<void> {
    const results = outgoing.map((one, index): Result => {
      const outcome = outcomes[index] as MessageOutcome;
      const early = outcome.type === "accepted" ? this.reportsOf(one) : [];
      return { ...resultOf(one, outcome), reports: early };
    });
    let ended: readonly Ended[] | null = null;
    try {
      const lost = await write(results);
      // What came since, and what came of messages that were not accepted or are somebody else's by now.
      const written = new Map(
        results.map(({ message, work, reportsWritten }) => [message.id, lost.has(work) ? 0 : reportsWritten]),
      );
      ended = this.end(outgoing);
      await this.reports.store(
        ended.flatMap(({ messageId, reports }) => reports.slice(written.get(messageId) ?? 0)),
      );
      for (const { waiting } of ended) for (const { resolve } of waiting) resolve();
    } catch (error) {
      for (const { waiting } of ended ?? this.end(outgoing)) for (const { reject } of waiting) reject(error);
      throw error;
    }
  }

  private entryOf({ work, message }: Outgoing): Entry | undefined {
    return this.entries.get(message.id)?.find((entry) => entry.work === work);
  }

  private reportsOf(one: Outgoing): readonly DeliveryReport[] {
    return this.entryOf(one)?.reports ?? [];
  }

  /** From now on reports find the messages in the database. Answers what has come, and who waits for it. */
  private end(outgoing: readonly Outgoing[]): Ended[] {
    return outgoing.flatMap((one) => {
      const messageId = one.message.id;
      const ended = this.entryOf(one);
      if (!ended) return [];
      const others = (this.entries.get(messageId) ?? []).filter((entry) => entry !== ended);
      if (others.length > 0) this.entries.set(messageId, others);
      else this.entries.delete(messageId);
      return [{ messageId, reports: ended.reports, waiting: ended.waiting }];
    });
  }
}
