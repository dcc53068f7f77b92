/** Maximum size of the header of a page of the log, in bytes. */
const PAGE_HEADER = 40;
/** Maximum number of samples. A standby that is further behind is out of use anyway. */
const MAX_SAMPLES = 600;

/**
 * Measure of how current a standby is. The primary's log position is read every second. Once the standby has
 * replayed a position, it has every commit from before the position was read. No clock of another machine is
 * involved, and a primary without writes does not look like a standby that is behind.
 */
export class ReplicaProgress {
  private samples: { at: number; position: number }[] = [];
  private provenAt = -Infinity;
  private primary = -Infinity;
  /** Position of the standby at the previous check; null before the first check. */
  private before: number | null = null;

  /** Latest known time before which the standby has every commit; `-Infinity` if no time is known. */
  get currentAt(): number {
    return this.provenAt;
  }

  /** Records a position of the primary. `at` is a time before the position was read. */
  primaryAt(at: number, position: number): void {
    this.primary = position;
    this.samples.push({ at, position });
    if (this.samples.length > MAX_SAMPLES) this.samples.shift();
  }

  /** Discards the samples and the known time, because the primary has another history. */
  reset(): void {
    this.samples = [];
    this.provenAt = -Infinity;
  }

  /**
   * Records the position up to which the standby has replayed its log. Returns false if the primary is behind
   * an earlier position of the standby, because the standby then follows another history.
   */
  replayed(position: number): boolean {
    const { before } = this;
    this.before = position;
    if (before !== null && this.primary + PAGE_HEADER < before) {
      this.reset();
      return false;
    }
    // A standby ahead of its first sample may have another history. The next check decides.
    if (before !== null || position <= this.primary + PAGE_HEADER) this.prove(position);
    return true;
  }

  private prove(position: number): void {
    const newest = this.samples.findLastIndex((sample) => sample.position <= position);
    if (newest < 0) return;
    this.provenAt = Math.max(this.provenAt, this.samples[newest]?.at ?? -Infinity);
    this.samples = this.samples.slice(newest + 1);
  }
}

/**
 * Returns the position that a standby reports once it has replayed up to a position of the primary. At the
 * end of a page, the primary reports the position after the next page's header. A standby reports the
 * position before this header.
 */
export function asReplayed(position: number, pageSize: number): number {
  const inPage = position % pageSize;
  return inPage <= PAGE_HEADER ? position - inPage : position;
}
