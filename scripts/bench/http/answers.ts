import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";

/** The answer to a send of so many recipients: the same object every time, made once. */
export function constantAnswer(recipients: number) {
  return {
    data: Array.from({ length: recipients }, () => ({
      message_id: "01930000-0000-7000-8000-000000000000",
      to: "+5511910000000",
      status: "pending" as const,
      error: null,
    })),
  };
}

/** The largest body that either side takes, in bytes. */
export const BODY_LIMIT = 2 * 1024 * 1024;

/** What a server of this benchmark can be asked. */
export const serverTasks = (makeListener: (recipients: number) => Promise<RequestListener>) => ({
  /** Starts on a free port of the loopback interface and answers which. */
  async listen(recipients: number): Promise<number> {
    const server = createServer(await makeListener(recipients));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return (server.address() as AddressInfo).port;
  },

  /** CPU time of the process so far, in milliseconds, and its memory. */
  async usage(): Promise<{ cpuMs: number; rssBytes: number }> {
    const { user, system } = process.cpuUsage();
    return { cpuMs: (user + system) / 1_000, rssBytes: process.memoryUsage.rss() };
  },
});
export type ServerTasks = ReturnType<typeof serverTasks>;
