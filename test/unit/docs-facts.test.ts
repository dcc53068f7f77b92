import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "yaml";
import contract from "../../generated/openapi.json";
import { createMetrics } from "../../src/platform/metrics";
import { BACKLOG_COUNTED, OLDEST_DUE_KEYS } from "../../src/queue/maintenance.store";
import { ENDPOINTS_COUNTED } from "../../src/features/webhooks/webhooks.store";
import { FAILING_LIMIT_MS, MAX_DELIVERY_ATTEMPTS } from "../../src/features/webhooks/retry-schedule";
import {
  MAX_ENDPOINTS,
  MAX_REPLACED_SECRETS,
  PREVIOUS_SECRET_LIFETIME_MS,
} from "../../src/features/webhooks/endpoint";
import { readConfig } from "../../src/app/config";
import { SETTINGS } from "../../src/app/settings";
import { replyTo, outcomeFor } from "../../src/carriers/sandbox/simulated-outcomes";
import { MAX_PER_RECIPIENT } from "../../src/messaging/sending-rules/limits";
import { lineType, normalizePhone } from "../../src/messaging/phone";
import { BUDGET_MS, MAX_EXAMINED, PER_ACCOUNT } from "../../src/platform/db/reads/reads";
import { GUIDE_NAMES, guideSource, type GuideName } from "../../src/web/docs/guides";
import { MAX_PAGE_BYTES } from "../../src/platform/db/chunk-by-size";
import { kindConstraints } from "../../src/features/files/constraints";
import { PENDING_LIFETIME_MS } from "../../src/features/files/constraints";
import { LARGE_REQUESTS, MAX_REQUESTS_OF_ACCOUNT } from "../../src/http/account-concurrency";
import { MAX_BODY_BYTES } from "../../src/http/body";
import { MAX_CONTAINERS, MAX_DEPTH } from "../../src/http/body-shape";
import { MAX_HEADERS } from "../../src/http/server";
import { HTTP_LIMITS } from "../../src/http/limits";
import { LINK_LIFETIME_MS } from "../../src/platform/signed-links";
import { REPLAY_LIMITS } from "../../src/features/webhooks/delivery-operations";
import { IDEMPOTENCY_RETENTION } from "../../src/features/messages/idempotency.store";
import { LIMITS as SEARCH_LIMITS } from "../../src/features/contacts/search.store";
import { MAX_SMS_SEGMENTS } from "../../src/messaging/segments";
import { MAX_REQUEST_CONTENT } from "../../src/features/messages/send-plan";
import { MAX_AHEAD } from "../../src/features/messages/send-time";
import { MAX_RCS_BYTES } from "../../src/messaging/content-size";
import { MAX_FIELD_PROBLEMS } from "../../src/platform/problem";
import { EXPORT_LIFETIME_MS } from "../../src/features/privacy/export-file";
import { ZIP_LIMITS } from "../../src/platform/zip";
import { blocksOf } from "../support/guides";

const { schemas, parameters } = contract.components;

/** Returns the rows of every table with the heading, without the headings; code spans become plain text. */
function rowsOf(name: GuideName, heading: string): string[][] {
  const lines = guideSource(name).split("\n");
  const rows: string[][] = [];
  let isInside = false;
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith("|")) isInside = false;
    else if (line.startsWith(`| ${heading}`)) isInside = true;
    else if (isInside && !lines[index - 1]?.startsWith(`| ${heading}`)) {
      rows.push(
        line
          .slice(1, -1)
          .split("|")
          .map((cell) => cell.trim().replace(/^`(.*)`$/, "$1")),
      );
    }
  }
  return rows;
}

const MIB = 1024 * 1024;
const HOUR = 3_600_000;
const number = (value: number) => value.toLocaleString("en-US");
const mib = (bytes: number) => `${bytes / MIB} MiB`;
const hours = (ms: number) => `${ms / HOUR} hours`;
const seconds = (ms: number) => `${ms / 1_000} seconds`;
const days = (ms: number) => `${ms / 24 / HOUR} days`;
const minutes = (ms: number) => `${ms / 60_000} minutes`;
const sizeOf = (kind: string) => mib(kindConstraints.find((one) => one.kind === kind)?.maxSizeBytes ?? NaN);

