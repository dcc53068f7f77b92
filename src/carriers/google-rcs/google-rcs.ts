import type { Purpose } from "../../messaging/purpose";
import { SECOND } from "../../platform/time";
import type { Carrier, RevokeOutcome, Submission, SubmitOutcome } from "../carrier";
import { notReached, outcomeWithoutResponse } from "../http-client";
import { type CarrierDeps, type Connection, ConnectionTestError, defineKind, type Media } from "../kind";
import { FILE_GONE, mediaOf } from "../media";
import { refused, unreachable } from "../outcomes";
import type { SecretSpecs, SettingSpecs } from "../settings";
import { TokenError } from "./access-token";
import { toGoogle } from "./contents";
import { google } from "./google";
import { unsupportedContent } from "./unsupported-content";
import { readServiceAccount } from "./service-account";
import { codeOf, failureOf, outcomeOf, rejectionReasonOf } from "./status-table";
import { webhookReader } from "./webhook";

const DAY_SECONDS = 86_400;

/** Google's minimum validity, in seconds. Source: RBM guides/build/messages/send. */
const MIN_VALIDITY = 10;

const settings = {
  url: {
    type: "url",
    default: "https://us-rcsbusinessmessaging.googleapis.com",
    description:
      "endpoint of the region that the agents are hosted in: us-, europe- or asia-rcsbusinessmessaging.googleapis.com",
  },
  validity_seconds: {
    type: "integer",
    default: 2 * DAY_SECONDS,
    minimum: MIN_VALIDITY,
    // Google's maximum validity, in seconds. Source: RBM guides/build/messages/send.
    maximum: 15 * DAY_SECONDS,
    description: "how long Google tries to deliver a message before it revokes it, 10 seconds to 15 days",
  },
  traffic_type: {
    type: "choice",
    optional: true,
    choices: ["AUTHENTICATION", "TRANSACTION", "PROMOTION", "SERVICEREQUEST", "ACKNOWLEDGEMENT"],
    description: "use of all messages; by default it follows the purpose of each message",
  },
} as const satisfies SettingSpecs;

const secrets = {
  service_account: {
    description:
      "JSON key file of a service account of the agents' project (--secret service_account=@key.json)",
    check(value) {
      const account = readServiceAccount(value);
      return "problem" in account ? account.problem : null;
    },
  },
  client_token: {
    description: "client token of the webhook, as Google's console shows it where the webhook is configured",
    check: (value) =>
      /^[\x21-\x7e]{1,256}$/.test(value) ? null : "must be 1 to 256 characters without spaces",
  },
} as const satisfies SecretSpecs;

type GoogleConnection = Connection<typeof settings, typeof secrets>;

/** Google's use of a message by its purpose. Source: RBM AgentMessage.messageTrafficType. */
const TRAFFIC_TYPE = {
  otp: "AUTHENTICATION",
  transactional: "TRANSACTION",
  marketing: "PROMOTION",
} as const satisfies Record<Purpose, string>;

const open = (
  {
    settings: { url, window, timeout_seconds: timeout },
    secrets: { service_account: serviceAccount },
  }: GoogleConnection,
  { clock, log }: CarrierDeps,
) => google({ url, serviceAccount, connections: window, deadlineMs: timeout * SECOND, clock, log });

const isHttp = (url: string) => url.startsWith("http:");

/** Carrier kind for Google's RCS API. A sender's address is an agent id. */
export const googleRcsKind = defineKind({
  name: "google-rcs",
  summary: "Google RCS for Business, with your own agent",
  channels: ["rcs"],
  settings,
  secrets,

  check({ settings: { url }, secrets: { service_account: text } }) {
    const account = readServiceAccount(text);
    if ("problem" in account || !isHttp(account.tokenUri) || isHttp(url)) return null;
    return "the token_uri in service_account must be https while url is";
  },

  open: googleCarrier,

  callbacks: ({ name, settings: { url }, secrets: { client_token: clientToken } }, { clock, log }) =>
    webhookReader({ clientToken, clock, log, connection: name, carrierUrl: url }),

  callbackPaths: () => [
    {
      path: "/events",
      purpose: "webhook of the agents, or of the partner account: delivery events, replies and taps",
    },
  ],

  test: testConnection,

  unsupportedContent: (_channel, content) => unsupportedContent(content),
});

