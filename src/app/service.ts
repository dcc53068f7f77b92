import type { RequestListener } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Express } from "express";
import { apiKeyPeriodicJobs } from "../features/api-keys/api-keys.jobs";
import type * as Api from "./api-side";
import type { App } from "./app";
import { campaignHandlers, campaignPeriodicJobs } from "../features/campaigns/campaigns.jobs";
import type { Composed } from "./compose";
import { contactPeriodicJobs } from "../features/retention/contacts.jobs";
import { createDispatcher, type Dispatcher } from "../features/dispatch/dispatcher";
import { dispatchPeriodicJobs } from "../features/dispatch/dispatch.jobs";
import { statusQueries } from "../features/dispatch/status-query";
import { filePeriodicJobs } from "../features/retention/files.jobs";
import { followUpHandler, followUpPeriodicJobs } from "../features/follow-ups/follow-ups.jobs";
import { carrierSinks } from "./carriers";
import { expressApp } from "../http/express-app";
import { metricsReader, type ReadMetrics } from "../http/metrics-access";
import { ReadinessProbe } from "../http/readiness";
import { closeServer } from "../http/server";
import { servingRefusal } from "../platform/db/serving-check";
import type { Listeners } from "./listeners";
import { refreshGauges } from "./gauges";
import { importHandler, importPeriodicJobs } from "../features/imports/imports.jobs";
import { messagePeriodicJobs } from "../features/messages/messages.jobs";
import { privacyHandler } from "../features/privacy/privacy-job";
import { privacyPeriodicJobs } from "../features/privacy/privacy.jobs";
import { retentionJob } from "../features/retention/retention.jobs";
import { storedInstantsJob } from "../features/retention/stored-instants.jobs";
import { deliveryHandler } from "../features/webhooks/deliver";
import { webhookPeriodicJobs } from "../features/webhooks/webhooks.jobs";
import { erasureHandler } from "../features/erasure/erasure.jobs";
import { HELD_KINDS } from "../queue/hold";
import { JoinedNotifications } from "../queue/joined-notifications";
import { type PeriodicJob, periodicHandler, schedulePeriodicJobs } from "../queue/periodic";
import type { JobHandler } from "../queue/run";
import { endAllLeases } from "../queue/maintenance.store";
import { GATHER_MS, Polls } from "../queue/polls";
import { startWorker } from "../queue/worker";

const servingCheck =
  ({ readinessDb }: Pick<App, "readinessDb">) =>
  () =>
    servingRefusal(readinessDb);

const metricsOf = (app: App, readiness: ReadinessProbe, isAdminPort: boolean): ReadMetrics =>
  metricsReader(
    { registry: app.metrics.registry, log: app.log, beforeScrape: () => refreshGauges(app, readiness) },
    { token: app.config.metricsToken, isAdminPort },
  );

/** Creates the HTTP application. Without the role `api` it serves only health and metrics. */
export async function httpSide(
  app: Composed,
  readiness = new ReadinessProbe().begin(servingCheck(app)),
): Promise<Express> {
  const { config, ids, log, metrics, tracing } = app;
  return expressApp({
    ids,
    log,
    metrics,
    tracing,
    trustedProxies: config.trustedProxies,
    operations:
      config.adminPort === null ? { readiness, readMetrics: metricsOf(app, readiness, false) } : null,
    ...(config.roles.includes("api") ? await loadApi().apiSide(app) : { api: null, extras: [] }),
  });
}

/** Loads the API and the pages, which take 20 MB of memory. Only a process that serves them needs them. */
export const loadApi = () => require("./api-side") as typeof Api;

/** Returns the periodic jobs. Only one process at a time runs a job. */
export const periodicJobsOf = (app: App): PeriodicJob[] => [
  storedInstantsJob(app),
  ...dispatchPeriodicJobs(app),
  ...messagePeriodicJobs(app),
  ...webhookPeriodicJobs(app),
  ...campaignPeriodicJobs(app),
  ...followUpPeriodicJobs(app),
  ...contactPeriodicJobs(app),
  ...filePeriodicJobs(app),
  ...importPeriodicJobs(app),
  ...apiKeyPeriodicJobs(app),
  ...privacyPeriodicJobs(app),
  retentionJob(app),
];