const config = readConfig({});

/** Every row of the limits, with the value from the contract, the settings or the service. */
const LIMITS: Record<string, string> = {
  "Requests of an account per minute (setting)": number(config.rateLimit),
  "Concurrent requests of an account": number(MAX_REQUESTS_OF_ACCOUNT),
  "Concurrent requests of an account with a body of more than 16 KiB; more wait": number(
    LARGE_REQUESTS.perGroup,
  ),
  "Size of a body": mib(MAX_BODY_BYTES),
  "Lists and objects within a body of more than 96 KiB": number(MAX_CONTAINERS),
  "Messages that a list examines one by one": number(MAX_EXAMINED),
  "Matches of a search of contacts": number(SEARCH_LIMITS.matches),
  [`Matches of a search of contacts in a list of more than ${number(SEARCH_LIMITS.members)} members`]: number(
    SEARCH_LIMITS.checked,
  ),
  "Nesting depth of a body": number(MAX_DEPTH),
  "Pipelined requests on one connection": number(HTTP_LIMITS.waitingPerConnection),
  "Time in which a part of a response must be read": seconds(HTTP_LIMITS.stallMs),
  "Bytes of a body, or its end, that must arrive every 10 seconds": `${HTTP_LIMITS.bodyWindowBytes / 1024} KiB`,
  "Time for the headers of a request": seconds(HTTP_LIMITS.headersMs),
  "Headers of a request": number(MAX_HEADERS),
  "Idle time of a connection between requests": seconds(HTTP_LIMITS.restMs),
  "Recipients of a send or preview": number(schemas.SendMessagesRequest.properties.recipients.maxItems),
  "Rendered contents of all recipients of a send or preview": mib(MAX_REQUEST_CONTENT),
  "Text in the entries of a page": mib(MAX_PAGE_BYTES),
  "Bytes of an RCS message, as JSON": number(MAX_RCS_BYTES),
  "Time for which a send can be scheduled ahead": days(MAX_AHEAD),
  "Entries of a page": number(parameters.Limit.schema.maximum),
  "Entries of a page without `limit`": number(parameters.Limit.schema.default),
  "Values of one filter by id, number, status or type": number(parameters.TemplateIdFilter.schema.maxItems),
  "Deliveries that one request replays": number(REPLAY_LIMITS.queued),
  "Entries of `fields` in an error": number(MAX_FIELD_PROBLEMS),
  "Duration of a search or a list": `${BUDGET_MS / 1_000} s`,
  "Concurrent searches and lists of an account; more wait": number(PER_ACCOUNT),
  "Length of an idempotency key": number(parameters.IdempotencyKey.schema.maxLength),
  "Segments of an SMS": number(MAX_SMS_SEGMENTS),
  "Characters of a text in a template or send": number(schemas.TextContent.properties.text.maxLength),
  "Different placeholders of a template": number(schemas.Template.properties.variables.maxItems),
  "Variables of a recipient": number(schemas.Variables.maxProperties),
  "Characters of a value": number(schemas.Variables.additionalProperties.maxLength),
  "Characters of a placeholder's name": number(schemas.VariableName.maxLength),
  "Characters of a `client_reference`": number(schemas.ClientReference.maxLength),
  "Tags of a send or campaign": number(schemas.TagChoice.maxItems),
  "Characters of a tag": number(schemas.Tag.maxLength),
  "Suggestions of an RCS message": number(schemas.MessageSuggestions.maxItems),
  "Suggestions of a card": number(schemas.Card.properties.suggestions.maxItems),
  "Characters of a suggestion": number(schemas.SuggestionText.maxLength),
  "Cards of a carousel": number(schemas.CarouselContent.properties.cards.maxItems),
  "Characters of a card's title": number(schemas.Card.properties.title.maxLength),
  "Characters of a card's description": number(schemas.Card.properties.description.maxLength),
  "Characters of the alt text of a card's media": number(schemas.CardMedia.properties.alt_text.maxLength),
  "Follow-up rules of a template": number(schemas.CreateTemplateRequest.properties.follow_ups.maxItems),
  "Opt-out, opt-in or help words of an account, each": number(schemas.OptOutWordList.maxItems),
  "Characters of an opt-out, opt-in or help word": number(schemas.OptOutWord.maxLength),
  "Windows of a sending rule": number(schemas.SendingWindows.maxItems),
  "Closed dates of a sending rule": number(schemas.ClosedDates.maxItems),
  "Messages to a number that a sending rule can allow": number(MAX_PER_RECIPIENT.messages),
  "Days in which a sending rule counts messages": number(MAX_PER_RECIPIENT.days),
  "Least interval that a sending rule can set": days(schemas.RecipientInterval.maximum * 1_000),
  "Size of an image": sizeOf("image"),
  "Size of an audio file": sizeOf("audio"),
  "Size of a video": sizeOf("video"),
  "Size of a table of contacts": sizeOf("csv"),
  "Attributes of a contact": number(schemas.ContactAttributes.maxProperties),
  "Concurrent imports into a list": "1",
  "Webhook endpoints of an account": number(MAX_ENDPOINTS),
  "Rotations of a webhook secret within 24 hours": number(MAX_REPLACED_SECRETS),
  "Events of one webhook request": number(schemas.MessageUpdateEvents.maxItems),
};

