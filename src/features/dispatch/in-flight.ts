import type { CarrierReport } from "./unmatched-reports.store";

/** A carrier submission, from its start until the outcomes of its messages are written. */
export interface InFlightSubmission {
  reportsOf(messageId: string): readonly CarrierReport[];
  /**
   * Ends the submission and stores the reports that arrived too late to be written with an outcome. `written`
   * has the number of reports, per message, that were written with the message's outcome.
   */
  close(written: ReadonlyMap<string, number>): Promise<void>;
  /** Ends the submission after a failed write of its outcomes. Rejects the promises that `take` returned. */
  fail(error: unknown): void;
}

interface Entry {
  readonly reports: Map<string, CarrierReport[]>;
  readonly waiting: { resolve(): void; reject(reason: unknown): void }[];
}

/** Messages that this process is submitting. Reports on these messages are written with their outcomes. */
export class InFlight {
  /** Submissions by message id. After an expired lease, a message can have two: the last holds the lease. */
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

  /** Adds reports to submissions in flight. `stored` resolves once the added reports are stored. */
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
