import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Listening {
  port: number;
  url: string;
  /** True accepts connections at the unchanged address. False stops and closes open connections. */
  listen(listens: boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function listening(server: Server): Promise<Listening> {
  const open = (at: number) => new Promise<void>((done) => server.listen(at, "127.0.0.1", done));
  const stop = async () => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  };
  await open(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async listen(listens) {
      if (listens !== server.listening) await (listens ? open(port) : stop());
    },
    stop,
  };
}