const TIMES: Record<string, string> = {
  Campaigns: "unlimited",
  "Messages (setting)": days(config.retainMessagesDays * 24 * HOUR),
  "Inbound messages and RCS events (setting)": days(config.retainInboundDays * 24 * HOUR),
  "Idempotency keys": hours(IDEMPOTENCY_RETENTION),
  "URL of an upload, of rejected rows, of exported messages or of a table": minutes(LINK_LIFETIME_MS),
  "Announced files that are not confirmed": hours(PENDING_LIFETIME_MS),
  "A table of contacts and its rejected rows, after its last import (setting)": days(
    config.importRetentionDays * 24 * HOUR,
  ),
  "Wait of a message without `validity_seconds` for its submission (setting)": hours(
    config.submissionTimeoutSeconds * 1000,
  ),
  "Wait of a sent message for a delivery report (setting)": hours(config.deliveryReportTimeoutSeconds * 1000),
  "Wait of a scheduled campaign for an import into its list (setting)": minutes(
    config.importWaitSeconds * 1000,
  ),
  "Maximum delay of a scheduled campaign after the service was down (setting)": hours(
    config.missedScheduleSeconds * 1000,
  ),
  "Finished webhook deliveries (setting)": days(config.retainEventsDays * 24 * HOUR),
  "Signatures with the previous secret after a rotation": hours(PREVIOUS_SECRET_LIFETIME_MS),
  "Export of all data of a number": [
    hours(EXPORT_LIFETIME_MS),
    `${(ZIP_LIMITS.bytes + 1) / 1024 ** 3} GiB`,
    `${number(ZIP_LIMITS.entries)} files`,
  ].join(", "),
  "Failing time after which an endpoint is disabled": days(FAILING_LIMIT_MS),
};

/** Returns how the sandbox treats an RCS message to a number with these last digits, in one line. */
function treatmentOf(digits: string): string {
  const to = `+551199876${digits}`;
  const { submit, reports } = outcomeFor(to, "rcs");
  const submissions: string[] = [];
  for (let attempt = 0; attempt === 0 || submissions.at(-1) === "retry"; attempt += 1) {
    submissions.push(submit(attempt).type);
  }
  const suggestions = [{ type: "reply" as const, text: "Sim", postback_data: "yes" }];
  const reply = replyTo({
    accountId: "account",
    messageId: "message",
    channel: "rcs",
    to,
    from: "sandbox",
    content: { type: "text", text: "Oi", suggestions },
    segments: null,
    attempt: 0,
    purpose: "transactional",
  });
  const content = reply?.kind === "message" ? reply.content : null;
  const replied = content?.type === "text" ? [`reply ${content.text}`] : content === null ? [] : ["tap"];
  return [...submissions, ...reports.map(({ status }) => status), ...replied].join(" ");
}

