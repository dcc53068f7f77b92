import type { RequestListener } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import type { Express, Router } from "express";
import contract from "../../generated/openapi.json";
import sdkContract from "../../generated/openapi.sdk.json";
import { type Api, routes } from "../../generated/server/routes";
import { apiKeysApi } from "../features/api-keys/api-keys.api";
import { apiKeyPeriodicJobs } from "../features/api-keys/api-keys.jobs";
import { accountApi } from "../features/accounts/account.api";
import { accountLimits } from "./account-limits";
import type { App } from "./app";
import { campaignsApi } from "../features/campaigns/campaigns.api";
import { anyCampaignNeeds, anyCampaignNeedsFile } from "../features/campaigns/campaigns.store";
import { campaignHandlers, campaignPeriodicJobs } from "../features/campaigns/campaigns.jobs";
import type { Composed } from "./compose";
import { cannedResponsesApi } from "../features/canned-responses/canned-responses.api";
import { conversationsApi } from "../features/conversations/conversations.api";
import { contactListsApi } from "../features/contact-lists/contact-lists.api";
import {
  endMemberships,
  keepFormerNumber,
  recordInStep,
} from "../features/contact-lists/provisioned-consent";
import { consentsApi } from "../features/consents/consents.api";
import { membershipsOf } from "../features/contact-lists/members.store";
import { contactVariables } from "../features/contact-lists/contact-variables";
import { contactsApi } from "../features/contacts/contacts.api";
import { contactPeriodicJobs } from "../features/retention/contacts.jobs";
import { createDispatcher } from "../features/dispatch/dispatcher";
import { dispatchPeriodicJobs } from "../features/dispatch/dispatch.jobs";
import { statusQueries } from "../features/dispatch/status-query";
import { filesApi } from "../features/files/files.api";
import { filePeriodicJobs } from "../features/retention/files.jobs";
import type { FileUse } from "../features/files/removal";
import { mediaRouter } from "../features/files/media.routes";
import { type AccountShares, accountShares } from "../http/account-shares";
import { apiRouter } from "../http/api-router";
import { checksFor, type ContractDocument } from "../http/contract";
import { followUpHandler, followUpPeriodicJobs } from "../features/follow-ups/follow-ups.jobs";
import { handsetSimulator } from "../web/sandbox/simulator";
import { handsetOffered, PHONE_PAGE } from "../web/sandbox/handset";
import { handsetRouter } from "../web/sandbox/handset.routes";
import { callbacksRouter } from "../web/carriers/callbacks.routes";
import { carrierSinks } from "./carriers";
import { consoleRouter } from "../web/console/console.routes";
import { sessionRouter } from "../web/console/session.routes";
import { docsRouter } from "../web/docs/docs.routes";
import { addressOf, type SiteContext } from "../web/docs/site";
import { rootRouter } from "../web/root.routes";
import { expressApp } from "../http/express-app";
import { responseCheck } from "../http/response-checks";
import { metricsReader, type ReadMetrics } from "../http/metrics-access";
import type { RateCounter } from "../http/rate-limit";
import { rateCounter } from "../http/rate-limit.store";
import { ReadinessProbe } from "../http/readiness";
import { closeServer } from "../http/server";
import { servingRefusal } from "../platform/db/serving-check";
import type { Front } from "./front";
import { refreshGauges } from "./gauges";
import { exportReads, withReplica } from "./replica-reads";
import { importErrorsRouter } from "../features/imports/errors.routes";
import { importsApi } from "../features/imports/imports.api";
import { importUse } from "../features/imports/retention";
import { importHandler, importPeriodicJobs } from "../features/imports/imports.jobs";
import { findInboundFile } from "../features/inbound/inbound-files.store";
import { inboundApi } from "../features/inbound/inbound.api";
import { messagePeriodicJobs } from "../features/messages/messages.jobs";
import { messageExportRouter } from "../features/messages/export.routes";
import { messagesApi } from "../features/messages/messages.api";
import { privacyApi } from "../features/privacy/privacy.api";
import { privacyHandler } from "../features/privacy/privacy-job";
import { privacyPeriodicJobs } from "../features/privacy/privacy.jobs";
import { optOutWordsApi } from "../features/opt-out-words/opt-out-words.api";
import { sendingRulesApi } from "../features/sending-rules/sending-rules.api";
import { sendersApi } from "../features/senders/senders.api";
import { retentionJob } from "../features/retention/retention.jobs";
import { storedInstantsJob } from "../features/retention/stored-instants.jobs";
import { templatesApi } from "../features/templates/templates.api";
import { anyTemplateUses } from "../features/templates/templates.store";
import { usageApi } from "../features/usage/usage.api";
import { type DeliverOptions, deliveryHandler } from "../features/webhooks/deliver";
import { webhookPeriodicJobs } from "../features/webhooks/webhooks.jobs";
import { webhooksApi } from "../features/webhooks/webhooks.api";
import { erasureHandler } from "../features/erasure/erasure.jobs";
import { HELD_KINDS } from "../queue/hold";
import { type PeriodicJob, periodicHandler, schedulePeriodicJobs } from "../queue/periodic";
import type { JobHandler } from "../queue/run";
import { endAllLeases } from "../queue/maintenance.store";
import { startWorker } from "../queue/worker";

export const API_PREFIX = "/v3";

/** Features that may still need a file. A file in use cannot be deleted. */
const fileUses: readonly FileUse[] = [
  importUse,
  { takes: (kind) => kind !== "csv", needs: anyTemplateUses, refusal: "A template uses this file" },
  {
    takes: (kind) => kind !== "csv",
    needs: anyCampaignNeedsFile,
    refusal: "A campaign that is not completed sends this file",
  },
];

