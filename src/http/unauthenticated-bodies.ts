import type { Request } from "express";
import { ipKeyGenerator } from "express-rate-limit";
import { Problem } from "../platform/problem";
import { receiveBody } from "./receive-body";

/** Limits of bodies whose senders are not verified yet, per process. */
interface UnauthenticatedLimits {
  count: number;
  /** Maximum bytes received of all unfinished bodies together. */
  bytes: number;
  /** Longest time for a body to arrive completely, in milliseconds. */
  withinMs: number;
}

interface Arriving {
  /** IPv4 address of the client, or its IPv6 network (/56). */
  peer: string;
  bytes: number;
  abort: AbortController;
}

/** Returns a refusal that closes the connection, because the client may still be sending the body. */
const refusal = (status: 408 | 429, message: string) =>
  new Problem(status, status === 408 ? "validation_failed" : "rate_limited", message, undefined, {
    Connection: "close",
    ...(status === 429 ? { "Retry-After": "1" } : {}),
  });

/**
 * Receiver of bodies that must arrive before their sender can be verified. At a limit, refuses one unfinished
 * body: at the limit of the number of bodies, the oldest body of the client with the most bodies; at the
 * limit of bytes, the largest body. A genuine body arrives within milliseconds, so it is rarely the oldest.
 */
export class UnauthenticatedBodies {
  /** Unfinished bodies, oldest first. */
  private readonly arriving = new Set<Arriving>();
  private bytes = 0;

  constructor(private readonly limits: UnauthenticatedLimits) {}

  /** Receives a body. Rejects with 408 after `withinMs`, and with 429 if the body is refused at a limit. */
  async receive(req: Request, maxBytes: number): Promise<Buffer> {
    const { count, bytes, withinMs } = this.limits;
    const own: Arriving = { peer: ipKeyGenerator(req.ip ?? "", 56), bytes: 0, abort: new AbortController() };
    if (this.arriving.size >= count) this.refuse(this.oldestOfBusiestPeer());
    this.arriving.add(own);
    const late = refusal(408, `The body did not arrive within ${withinMs / 1_000} s`);
    const timer = setTimeout(() => own.abort.abort(late), withinMs);
    try {
      return await receiveBody(req, maxBytes, {
        signal: own.abort.signal,
        onChunk: (length) => {
          own.bytes += length;
          this.bytes += length;
          if (this.bytes > bytes) this.refuse(this.largest());
        },
      });
    } finally {
      clearTimeout(timer);
      this.remove(own);
    }
  }

  private refuse(body: Arriving | undefined): void {
    if (body === undefined) return;
    this.remove(body);
    body.abort.abort(refusal(429, "Too many unfinished callbacks without a verified sender: send it again"));
  }

  private remove(body: Arriving): void {
    if (this.arriving.delete(body)) this.bytes -= body.bytes;
  }

  private oldestOfBusiestPeer(): Arriving | undefined {
    const counts = new Map<string, number>();
    for (const { peer } of this.arriving) counts.set(peer, (counts.get(peer) ?? 0) + 1);
    const highest = Math.max(...counts.values());
    return [...this.arriving].find(({ peer }) => counts.get(peer) === highest);
  }

  private largest(): Arriving | undefined {
    return [...this.arriving].reduce<Arriving | undefined>(
      (largest, one) => (largest === undefined || one.bytes > largest.bytes ? one : largest),
      undefined,
    );
  }
}