describe("facts in the guides", () => {
  it("lists the limits of the contract, the settings and the service, and no others", () => {
    expect(Object.fromEntries(rowsOf("limits", "What | Limit"))).toEqual(LIMITS);
    expect(Object.fromEntries(rowsOf("limits", "What | How long"))).toEqual(TIMES);
  });

  it("explains every error code of the contract with its statuses", () => {
    const explained = rowsOf("errors", "Status").map(([status, code]) => `${status} ${code}`);
    const codes = new Set<string>();
    const collect = (status: string, schema: unknown): void => {
      const { allOf = [], properties } = schema as { allOf?: unknown[]; properties?: Record<string, never> };
      const own = (properties?.error as { properties?: { code?: { enum?: string[] } } } | undefined)
        ?.properties;
      for (const code of own?.code?.enum ?? []) codes.add(`${status} ${code}`);
      for (const one of allOf) collect(status, one);
    };
    for (const path of Object.values(contract.paths)) {
      for (const { responses } of Object.values(path) as { responses: Record<string, { $ref?: string }> }[]) {
        for (const [status, { $ref = "" }] of Object.entries(responses)) {
          const name = $ref.split("/").at(-1) as keyof typeof contract.components.responses;
          collect(status, contract.components.responses[name]?.content["application/json"].schema ?? {});
        }
      }
    }
    // No operation declares responses that the service sends before it knows the operation.
    const undeclared = ["405 method_not_allowed", "408 validation_failed", "431 validation_failed"];
    expect([...explained].sort()).toEqual([...codes, ...undeclared].sort());
    expect(new Set(explained.map((one) => one.split(" ")[1]))).toEqual(new Set(schemas.ErrorCode.enum));
  });

  it("explains every error code and every status of messages", () => {
    const explained = rowsOf("errors", "`error.code`").map(([code]) => code);
    expect(explained).toEqual(schemas.MessageErrorCode.enum);
    const statuses = rowsOf("first-message", "Status").flatMap(([names = ""]) => names.split(/[`, ]+/));
    expect(statuses.sort()).toEqual([...schemas.MessageStatus.enum].sort());
  });

  it("explains every reason of blocked messages", () => {
    const explained = rowsOf("sending-rules", "`block_reason`").map(([reason]) => reason);
    expect(explained.sort()).toEqual([...schemas.BlockReason.enum].sort());
  });

  it("shows phone numbers as the service normalises them", () => {
    const rows = rowsOf("phone-numbers", "You give | Recado uses");
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map(([given = ""]) => [given, normalizePhone(given)])).toEqual(rows);
    const refused = rowsOf("phone-numbers", "You give | Why").map(([given = ""]) => given);
    expect(refused.length).toBeGreaterThan(8);
    expect(refused.filter((given) => normalizePhone(given) !== null)).toEqual([]);
    expect([lineType("+551134567890"), lineType("+5511987654321")]).toEqual(["fixed", "mobile"]);
  });

  it("describes the sandbox's numbers as the sandbox treats them", () => {
    const rows = rowsOf("first-message", "Last four digits");
    const treated = rows.map(([digits = ""]) => treatmentOf(/^\d+$/.test(digits) ? digits : "4321"));
    expect(Object.fromEntries(rows.map(([, what = ""], index) => [what, treated[index]]))).toEqual({
      "sent, then undelivered": "accepted undelivered",
      "rejected by the carrier: failed": "refused",
      "sent, and never reported": "accepted",
      "delivered, and by RCS then read": "accepted delivered read",
      "delivered, then the reply `Oi` (SMS, RCS)": "accepted delivered reply Oi",
      "delivered, then the reply `SAIR` (SMS, RCS)": "accepted delivered reply SAIR",
      "sent, then expired": "accepted expired",
      "delivered, then the first suggestion is tapped": "accepted delivered tap",
      "the carrier is away twice, then delivered": "retry retry accepted delivered",
      "sent, then delivered": "accepted delivered",
    });
    expect(rows).toHaveLength(10);
  });

  it("lists every metric once, with its labels", () => {
    const metrics = createMetrics().registry.getMetricsAsArray() as unknown as {
      name: string;
      labelNames: string[];
    }[];
    const rows = rowsOf("monitoring", "Metric").map(([name, labels = ""]) => [
      name,
      labels.match(/\w+/g)?.sort() ?? [],
    ]);
    const expected = metrics.map(({ name, labelNames }) => [name, [...labelNames].sort()]);
    expect(rows.sort()).toEqual(expected.sort());
  });

  it("lists every alert", () => {
    const file = join(__dirname, "../../scripts/release/files/recado.rules.yml");
    const { groups } = parse(readFileSync(file, "utf8")) as { groups: { rules: { alert: string }[] }[] };
    const alerts = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));
    expect(rowsOf("monitoring", "Alert").map(([alert]) => alert)).toEqual(alerts);
  });

  it("names the number of messages above which missing delivery reports raise an alert", () => {
    const rules = readFileSync(join(__dirname, "../../scripts/release/files/recado.rules.yml"), "utf8");
    const [, count] = /outcome="accepted"\}\[1h\]\)\) > (\d+)\n/.exec(rules) ?? [];
    const [row] = rowsOf("monitoring", "Alert").filter(([alert]) => alert === "RecadoNoDeliveryReports");
    expect(row?.[1]).toContain(`more than ${count} messages`);
  });

  it("names the maximum length of a consent's evidence", () => {
    const { maxLength } = schemas.ConsentEvidenceInput.properties.text;
    expect(guideSource("sending-rules")).toContain(`at most ${number(maxLength)} characters`);
    expect(guideSource("sending-rules", "pt")).toContain(`no máximo ${maxLength.toLocaleString("pt-BR")}`);
  });

  it("states the limits of counted jobs and endpoints", () => {
    const text = guideSource("monitoring").replaceAll(/\s+/g, " ");
    expect(text).toContain(`among the jobs of ${number(OLDEST_DUE_KEYS)} senders`);
    expect(BACKLOG_COUNTED).toBe(ENDPOINTS_COUNTED);
    expect(text).toContain(`are counted up to ${number(BACKLOG_COUNTED)}.`);
  });

  it("names every resource with an ETag", () => {
    const tags = Object.values(contract.paths).flatMap((path) =>
      Object.values<{ tags?: string[]; parameters?: object[] }>({ ...path }).flatMap((operation) =>
        JSON.stringify(operation.parameters ?? []).includes("IfMatch") ? (operation.tags ?? []) : [],
      ),
    );
    const names = [...new Set(tags)].map((tag) => tag.toLowerCase().replace("webhooks", "webhook endpoints"));
    expect(names.length).toBeGreaterThan(4);
    const readme = readFileSync(join(__dirname, "../../scripts/client/README.md"), "utf8");
    for (const text of [guideSource("idempotency"), readme, contract.info.description]) {
      const plain = text.toLowerCase().replaceAll(/\s+/g, " ");
      const sentence = plain
        .split(".")
        .find((one) => / have tags|`etagof` returns| have an `etag`/.test(one));
      const missing = names.filter((name) => !sentence?.includes(name.slice(0, -1)));
      expect(missing).toEqual([]);
    }
  });

  it("lists every setting once", () => {
    const names = rowsOf("settings", "Setting").map(([name]) => name);
    expect([...names].sort()).toEqual([...SETTINGS].sort());
  });

  it("states the defaults of the settings", () => {
    const defaults = Object.fromEntries(rowsOf("settings", "Setting").map(([name, value]) => [name, value]));
    expect(defaults).toMatchObject({
      PORT: `${config.port}`,
      HOST: config.host,
      RECADO_TRUSTED_PROXIES: `${config.trustedProxies}`,
      RECADO_DATABASE_POOL: `${config.databasePool}`,
      RECADO_DATABASE_READ_POOL: `${config.databaseReadPool}`,
      RECADO_ROLES: config.roles.join(","),
      RECADO_RATE_LIMIT: `${config.rateLimit}`,
      RECADO_DRAIN_SECONDS: `${config.drainSeconds}`,
      RECADO_LOG_LEVEL: config.logLevel,
      RECADO_SUBMISSION_TIMEOUT_SECONDS: `${config.submissionTimeoutSeconds}`,
      RECADO_DELIVERY_REPORT_TIMEOUT_SECONDS: `${config.deliveryReportTimeoutSeconds}`,
      RECADO_AMBIGUOUS_SUBMISSION: config.ambiguousSubmission,
      RECADO_IMPORT_WAIT_SECONDS: `${config.importWaitSeconds}`,
      RECADO_MISSED_SCHEDULE_SECONDS: `${config.missedScheduleSeconds}`,
      RECADO_IMPORT_RETENTION_DAYS: `${config.importRetentionDays}`,
      RECADO_SANDBOX_DELAY_MS: `${config.sandboxDelayMs}`,
    });
  });

  it("quotes lines and messages that the service writes", () => {
    const src = join(__dirname, "../../src");
    const files = readdirSync(src, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".ts"),
    );
    const paths = [...files, "../scripts/preflight.js"].map((file) => join(src, file));
    const code = paths.map((path) => readFileSync(path, "utf8")).join("\n");
    const written = code.replaceAll("${setting}", "PORT");
    const rows = ["Line", "Message", "Response", "Log line"].flatMap((heading) =>
      rowsOf("troubleshoot", heading),
    );
    const quoted = rows.flatMap(([first = ""]) =>
      first.includes("`") ? [...first.matchAll(/`([^`]+)`/g)].map(([, text = ""]) => text) : [first],
    );
    const texts = quoted.filter((text) => !/^(none$|\d{3} )/.test(text) && !text.startsWith("/"));
    expect(texts.length).toBeGreaterThan(40);
    expect(texts.filter((text) => !written.includes(text))).toEqual([]);
  });

  it("uses only existing settings in the operator's examples", () => {
    const examples = GUIDE_NAMES.flatMap((name) => blocksOf(name).filter(({ kind }) => kind === "example"));
    const used = examples.flatMap(({ text }) => text.match(/\b(RECADO_\w+|DATABASE_URL)(?==)/g) ?? []);
    expect(used.length).toBeGreaterThan(3);
    expect(used.filter((name) => !SETTINGS.some((setting) => setting === name))).toEqual([]);
  });

  it("dumps PostgreSQL past PgBouncer", () => {
    const [dump = ""] = blocksOf("backup").flatMap(({ text }) => (text.includes("pg_dump") ? [text] : []));
    const [, expression = ""] = /-p '([^']+)'/.exec(dump) ?? [];
    const used = (env: Record<string, string>) => runInNewContext(expression, { process: { env } }) as string;
    expect(used({ DATABASE_URL: "a", RECADO_DATABASE_DIRECT_URL: "b" })).toBe("b");
    expect(used({ DATABASE_URL: "a", RECADO_DATABASE_DIRECT_URL: "" })).toBe("a");
  });

  it("sets the public address of each process of several", () => {
    const starts = GUIDE_NAMES.flatMap((name) => blocksOf(name))
      .flatMap(({ text }) => text.split("\n"))
      .filter((line) => line.includes("RECADO_ROLES=") && line.includes("PORT="));
    expect(starts.length).toBeGreaterThan(1);
    expect(starts.filter((line) => !line.includes("RECADO_PUBLIC_URL="))).toEqual([]);
  });

  it("explains when a webhook is retried", () => {
    expect(guideSource("webhooks")).toContain("After the fifth attempt");
    expect(MAX_DELIVERY_ATTEMPTS).toBe(5);
  });
});
