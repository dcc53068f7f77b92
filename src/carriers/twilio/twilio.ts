import type {
  Carrier,
  DeliveryReportSink,
  ReferenceReport,
  Submission,
  SubmitOutcome,
  SubmittedMessage,
} from "../carrier";
import { httpClient, notReached, outcomeWithoutResponse, withHttpClient } from "../http-client";
import { type CarrierDeps, ConnectionTestError, defineKind } from "../kind";
import { FILE_GONE } from "../media";
import { refused } from "../outcomes";
import { codeOf, fieldsOf, isReference } from "../untrusted";
import { secrets, settings, type TwilioApi, twilioApi, type TwilioConnection } from "./api";
import { instantOf, MESSAGES_PATH, twilioCallbacks } from "./callbacks";
import { unsupportedContent, newCall, newMessage, unplayable } from "./requests";
import { callEnding, messageEnding, refusalOf } from "./status-table";

/** Maximum number of concurrent status queries. The limit is low because submissions take precedence. */
const QUERIES_AT_ONCE = 4;

class Twilio implements Carrier {
  readonly name: string;
  readonly channels = ["sms", "voice"] as const;
  // Twilio has no idempotency key, so a repeated request sends the message twice.
  readonly idempotent = false;
  readonly reports = true;
  readonly batchSize = 1;
  readonly window: number;
  readonly deadlineMs: number;
  /**
   * Default messages per second of a sender. At a higher rate messages wait in Twilio's queue for up to ten
   * hours.
   */
  readonly defaultMaxPerSecond = 10;

  private readonly client;
  private readonly api: TwilioApi;
  private readonly account: { AccountSid: string };
  private sink: DeliveryReportSink | null = null;

  constructor(
    connection: TwilioConnection,
    private readonly deps: CarrierDeps,
  ) {
    this.name = connection.name;
    this.window = connection.settings.window;
    this.deadlineMs = connection.settings.timeout_seconds * 1_000;
    this.account = { AccountSid: connection.settings.account_sid };
    this.client = httpClient({ connections: this.window, deadlineMs: this.deadlineMs });
    this.api = twilioApi(connection, this.client);
  }

  submit(messages: readonly Submission[], signal: AbortSignal): Promise<SubmitOutcome[]> {
    return Promise.all(messages.map((message) => this.submitOne(message, signal)));
  }

  private async submitOne(message: Submission, signal: AbortSignal): Promise<SubmitOutcome> {
    const { content } = message;
    if (content.type === "text") {
      const body = newMessage(message, content.text, this.deps);
      return this.outcomeOf(signal, () =>
        this.api.POST("/2010-04-01/Accounts/{AccountSid}/Messages.json", {
          params: { path: this.account },
          body,
          ...FORM,
          signal,
        }),
      );
    }
    if (content.type !== "audio")
      return refused(`Twilio does not support content of the type ${content.type}`);
    const media = await this.deps.media(message.accountId, content.file_id);
    if (media === null) return FILE_GONE;
    const reason = unplayable(media);
    if (reason !== null) return refused(reason);
    const body = newCall(message, media.url, this.deps);
    return this.outcomeOf(signal, () =>
      this.api.POST("/2010-04-01/Accounts/{AccountSid}/Calls.json", {
        params: { path: this.account },
        body,
        ...FORM,
        signal,
      }),
    );
  }

  private async outcomeOf(
    signal: AbortSignal,
    post: () => Promise<{ data?: { sid?: string | null }; error?: unknown; response: Response }>,
  ): Promise<SubmitOutcome> {
    try {
      const { data, error, response } = await post();
      if (!response.ok) return refusalOf(response, error, this.deps.clock.now());
      // A 2xx response without a message id leaves the outcome unknown.
      const sid: unknown = data?.sid;
      return isReference(sid) ? { type: "accepted", references: [sid] } : { type: "unknown" };
    } catch (error) {
      return outcomeWithoutResponse(error, signal);
    }
  }

