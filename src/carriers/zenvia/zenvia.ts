import { withCallbackToken } from "../callback-checks";
import type { Carrier, Submission, SubmitOutcome } from "../carrier";
import { httpClient, outcomeWithoutResponse } from "../http-client";
import { type CarrierDeps, defineKind, type Media } from "../kind";
import { FILE_GONE, mediaOf } from "../media";
import { refused } from "../outcomes";
import { isAlias, toZenvia } from "./addresses";
import { EVENTS_PATH, zenviaCallbacks } from "./callbacks";
import { type ZenviaApi, zenviaApi, type ZenviaConnection } from "./client";
import { call, unsupportedContent, rcsContent, smsText, unplayable } from "./contents";
import { rejectionOf, taken } from "./submit-outcomes";
import { secrets, settings } from "./settings";
import { subscribe, testConnection, unsubscribe } from "./subscriptions";

/** Default messages per second of a sender. Zenvia documents no limit. */
const MAX_PER_SECOND = 100;

/** Carrier kind for Zenvia's API v2. Source: `openapi/carriers/zenvia.yaml`. */
export const zenviaKind = defineKind({
  name: "zenvia",
  summary: "Zenvia: SMS, RCS and voice, mainly in Brazil",
  channels: ["sms", "rcs", "voice"],
  takesAddress: isAlias,
  settings,
  secrets,
  open: openZenvia,
  callbacks: zenviaCallbacks,
  callbackPaths: (connection) => [
    {
      path: withCallbackToken(connection, EVENTS_PATH),
      purpose: "MESSAGE_STATUS and MESSAGE of sms, rcs and voice",
    },
  ],
  test: testConnection,
  async register(connection, deps, signal) {
    return connection.settings.subscribe ? subscribe(connection, deps, signal) : [];
  },
  async unregister(connection, deps, signal) {
    if (connection.settings.subscribe) return unsubscribe(connection, deps, signal);
    return ["subscribe is false: delete the subscriptions at Zenvia yourself"];
  },
  unsupportedContent,
});

function openZenvia(connection: ZenviaConnection, deps: CarrierDeps): Carrier {
  const { window, timeout_seconds } = connection.settings;
  const deadlineMs = timeout_seconds * 1_000;
  const http = httpClient({ connections: window, deadlineMs });
  const api = zenviaApi(connection, http);
  return {
    name: connection.name,
    channels: ["sms", "rcs", "voice"],
    // Zenvia does not document that it rejects a second request with the same `externalId`.
    idempotent: false,
    reports: true,
    // Zenvia accepts one recipient per request.
    batchSize: 1,
    window,
    deadlineMs,
    defaultMaxPerSecond: MAX_PER_SECOND,
    submit: (messages, signal) =>
      Promise.all(messages.map((message) => submitOne(api, message, deps, signal))),
    async start() {},
    stop: () => http.close(),
  };
}

async function submitOne(
  api: ZenviaApi,
  message: Submission,
  deps: CarrierDeps,
  signal: AbortSignal,
): Promise<SubmitOutcome> {
  const files = await mediaOf(message, deps);
  if (files === null) return FILE_GONE;
  const reason =
    message.channel === "voice" ? [...files.values()].map(unplayable).find((one) => one !== null) : null;
  if (reason) return refused(reason);
  try {
    const { data, error, response } = await post(api, message, files, signal);
    return response.ok
      ? taken(data)
      : rejectionOf(error, response.status, response.headers, deps.clock.now());
  } catch (error) {
    return outcomeWithoutResponse(error, signal);
  }
}

function post(
  api: ZenviaApi,
  { messageId, channel, from, to, content }: Submission,
  files: ReadonlyMap<string, Media>,
  signal: AbortSignal,
) {
  const addressed = { externalId: messageId, from: toZenvia(from), to: toZenvia(to) };
  const urlOf = (fileId: string) => (files.get(fileId) as Media).url;
  if (channel === "rcs") {
    const body = { ...addressed, contents: [rcsContent(content, urlOf)] };
    return api.POST("/channels/rcs/messages", { body, signal });
  }
  if (content.type === "audio") {
    const body = { ...addressed, contents: [call(urlOf(content.file_id))] };
    return api.POST("/channels/voice/messages", { body, signal });
  }
  if (content.type !== "text")
    throw new Error(`${channel} does not support content of the type ${content.type}`);
  return api.POST("/channels/sms/messages", {
    body: { ...addressed, contents: [smsText(content.text)] },
    signal,
  });
}
