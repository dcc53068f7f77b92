import type { RequestListener } from "node:http";
import express from "express";
import type { Logger } from "pino";
import { errorEnvelope } from "../http/envelope";
import { probes } from "../http/probes";
import { ReadinessProbe } from "../http/readiness";
import { requestIds } from "../http/request-id";
import { type HttpServer, httpServer } from "../http/server";
import { ConfigError } from "../platform/config-error";
import { reasonOf } from "../platform/db/errors";
import { idMaker } from "../platform/ids";
import { serviceUnavailable } from "../platform/problem";
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
  let current: RequestListener = express()
    .disable("x-powered-by")
    .use(requestIds(ids), probes(readiness), () => {
      throw serviceUnavailable("The service is starting");
    })
    .use(errorEnvelope(log.child({}, { level: "silent" })));
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