function googleCarrier(connection: GoogleConnection, deps: CarrierDeps): Carrier {
  const {
    window,
    timeout_seconds: timeout,
    validity_seconds: validity,
    traffic_type: traffic,
  } = connection.settings;
  const deadlineMs = timeout * SECOND;
  const { clock } = deps;
  const api = open(connection, deps);

  async function submitOne(message: Submission, signal: AbortSignal): Promise<SubmitOutcome> {
    const { messageId, purpose, from: agentId, to: phone, content, validitySeconds = validity } = message;
    const files = await mediaOf(message, deps);
    if (files === null) return FILE_GONE;
    const unshowable = [...files.values()].find(({ contentType }) => !/^(image|video)\//.test(contentType));
    if (unshowable) return refused(`a card cannot show ${unshowable.contentType}`);
    const contentMessage = toGoogle(content, ({ file_id: id }) => files.get(id) as Media);
    if (contentMessage === null) return refused("RCS has no messages of this type");
    const body = {
      contentMessage,
      ttl: `${Math.max(MIN_VALIDITY, Math.min(validity, validitySeconds))}s`,
      messageTrafficType: traffic ?? TRAFFIC_TYPE[purpose],
    };
    try {
      const response = await api.call(signal, (client, common) =>
        client.POST("/v1/phones/{phone}/agentMessages", {
          ...common,
          params: { path: { phone }, query: { messageId, agentId } },
          body,
        }),
      );
      return outcomeOf(response, messageId, clock.now());
    } catch (error) {
      if (error instanceof TokenError) {
        return { type: "away", error: unreachable("Google returned no access token", error.code) };
      }
      return outcomeWithoutResponse(error, signal);
    }
  }

  async function revokeOne(
    { messageId, from: agentId, to: phone }: Submission,
    signal: AbortSignal,
  ): Promise<RevokeOutcome> {
    try {
      const response = await api.call(signal, (client, common) =>
        client.DELETE("/v1/phones/{phone}/agentMessages/{messageId}", {
          ...common,
          params: { path: { phone, messageId }, query: { agentId } },
        }),
      );
      if (response.status === 200) return "revoked";
      // RBM phones.agentMessages.delete returns NOT_FOUND for a delivered message.
      return codeOf(response) === "NOT_FOUND" ? "delivered" : "unknown";
    } catch {
      return "unknown";
    }
  }

  async function revoke(messages: readonly Submission[], signal: AbortSignal): Promise<RevokeOutcome[]> {
    const outcomes = messages.map((): RevokeOutcome => "unknown");
    const waiting = messages.entries();
    const revokeWaiting = async () => {
      for (const [index, message] of waiting) {
        if (signal.aborted) return;
        outcomes[index] = await revokeOne(message, signal);
      }
    };
    await Promise.all(Array.from({ length: window }, revokeWaiting));
    return outcomes;
  }

  return {
    name: connection.name,
    channels: ["rcs"],
    idempotent: true,
    reports: true,
    batchSize: 1,
    window,
    deadlineMs,
    defaultMaxPerSecond: 100,
    submit: (messages, signal) => Promise.all(messages.map((message) => submitOne(message, signal))),
    revoke,
    // Delivery reports and replies arrive as callbacks, so no connection is needed.
    start: async () => undefined,
    stop: () => api.close(),
  };
}

/** Error reasons with which Google rejects the account. Source: google/api/error_reason.proto. */
const REFUSED_ACCOUNT =
  /^(SERVICE_DISABLED|BILLING_DISABLED|CONSUMER_INVALID|CONSUMER_SUSPENDED|ACCESS_TOKEN_\w+|ACCOUNT_STATE_INVALID|ORG_RESTRICTION_VIOLATION|SERVICE_NOT_ACTIVATED|USER_PROJECT_DENIED|LOCATION_POLICY_VIOLATED)$/;

/**
 * Tests the token and the account with a reachability query without numbers. The connection has no agent, so
 * Google may reject the query. Errors about the missing agent still prove that Google accepts the account.
 */
async function testConnection(connection: GoogleConnection, deps: CarrierDeps, signal: AbortSignal) {
  const { url } = connection.settings;
  const api = open(connection, deps);
  try {
    const response = await api.call(signal, (client, common) =>
      client.POST("/v1/users:batchGet", { ...common, body: { users: [] } }),
    );
    const { status, body } = response;
    const reason = rejectionReasonOf(failureOf(body));
    if (status === 401) throw new ConnectionTestError(`${url} does not accept the account's access token`);
    if (reason !== null && REFUSED_ACCOUNT.test(reason)) {
      throw new ConnectionTestError(`${url} does not serve the account: ${reason}`);
    }
    if (status === 429 || status >= 500) throw new ConnectionTestError(`${url} returned ${status}`);
    if (status !== 200 && codeOf(response) === undefined) {
      throw new ConnectionTestError(`${url} returned ${status}, but not in Google's format`);
    }
    return `${url} accepts the service account; whether an agent belongs to it shows with its first message`;
  } catch (error) {
    if (error instanceof ConnectionTestError) throw error;
    if (error instanceof TokenError) throw new ConnectionTestError(error.message);
    throw notReached(url, error);
  } finally {
    await api.close();
  }
}
