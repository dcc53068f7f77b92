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
 * Listen backlog. With Node's default of 511, a burst of a thousand connections makes the system drop later
 * ones, including probes, which then retry after a second.
 */
const BACKLOG = 4_096;

/** The bound ports. Probes are served from the start, everything else after `open`. */
export interface Front {
  server: HttpServer;
  /** Null if probes and metrics are served on the API's port. */
  admin: AdminPort | null;
  readiness: ReadinessProbe;
  /** Passes all further requests to the listener. */
  open(listener: RequestListener): void;
}

/**
 * Binds the ports before the start changes anything that a running process may use; throws `ConfigError` on
 * failure.
 */
export async function bindFront(
  config: Pick<Config, "host" | "port" | "adminPort">,
  log: Logger,
): Promise<Front> {
  const { host, port, adminPort } = config;
  const readiness = new ReadinessProbe();
  const ids = idMaker(steadyClock());
  // Refusals during the start are expected and not logged.
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
