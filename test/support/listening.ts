import type { Server } from "node:http";
import { closeServer, listenOn } from "../../scripts/tools/listening";

export interface Listening {
  port: number;
  url: string;
  /** True accepts connections at the unchanged address. False stops and closes open connections. */
  listen(listens: boolean): Promise<void>;
  stop(): Promise<void>;
}

export async function listening(server: Server): Promise<Listening> {
  const port = await listenOn(server);
  const stop = () => closeServer(server);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async listen(listens) {
      if (listens !== server.listening) await (listens ? listenOn(server, port) : stop());
    },
    stop,
  };
}
