export interface AdaptiveLimitBounds {
  first: number;
  min: number;
  max: number;
  /** Amount that one prompt outcome adds. */
  step: number;
}

/**
 * A limit that adapts to the speed of a carrier, webhook endpoint or database. A prompt outcome adds a step,
 * and a slow outcome halves the limit. TCP's congestion control (RFC 5681) adapts its window in this way.
 */
export class AdaptiveLimit {
  private current: number;

  constructor(private readonly bounds: AdaptiveLimitBounds) {
    this.current = bounds.first;
  }

  get value(): number {
    return this.current;
  }

  increase(): void {
    this.current = Math.min(this.bounds.max, this.current + this.bounds.step);
  }

  halve(): void {
    this.current = Math.max(this.bounds.min, this.current / 2);
  }

  /** Sets the limit to its minimum, after a failure of the carrier, endpoint or database. */
  minimize(): void {
    this.current = this.bounds.min;
  }
}
