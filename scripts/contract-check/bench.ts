import { PrismKeeper } from "./prism";
import { openRecordingProxy, type RecordingProxy } from "./recording-proxy";

/** The proxy and Prism before it. Where many runs follow each other, one stands for all: Prism takes seconds to start. */
export interface Bench {
  proxy: RecordingProxy;
  prism: PrismKeeper;
  close(): Promise<void>;
}

export async function openBench(timeoutMs: number): Promise<Bench> {
  const proxy = await openRecordingProxy(timeoutMs);
  try {
    const prism = await PrismKeeper.start(proxy.origin);
    return {
      proxy,
      prism,
      async close() {
        await prism.stop();
        await proxy.close();
      },
    };
  } catch (error) {
    await proxy.close();
    throw error;
  }
}
