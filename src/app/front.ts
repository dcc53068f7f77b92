import type { RequestListener } from "node:http";
import type { Logger } from "pino";
import { ReadinessProbe } from "../http/readiness";
import { type HttpServer, httpServer } from "../http/server";
import { ConfigError } from "../platform/config-error";
import { reasonOf } from "../platform/db/errors";
import { idMaker } from "../platform/ids";
import { startingApp } from "../http/starting-app";
import { steadyClock } from "../platform/steady-clock";
import type { Config } from "./config";

/**
 * Connections that the system keeps ready until they are taken. With Node's 511, a burst of a thousand makes the system
 * drop what comes behind it, probes too, which then try again after a second.
 */
const BACKLOG = 4_096;

/** The bound ports: probes are answered from the start, everything else once the service has opened them. */
export interface Front {
  server: HttpServer;
  /** Serves metrics and probes alone; null where they are on the port of the API. */
  admin: HttpServer | null;
  readiness: ReadinessProbe;
  /** Passes requests to the listeners from now on. */
  open(listener: RequestListener, adminListener: RequestListener): void;
}

/** Binds the ports, before anything is changed that a running process may use; throws `ConfigError` where it cannot. */
export async function bindFront(
  config: Pick<Config, "host" | "port" | "adminPort">,
  log: Logger,
): Promise<Front> {
  const { host, port, adminPort } = config;
  const readiness = new ReadinessProbe();
  const ids = idMaker(steadyClock());
  // A refusal during the start is expected, and not logged.
  const silent = log.child({}, { level: "silent" });
  /** Binds the port of a setting. Its listener can be exchanged. */
  const bind = async (setting: string, at: number, hasProbes: boolean) => {
    const listeners = { current: startingApp(ids, hasProbes ? readiness : null, silent) as RequestListener };
    const server = httpServer((req, res) => void listeners.current(req, res), ids);
    await new Promise<void>((resolve, reject) => {
      server.once("error", (error) =>
        reject(new ConfigError(`HOST and ${setting} cannot be used: ${reasonOf(error)}`, { cause: error })),
      );
      server.listen(at, host, BACKLOG, resolve);
    });
    return { server, listeners };
  };
  const main = await bind("PORT", port, adminPort === null);
  const admin = adminPort === null ? null : await bind("RECADO_ADMIN_PORT", adminPort, true);
  return {
    server: main.server,
    admin: admin?.server ?? null,
    readiness,
    open(listener, adminListener) {
      main.listeners.current = listener;
      if (admin !== null) admin.listeners.current = adminListener;
    },
  };
}
