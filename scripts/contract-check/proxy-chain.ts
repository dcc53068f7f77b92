import { Prism } from "./prism";
import { openRecordingProxy, type RecordingProxy } from "./recording-proxy";

/** The recording proxy and Prism. Runs can share them, because Prism takes seconds to start. */
export interface ProxyChain {
  proxy: RecordingProxy;
  prism: Prism;
  close(): Promise<void>;
}

export async function openProxyChain(timeoutMs: number): Promise<ProxyChain> {
  const proxy = await openRecordingProxy(timeoutMs);
  try {
    const prism = await Prism.start(proxy.origin);
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
