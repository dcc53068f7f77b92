import type { RequestListener } from "node:http";
import type { Logger } from "pino";
import { AdminPort } from "../http/admin-port";
import { ReadinessProbe } from "../http/readiness";
import { type HttpServer, httpServer } from "../http/server";
import { ConfigError } from "../platform/config-error";
import { errorText } from "../platform/error-text";
import { idMaker } from "../platform/ids";
import { startingApp } from "../http/starting-app";
import { steadyClock } from "../platform/steady-clock";
import type { Config } from "./config";

/**
 * Length of the listen queue. Node's default of 511 overflows in a burst of a thousand connections. The
 * system then drops connections, including those of probes. A dropped connection is retried only after a
 * second.
 */
const BACKLOG = 4_096;

/** The listening servers. They serve probes from the start, and other requests after `open`. */
export interface Listeners {
  server: HttpServer;
  admin: AdminPort | null;
  readiness: ReadinessProbe;
  open(listener: RequestListener): void;
}

/** Binds the ports before the start changes any data. Throws `ConfigError` for an unavailable port. */
export async function bindListeners(
  config: Pick<Config, "host" | "port" | "adminPort">,
  log: Logger,
): Promise<Listeners> {
  const { host, port, adminPort } = config;
  const readiness = new ReadinessProbe();
  const ids = idMaker(steadyClock());
  // Refused requests during the start are expected, so they are not logged.
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

const refusedPort = (setting: string) => (error: unknown) => {
  throw new ConfigError(`HOST and ${setting} cannot be used: ${errorText(error)}`, { cause: error });
};
