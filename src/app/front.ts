import type { RequestListener } from "node:http";
import type { Logger } from "pino";
import { AdminPort } from "../http/admin-port";
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

/** The bound ports. Probes are answered from the start, everything else once the service opens them. */
export interface Front {
  server: HttpServer;
  /** Null where probes and metrics are on the port of the API. */
  admin: AdminPort | null;
  readiness: ReadinessProbe;
  /** Passes requests to the listener from now on. */
  open(listener: RequestListener): void;
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
  let current: RequestListener = startingApp(ids, adminPort === null ? readiness : null, silent);
  const server = httpServer((req, res) => void current(req, res), ids);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, BACKLOG, resolve);
  }).catch(refusedPort("PORT"));
  const admin =
    adminPort === null
      ? null
      : await AdminPort.open({ host, port: adminPort, readiness, log }).catch(
          refusedPort("RECADO_ADMIN_PORT"),
        );
  return { server, admin, readiness, open: (listener) => void (current = listener) };
}

/** Returns an error handler that throws a `ConfigError` naming the setting of the port. */
const refusedPort = (setting: string) => (error: unknown) => {
  throw new ConfigError(`HOST and ${setting} cannot be used: ${reasonOf(error)}`, { cause: error });
};
