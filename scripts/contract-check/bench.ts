import { Prism } from "./prism";
import { openTap, type Tap } from "./tap";

/** The tap and Prism before it. Where many runs follow each other, one stands for all: Prism takes seconds to start. */
export interface Bench {
  tap: Tap;
  prism: Prism;
  close(): Promise<void>;
}

export async function openBench(timeoutMs: number): Promise<Bench> {
  const tap = await openTap(timeoutMs);
  try {
    const prism = await Prism.start(tap.origin);
    return {
      tap,
      prism,
      async close() {
        await prism.stop();
        await tap.close();
      },
    };
  } catch (error) {
    await tap.close();
    throw error;
  }
}