  async queryStatus(messages: readonly SubmittedMessage[], signal: AbortSignal): Promise<void> {
    const named = messages.filter(({ reference }) => Boolean(reference));
    const failures: unknown[] = [];
    for (let start = 0; start < named.length; start += QUERIES_AT_ONCE) {
      signal.throwIfAborted();
      const some = named.slice(start, start + QUERIES_AT_ONCE);
      const found = await Promise.allSettled(some.map((message) => this.statusOf(message, signal)));
      const reports = found.flatMap((one) => (one.status === "fulfilled" ? (one.value ?? []) : []));
      if (reports.length > 0) await this.sink?.(reports);
      failures.push(...found.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : [])));
    }
    if (failures.length > 0) throw failures[0];
  }

  /** Returns the report of a message; null if the message is in transit or unknown to Twilio. */
  private async statusOf(message: SubmittedMessage, signal: AbortSignal): Promise<ReferenceReport | null> {
    const reference = message.reference ?? "";
    const path = { ...this.account, Sid: reference };
    const now = this.deps.clock.now();
    if (message.channel === "voice") {
      const { data, response } = await this.api.GET("/2010-04-01/Accounts/{AccountSid}/Calls/{Sid}.json", {
        params: { path },
        signal,
      });
      const end = statusGiven(data, response) ? callEnding(data.status, null) : null;
      return end && { reference, ...end, occurredAt: instantOf(data?.end_time, now) };
    }
    const { data, response } = await this.api.GET("/2010-04-01/Accounts/{AccountSid}/Messages/{Sid}.json", {
      params: { path },
      signal,
    });
    const code = data?.error_code ?? null;
    const end = statusGiven(data, response)
      ? messageEnding(data.status, code === null ? null : String(code))
      : null;
    return end && { reference, ...end, occurredAt: instantOf(data?.date_updated, now) };
  }

  async start(reports: DeliveryReportSink): Promise<void> {
    this.sink = reports;
  }

  async stop(): Promise<void> {
    this.sink = null;
    await this.client.close();
  }
}

/** Content type of Twilio's requests, because the API client sends JSON by default. */
const FORM = { headers: { "content-type": "application/x-www-form-urlencoded" } };

/** Returns whether the response contains a message status. Throws if the query failed, except with 404. */
function statusGiven<T extends { status?: string }>(
  data: T | undefined,
  { ok, status }: Response,
): data is T & { status: string } {
  if (!ok && status !== 404) throw new Error(`Twilio returned ${status}`);
  return typeof data?.status === "string";
}

const isGarbage = (error: unknown) => error instanceof Error && error.name === "SyntaxError";

export const twilioKind = defineKind({
  name: "twilio",
  summary: "SMS and voice by Twilio",
  channels: ["sms", "voice"],
  settings,
  secrets,

  open: (connection, deps) => new Twilio(connection, deps),
  callbacks: twilioCallbacks,
  callbackPaths: () => [
    { path: MESSAGES_PATH, purpose: "replies: for each number, where a message comes in" },
  ],

  test: (connection, _parts, signal) =>
    withHttpClient(async (client) => {
      const { account_sid, url } = connection.settings;
      const { data, error, response } = await twilioApi(connection, client)
        .GET("/2010-04-01/Accounts/{AccountSid}/Messages.json", {
          params: { path: { AccountSid: account_sid }, query: { PageSize: 1 } },
          signal,
        })
        .catch((error: unknown) => {
          throw isGarbage(error)
            ? new ConnectionTestError(`${url} responds, but not as Twilio does`)
            : notReached(url, error);
        });
      if (response.status === 401 || response.status === 404) {
        throw new ConnectionTestError(`${url} refuses account_sid and auth_token (${response.status})`);
      }
      if (!Array.isArray(data?.messages)) {
        const code = codeOf(fieldsOf(error).code);
        const reason = code === null ? "" : ` (code ${code})`;
        throw new ConnectionTestError(`${url} returned ${response.status} without messages${reason}`);
      }
      return `${url} accepts account_sid and auth_token`;
    }),

  unsupportedContent: (_channel, content, files) => unsupportedContent(content, files),
});
