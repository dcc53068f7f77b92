import { renewLeases } from "../../queue/leases.store";
import { LEASE, type Settle } from "./settlement";
import type { DispatchParts } from "./submission";
import type { SubmissionWindows } from "./window";
import type { Result, Route, Work } from "./leased-batch";

/** The jobs that this process has leased and not ended, with signs of life for them. */
export class HeldJobs {
  /** Each with what it still weighs: what it was leased with, less its messages that have an outcome. */
  private readonly works = new Map<Work, number>();

  constructor(
    private readonly parts: Pick<DispatchParts, "db" | "clock" | "log">,
    private readonly settle: Settle,
    private readonly windows: SubmissionWindows,
  ) {}

  /** Gives signs of life until what it answers is called. */
  beat(): () => void {
    const timer = setInterval(() => void this.renew(), LEASE / 3);
    return () => clearInterval(timer);
  }

  add(route: Route | null, work: Work): void {
    this.works.set(work, work.job.weight);
    if (route) this.windows.of(route.carrier).hold(work.job.key, work.job);
  }

  /** Writes results, and lets go of the jobs that have come to their end; answers those whose lease was lost. */
  async write(
    route: Route | null,
    works: readonly Work[],
    results: readonly Result[],
  ): Promise<ReadonlySet<Work>> {
    try {
      return await this.settle({ route, works, results });
    } catch (error) {
      // Their leases run out, and whoever takes them up then does not know what became of them.
      for (const work of works) work.lost = true;
      throw error;
    } finally {
      for (const work of works) this.lighten(route, work);
    }
  }

  /** Makes room for others by what has an outcome. */
  private lighten(route: Route | null, work: Work): void {
    const held = this.works.get(work);
    if (held === undefined) return;
    const { job, open, messages, lost } = work;
    const left = open === 0 || lost ? 0 : Math.ceil((job.weight * open) / messages);
    if (left > 0) this.works.set(work, left);
    else this.works.delete(work);
    const { key, priority } = job;
    if (route) this.windows.of(route.carrier).drop(key, { weight: held - left, priority });
  }

  /** What is not held any more is somebody else's. */
  private async renew(): Promise<void> {
    const { db, clock, log } = this.parts;
    const held = [...this.works.keys()].filter(({ lost }) => !lost);
    if (held.length === 0) return;
    try {
      const jobs = held.map(({ job }) => job);
      const kept = await renewLeases(db, jobs, clock.now() + LEASE);
      for (const work of held)
        if (!kept.has(work.job.id) && this.works.has(work) && work.open > 0) work.lost = true;
    } catch (error) {
      log.warn({ err: error }, "leases of submissions could not be renewed");
    }
  }
}
