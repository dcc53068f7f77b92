import type { Router } from "express";
import contract from "../../generated/openapi.json";
import sdkContract from "../../generated/openapi.sdk.json";
import { type Api, routes } from "../../generated/server/routes";
import { apiKeysApi } from "../features/api-keys/api-keys.api";
import { accountApi } from "../features/accounts/account.api";
import { accountLimits } from "./account-limits";
import type { App } from "./app";
import { campaignsApi } from "../features/campaigns/campaigns.api";
import { anyCampaignNeeds, anyCampaignNeedsFile } from "../features/campaigns/campaigns.store";
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
import { filesApi } from "../features/files/files.api";
import type { FileUse } from "../features/files/removal";
import { mediaRouter } from "../features/files/media.routes";
import { type AccountConcurrency, accountConcurrency } from "../http/account-concurrency";
import { apiRouter } from "../http/api-router";
import { checksFor, type ContractDocument } from "../http/contract";
import { sandboxPhoneSimulator } from "../web/sandbox/simulator";
import { sandboxPhoneOffered, PHONE_PAGE } from "../web/sandbox/sandbox-phone";
import { sandboxPhoneRouter } from "../web/sandbox/sandbox-phone.routes";
import { callbacksRouter } from "../web/carriers/callbacks.routes";
import { carrierSinks } from "./carriers";
import { consoleRouter } from "../web/console/console.routes";
import { sessionRouter } from "../web/console/session.routes";
import { docsRouter } from "../web/docs/docs.routes";
import { addressOf, type SiteContext } from "../web/docs/site";
import { rootRouter } from "../web/root.routes";
import { responseCheck } from "../http/response-checks";
import type { RateCounter } from "../http/rate-limit";
import { rateCounter } from "../http/rate-limit.store";
import { exportReads, withReplica } from "./replica-reads";
import { importErrorsRouter } from "../features/imports/errors.routes";
import { importsApi } from "../features/imports/imports.api";
import { importUse } from "../features/imports/retention";
import { findInboundFile } from "../features/inbound/inbound-files.store";
import { inboundApi } from "../features/inbound/inbound.api";
import { messageExportRouter } from "../features/messages/export.routes";
import { messagesApi } from "../features/messages/messages.api";
import { anyScheduledMessageNeeds } from "../features/messages/waiting.store";
import { privacyApi } from "../features/privacy/privacy.api";
import { optOutWordsApi } from "../features/opt-out-words/opt-out-words.api";
import { sendingRulesApi } from "../features/sending-rules/sending-rules.api";
import { sendersApi } from "../features/senders/senders.api";
import { templatesApi } from "../features/templates/templates.api";
import { anyTemplateUses } from "../features/templates/templates.store";
import { usageApi } from "../features/usage/usage.api";
import { webhooksApi } from "../features/webhooks/webhooks.api";

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
  {
    takes: (kind) => kind !== "csv",
    needs: anyScheduledMessageNeeds,
    refusal: "A scheduled message sends this file",
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

async function contractRouter(
  app: App,
  counter: RateCounter,
  concurrency: AccountConcurrency,
): Promise<Router> {
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
    concurrency,
  });
}

/** Routes that only a process with the role `api` serves. */
interface ApiSide {
  api: { prefix: string; router: Router };
  /** Routers of the pages, files and callbacks beside the API. */
  extras: Router[];
}

/** Creates the routes of the API, the console, the guides, the files and the carriers' callbacks. */
export async function apiSide(app: Composed): Promise<ApiSide> {
  const { config, db, log, metrics } = app;
  // All routers that authenticate keys share the counter, so that an account has one rate limit.
  const counter = rateCounter(db);
  const concurrency = accountConcurrency();
  return {
    api: { prefix: API_PREFIX, router: await contractRouter(app, counter, concurrency) },
    extras: [
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
      ...(config.console ? [sessionRouter({ ...app, counter, concurrency })] : []),
      ...(config.console && app.consolePage !== null
        ? [consoleRouter({ ...app, handset: sandboxPhoneOffered(app), built: app.consolePage })]
        : []),
      ...(sandboxPhoneOffered(app)
        ? [sandboxPhoneRouter({ ...app, port: sandboxPhoneSimulator(app), counter, concurrency })]
        : []),
    ],
  };
}

const siteContextOf = (app: App): SiteContext => ({
  address: addressOf(app.config.publicUrl),
  elsewhere: [
    ...(app.config.console ? [{ path: "/console", text: "Console" }] : []),
    ...(app.config.console && sandboxPhoneOffered(app) ? [{ path: PHONE_PAGE, text: "Phone" }] : []),
  ],
});
