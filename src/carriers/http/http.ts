import type { components, paths } from "../../../generated/carriers/http";
import { notFound } from "../../platform/problem";
import { SECOND, toTimestamp } from "../../platform/time";
import { apiClient } from "../api-client";
import { requireBearer, requireMediaType } from "../callback-checks";
import type { Carrier, CarrierError, DeliveryReportSink, Submission, SubmitOutcome } from "../carrier";
import {
  failedResponse,
  httpClient,
  type HttpClient,
  notReached,
  outcomeWithoutResponse,
  withHttpClient,
} from "../http-client";
import { type CarrierDeps, type Connection, ConnectionTestError, defineKind } from "../kind";
import { FILE_GONE, mediaOf } from "../media";
import { codeOf, fieldsOf, isObject, isReference, wordsOf } from "../untrusted";
import { readReplies, readReports, reportsAmong } from "./callbacks";
import { toContent } from "./content";

type Schemas = components["schemas"];

const settings = {
  url: {
    type: "url",
    description:
      "URL at which your program serves openapi/carriers/http.yaml, such as https://adapter.example/v1",
  },
  channels: {
    type: "text",
    default: "sms,rcs,voice",
    pattern: /^(sms|rcs|voice)(,(sms|rcs|voice))*$/,
    form: "some of sms, rcs and voice, separated by commas",
    description: "what your carrier sends",
  },
  batch: {
    type: "integer",
    default: 100,
    minimum: 1,
    maximum: 1_000,
    description: "messages of one submission at most, 1 to 1,000",
  },
  idempotent: {
    type: "boolean",
    default: false,
    description: "whether your program sends a message only once if it receives the same id twice",
  },
  reports: {
    type: "boolean",
    default: true,
    description: "whether your program reports deliveries; if not, sent is final",
  },
  status_queries: {
    type: "boolean",
    default: false,
    description: "whether your program serves /status-queries for overdue reports",
  },
} as const;

/**
 * Returns why a token is invalid, or null. A space would end the token in the `Authorization` header, so the
 * token would never match.
 */
const bearerProblem = (value: string) =>
  /^[\x21-\x7e]{1,4096}$/.test(value)
    ? null
    : "must be 1 to 4,096 characters of printable ASCII without spaces";

const secrets = {
  token: { description: "bearer token of Recado's requests to your program", check: bearerProblem },
  callback_token: { description: "bearer token of your program's requests to Recado", check: bearerProblem },
} as const;

const REPORTS_PATH = "/reports";
const REPLIES_PATH = "/replies";

const MIB = 1_024 * 1_024;
/** Maximum body sizes in bytes: 1,000 reports, or a reply with a file of 10 MiB (13.3 MiB in base64). */
const MAX_BODY_BYTES: Readonly<Record<string, number>> = {
  [REPORTS_PATH]: 2 * MIB,
  [REPLIES_PATH]: 16 * MIB,
};

/** Maximum messages of a status query, in the carrier contract. */
const MAX_QUERIED = 1_000;

type HttpConnection = Connection<typeof settings, typeof secrets>;

const channelsOf = ({ settings: { channels } }: HttpConnection) =>
  (["sms", "rcs", "voice"] as const).filter((channel) => channels.split(",").includes(channel));

const adapterOf = ({ settings: { url }, secrets: { token } }: HttpConnection, http: HttpClient) =>
  apiClient<paths>(http, { baseUrl: url, headers: { Authorization: `Bearer ${token}` } });

export const httpKind = defineKind({
  name: "http",
  summary: "your own program that serves openapi/carriers/http.yaml, for carriers without a kind",
  channels: ["sms", "rcs", "voice"],
  settings,
  secrets,
  open: openHttp,

  callbackPaths: () => [
    { path: REPORTS_PATH, purpose: "delivery reports, with the bearer token callback_token" },
    { path: REPLIES_PATH, purpose: "replies, with the bearer token callback_token" },
  ],

  callbacks: ({ secrets: { callback_token } }, deps) => ({
    admit(head) {
      requireBearer(head, callback_token);
      const maxBodyBytes = MAX_BODY_BYTES[head.path];
      if (maxBodyBytes === undefined) throw notFound("This route");
      requireMediaType(head, "application/json");
      return { isAuthenticated: true, maxBodyBytes };
    },
    read: async (callback) =>
      callback.path === REPORTS_PATH
        ? { reports: readReports(callback, deps.clock.now()), inbound: [] }
        : { reports: [], inbound: readReplies(callback, deps) },
  }),

  test: (connection, _parts, signal) =>
    withHttpClient(async (http) => {
      const { url } = connection.settings;
      const { data, response } = await adapterOf(connection, http)
        .GET("/health", { signal })
        .catch((error: unknown) => {
          throw notReached(url, error);
        });
      if (response.status === 401 || response.status === 403) {
        throw new ConnectionTestError(`${url} rejects the token (${response.status})`);
      }
      if (!response.ok) throw new ConnectionTestError(`${url}/health returned ${response.status}`);
      return `${url} is ready${data?.name ? `: ${data.name}` : ""}`;
    }),
});