/** Returns the handlers of all operations. Lists and reports may read from the replica. */
export function handlersOf(app: App): Api {
  const { replica, metrics } = app;
  const handlers = handlersOn(app);
  if (replica === null) return handlers;
  const onReplica = handlersOn({ ...app, db: replica.db, reads: replica.reads });
  return withReplica({ replica, metrics, routes }, handlers, onReplica);
}

/** Returns handlers that use the app's database. `Api` makes the compiler reject a missing handler. */
function handlersOn(app: App): Api {
  return {
    ...accountApi(app, accountLimits(app.config)),
    ...apiKeysApi(app),
    ...campaignsApi(app),
    ...contactListsApi(app),
    ...contactsApi(app, {
      of: membershipsOf,
      end: (trx, accountId, deleted) => endMemberships(app, trx, accountId, deleted),
      keep: (trx, accountId, former) => keepFormerNumber(app, trx, accountId, former),
      variables: contactVariables,
    }),
    ...consentsApi(app, (trx, accountId, consent) => recordInStep(app, trx, accountId, consent)),
    ...filesApi(app, fileUses),
    ...importsApi(app),
    ...inboundApi(app),
    ...conversationsApi(app),
    ...cannedResponsesApi(app),
    ...messagesApi(app),
    ...privacyApi(app),
    ...optOutWordsApi(app),
    ...sendingRulesApi(app),
    ...sendersApi(app),
    ...templatesApi(app, anyCampaignNeeds),
    ...usageApi(app),
    ...webhooksApi(app),
  };
}

async function contractRouter(app: App, counter: RateCounter, shares: AccountShares): Promise<Router> {
  const { config, db, clock, log, metrics, foreground } = app;
  const document = contract as unknown as ContractDocument;
  const { validateResponses, validateSample } = config;
  return apiRouter({
    db,
    clock,
    log,
    metrics,
    foreground,
    routes,
    handlers: handlersOf(app),
    checks: await checksFor(document, routes, { prefix: API_PREFIX, validateResponses }),
    validateResponses,
    samples:
      validateResponses || validateSample === 0
        ? null
        : { check: responseCheck(document), isSampled: () => Math.random() < validateSample },
    counter,
    defaultRateLimit: config.rateLimit,
    shares,
  });
}

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
  const { config, db, ids, log, metrics, tracing } = app;
  const withApi = config.roles.includes("api");
  // All routers that authenticate keys share the counter, so that an account has one rate limit.
  const counter = rateCounter(db);
  const shares = accountShares();
  return expressApp({
    ids,
    log,
    metrics,
    tracing,
    trustedProxies: config.trustedProxies,
    operations:
      config.adminPort === null ? { readiness, readMetrics: metricsOf(app, readiness, false) } : null,
    api: withApi ? { prefix: API_PREFIX, router: await contractRouter(app, counter, shares) } : null,
    extras: withApi
      ? [
          rootRouter(config),
          docsRouter({ contract, sdkContract, context: siteContextOf(app) }),
          mediaRouter(app, { findInboundFile, mediaSecret: app.mediaSecret }),
          importErrorsRouter(app),
          messageExportRouter({ ...app, readsOf: exportReads(app) }),
          callbacksRouter({
            log,
            metrics,
            publicUrl: config.publicUrl,
            ...carrierSinks(app),
            callbacksOf: (carrier) => app.connections.callbacks(carrier),
          }),
          ...(app.storageRouter ? [app.storageRouter] : []),
          ...(config.console ? [sessionRouter({ ...app, counter, shares })] : []),
          ...(config.console && app.consolePage !== null
            ? [consoleRouter({ ...app, handset: handsetOffered(app), built: app.consolePage })]
            : []),
          ...(handsetOffered(app)
            ? [handsetRouter({ ...app, port: handsetSimulator(app), counter, shares })]
            : []),
        ]
      : [],
  });
}

const siteContextOf = (app: App): SiteContext => ({
  address: addressOf(app.config.publicUrl),
  elsewhere: [
    ...(app.config.console ? [{ path: "/console", text: "Console" }] : []),
    ...(app.config.console && handsetOffered(app) ? [{ path: PHONE_PAGE, text: "Phone" }] : []),
  ],
});

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

/**
 * Returns the handlers of all jobs except submissions, which the dispatcher runs. Tests pass `delivery` to
 * send events without the batch delay.
 */
export const handlersOfJobs = (app: App, delivery?: DeliverOptions): JobHandler[] => [
  periodicHandler(app, periodicJobsOf(app)),
  statusQueries(app),
  ...campaignHandlers(app),
  followUpHandler(app),
  importHandler(app),
  erasureHandler(app),
  privacyHandler(app),
  deliveryHandler(app, delivery),
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

/** Starts the roles of this process on bound ports. Tests pass `listenerOf` to wrap the HTTP application. */
export async function startService(
  app: Composed,
  front: Front,
  listenerOf: (app: Composed, readiness: ReadinessProbe) => Promise<RequestListener> = httpSide,
): Promise<Running> {
  const { config, connections, wakeups, hold, db, clock } = app;
  const { server, admin, readiness } = front;
  const dispatcher = createDispatcher(app);
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
  const workers = worker ? handlersOfJobs(app).map((handler) => startWorker(app, handler)) : [];
  if (worker) {
    wakeups.subscribe("submission", (keys) => dispatcher.notify(keys));
    dispatcher.start();
    hold.start(() => {
      for (const kind of HELD_KINDS) wakeups.wake(kind);
    });
  }
  front.open(listener);
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