/** Returns the handlers of all jobs except submissions, which the dispatcher runs. */
export const handlersOfJobs = (app: App): JobHandler[] => [
  periodicHandler(app, periodicJobsOf(app)),
  statusQueries(app),
  ...campaignHandlers(app),
  followUpHandler(app),
  importHandler(app),
  erasureHandler(app),
  privacyHandler(app),
  deliveryHandler(app),
];

/** Maximum time that idle connections stay open after a drain, in milliseconds. */
const MAX_GRACE_MS = 1_000;

interface Stop {
  /**
   * Time in which requests are still served after the stop begins, in milliseconds. During this time, load
   * balancers can remove the process.
   */
  drainMs: number;
  signal?: AbortSignal;
}

export interface Running {
  /**
   * Stops requests, workers and carrier connections, then the database. Cuts the connections of slow clients
   * after `stopClientsMs`.
   */
  stop(how?: Stop): Promise<void>;
}

/**
 * Notifies the dispatcher of due submissions. A process with the role `api` merges the notifications of its
 * requests. Notifications from other processes arrive merged. Returns a function that ends the subscription;
 * other processes are notified from then on.
 */
function wakeSubmissions({ config, wakeups }: App, dispatcher: Pick<Dispatcher, "notify">): () => void {
  if (!config.roles.includes("api"))
    return wakeups.subscribe("submission", (keys) => dispatcher.notify(keys));
  const joined = new JoinedNotifications((keys) => dispatcher.notify(keys.get("submission")));
  const unsubscribe = wakeups.subscribe("submission", (keys) => joined.add("submission", keys));
  return () => {
    unsubscribe();
    joined.close();
  };
}

/** Starts the roles of this process on bound ports. Tests pass `listenerOf` to wrap the HTTP application. */
export async function startService(
  app: Composed,
  listeners: Listeners,
  listenerOf: (app: Composed, readiness: ReadinessProbe) => Promise<RequestListener> = httpSide,
): Promise<Running> {
  const { config, connections, wakeups, hold, db, clock } = app;
  const { server, admin, readiness } = listeners;
  const polling = { ...app, polls: new Polls(db, { gatherMs: GATHER_MS }) };
  const dispatcher = createDispatcher(polling);
  const worker = config.roles.includes("worker");
  const listener = await listenerOf(app, readiness);
  // No other service uses the SQLite file, so any lease of a service in it belongs to an ended process.
  if (worker && config.databaseUrl === null) await endAllLeases(db, clock.now());
  if (worker) await schedulePeriodicJobs(app, periodicJobsOf(app));
  // Read the hold before the workers start, so that no worker misses it.
  await hold.refresh();
  await connections.refresh();
  if (worker) await connections.start(carrierSinks(app));
  connections.poll();
  const workers = worker ? handlersOfJobs(app).map((handler) => startWorker(polling, handler)) : [];
  const stopWakeups = worker ? wakeSubmissions(app, dispatcher) : () => {};
  if (worker) {
    dispatcher.start();
    hold.start(() => {
      for (const kind of HELD_KINDS) wakeups.wake(kind);
    });
  }
  listeners.open(listener);
  admin?.serveMetrics(metricsOf(app, readiness, true));
  readiness.begin(servingCheck(app));
  return {
    async stop({ drainMs, signal } = { drainMs: 0 }) {
      readiness.stop();
      server.drain();
      await pause(drainMs, undefined, { signal }).catch(() => {});
      const graceMs = signal?.aborted ? 0 : Math.min(drainMs, MAX_GRACE_MS);
      // Long reads are interrupted: a search may take seconds, but a client can repeat it.
      const readsEnded = Promise.all([app.reads.stop(), app.replica?.stop()]);
      stopWakeups();
      const background = [...workers, ...(worker ? [dispatcher] : [])];
      await Promise.all([...background.map((part) => part.stop()), closeServer(server, graceMs)]);
      await admin?.stop();
      await hold.stop();
      await connections.stop();
      await app.tracing.stop();
      await wakeups.close();
      await readsEnded;
      app.stopClock();
      if (app.readinessDb !== db) await app.readinessDb.destroy();
      await db.destroy();
    },
  };
}