function openHttp(connection: HttpConnection, deps: CarrierDeps): Carrier {
  const { settings } = connection;
  const http = httpClient({
    connections: settings.window,
    deadlineMs: settings.timeout_seconds * SECOND,
  });
  const client = adapterOf(connection, http);
  let sink: DeliveryReportSink | null = null;

  async function submit(messages: readonly Submission[], signal: AbortSignal): Promise<SubmitOutcome[]> {
    const written = await Promise.all(messages.map((message) => toWire(message, deps)));
    const wires = written.filter((one) => one !== null);
    if (wires.length === 0) return messages.map(() => FILE_GONE);
    const outcomes = await submitBatch(wires, signal);
    return messages.map(({ messageId }, index) =>
      written[index] === null ? FILE_GONE : (outcomes.get(messageId) ?? { type: "unknown" }),
    );
  }

  async function submitBatch(
    messages: Schemas["Submission"][],
    signal: AbortSignal,
  ): Promise<Map<string, SubmitOutcome>> {
    const all = (outcome: SubmitOutcome) => new Map(messages.map(({ id }) => [id, outcome]));
    const body = { messages };
    let result;
    try {
      result = await client.POST("/submissions", { body, signal });
    } catch (error) {
      return all(outcomeWithoutResponse(error, signal));
    }
    if (!result.response.ok) {
      const { status, headers } = result.response;
      deps.log.warn({ status, messages: messages.length }, "carrier rejected a submission request");
      return all(failedResponse(status, headers, deps.clock.now()));
    }
    const results = resultsOf(result.data);
    const misnamed = results.filter(({ reference }) => !(reference === undefined || isReference(reference)));
    if (misnamed.length > 0) {
      deps.log.warn(
        { messages: misnamed.length },
        "carrier response has invalid references; using message ids",
      );
    }
    return new Map(results.map((result) => [result.id, outcomeOf(result)]));
  }

  return {
    name: connection.name,
    channels: channelsOf(connection),
    idempotent: settings.idempotent,
    reports: settings.reports,
    batchSize: settings.batch,
    defaultMaxPerSecond: 1_000,
    submit,
    ...(settings.status_queries
      ? {
          async queryStatus(messages, signal) {
            const queried = messages.map(({ messageId, submittedAt }) => ({
              id: messageId,
              submitted_at: toTimestamp(submittedAt),
            }));
            for (let start = 0; start < queried.length; start += MAX_QUERIED) {
              const body = { messages: queried.slice(start, start + MAX_QUERIED) };
              const { data, response } = await client.POST("/status-queries", { body, signal });
              if (!response.ok) throw new Error(`the carrier's program returned ${response.status}`);
              await sink?.(reportsAmong(data, deps));
            }
          },
        }
      : {}),
    async start(reports) {
      sink = reports;
    },
    async stop() {
      sink = null;
      await http.close();
    },
  };
}

/** Returns the message in the carrier contract's format, or null if one of its files no longer exists. */
async function toWire(message: Submission, deps: CarrierDeps): Promise<Schemas["Submission"] | null> {
  const { messageId, channel, from, to, content, segments, attempt, validitySeconds } = message;
  const files = await mediaOf(message, deps);
  if (files === null) return null;
  const wire = { id: messageId, channel, from, to, segments, attempt };
  const limit = validitySeconds === undefined ? {} : { validity_seconds: validitySeconds };
  return { ...wire, ...limit, content: toContent(content, files) };
}

/** Result of an adapter program. Only the type of `id` is validated. */
type Result = Readonly<Record<Exclude<keyof Schemas["SubmissionResult"], "id">, unknown>> & { id: string };

function resultsOf(data: unknown): Result[] {
  const { results } = fieldsOf(data);
  if (!Array.isArray(results)) return [];
  return results.filter((one): one is Result => isObject(one) && typeof one.id === "string");
}

function outcomeOf(result: Result): SubmitOutcome {
  switch (result.outcome) {
    case "accepted":
      // An accepted message must not be resubmitted, so the message id replaces an invalid reference.
      return { type: "accepted", references: [isReference(result.reference) ? result.reference : result.id] };
    case "refused":
      return { type: "refused", error: errorOf("carrier_rejected", result) };
    case "retry":
    case "throttled":
      return { type: result.outcome, error: errorOf("carrier_unreachable", result) };
    default:
      return { type: "unknown" };
  }
}

const errorOf = (
  code: CarrierError["code"],
  { code: carrierCode, message, lacks_channel: lacksChannel }: Result,
): CarrierError => ({
  code: lacksChannel === true ? "undeliverable" : code,
  message: wordsOf(message) ?? "the carrier rejected the message",
  carrierCode: codeOf(carrierCode),
  ...(lacksChannel === true ? { lacksChannel } : {}),
});
