export interface AdaptiveLimitBounds {
  first: number;
  min: number;
  max: number;
  /** Amount that one prompt outcome adds. */
  step: number;
}

/**
 * A limit that follows how well the other side keeps up: a prompt outcome adds a step, a slow outcome halves
 * the limit (additive increase, multiplicative decrease, as in TCP's congestion control, RFC 5681).
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

  /** Sets the limit to its minimum, because the other side fails. */
  minimize(): void {
    this.current = this.bounds.min;
  }
}
