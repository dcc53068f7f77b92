import type { CarrierReport } from "./unmatched-reports.store";

/** One submission from its start until its outcomes are written. */
export interface InFlightSubmission {
  /** Returns the reports on a message that have arrived so far. */
  reportsOf(messageId: string): readonly CarrierReport[];
  /**
   * Ends the submission: later reports find their messages in the database. `written` counts the reports on
   * each message that were written with its outcome. Stores the reports that arrived after those.
   */
  close(written: ReadonlyMap<string, number>): Promise<void>;
  /** Ends a submission whose outcomes could not be written, and rejects the delivery of its reports. */
  fail(error: unknown): void;
}

interface Entry {
  readonly reports: Map<string, CarrierReport[]>;
  /** Promises of callers that wait until their reports are stored. */
  readonly waiting: { resolve(): void; reject(reason: unknown): void }[];
}

/** Messages in flight. A report that arrives during the submission is written with its outcome. */
export class InFlight {
  /**
   * Entries by message. A message has two entries if its lease expired and this process leased it again, for
   * example after a database outage. The last entry holds the lease.
   */
  private readonly entries = new Map<string, readonly Entry[]>();

  constructor(private readonly store: (reports: readonly CarrierReport[]) => Promise<void>) {}

  begin(messageIds: readonly string[]): InFlightSubmission {
    const entry: Entry = { reports: new Map(messageIds.map((id) => [id, []])), waiting: [] };
    for (const id of messageIds) this.entries.set(id, [...(this.entries.get(id) ?? []), entry]);
    const fail = (error: unknown) => {
      this.end(entry);
      for (const { reject } of entry.waiting.splice(0)) reject(error);
    };
    return {
      reportsOf: (messageId) => entry.reports.get(messageId) ?? [],
      fail,
      close: async (written) => {
        this.end(entry);
        try {
          await this.store([...entry.reports].flatMap(([id, some]) => some.slice(written.get(id) ?? 0)));
        } catch (error) {
          fail(error);
          throw error;
        }
        for (const { resolve } of entry.waiting.splice(0)) resolve();
      },
    };
  }

  /**
   * Takes the reports on messages in flight. Returns the remaining reports, and a promise that the taken ones
   * are stored.
   */
  take(reports: readonly CarrierReport[]): { notInFlight: CarrierReport[]; stored: Promise<unknown> } {
    const notInFlight: CarrierReport[] = [];
    const takers = new Set<Entry>();
    for (const report of reports) {
      const taker = this.entries.get(report.reference)?.at(-1);
      if (!taker) notInFlight.push(report);
      else {
        taker.reports.get(report.reference)?.push(report);
        takers.add(taker);
      }
    }
    const taken = [...takers].map(
      ({ waiting }) => new Promise<void>((resolve, reject) => waiting.push({ resolve, reject })),
    );
    return { notInFlight, stored: Promise.all(taken) };
  }

  private end(entry: Entry): void {
    for (const id of entry.reports.keys()) {
      const others = (this.entries.get(id) ?? []).filter((one) => one !== entry);
      if (others.length > 0) this.entries.set(id, others);
      else this.entries.delete(id);
    }
  }
}
