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

/** The bound port: probes are answered from the start, everything else once the service has opened it. */
export interface Front {
  server: HttpServer;
  readiness: ReadinessProbe;
  /** Passes requests to the listener from now on. */
  open(listener: RequestListener): void;
}

/** Binds the port, before anything is changed that a running process may use; throws `ConfigError` where it cannot. */
export async function bindFront(config: Pick<Config, "host" | "port">, log: Logger): Promise<Front> {
  const readiness = new ReadinessProbe();
  const ids = idMaker(steadyClock());
  // A refusal during the start is expected, and not logged.
  let current: RequestListener = startingApp(ids, readiness, log.child({}, { level: "silent" }));
  const server = httpServer((req, res) => void current(req, res), ids);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) =>
      reject(new ConfigError(`HOST and PORT cannot be used: ${reasonOf(error)}`)),
    );
    server.listen(config.port, config.host, BACKLOG, resolve);
  });
  return {
    server,
    readiness,
    open(listener) {
      current = listener;
    },
  };
}
