import type { components } from "../../generated/schema";
import type { Submission } from "../../src/carriers/carrier";
import type { BlockReason } from "../../src/messaging/block-reason";
import { PURPOSES } from "../../src/messaging/purpose";
import { DAY, type Instant, MINUTE, SECOND, toTimestamp } from "../../src/platform/time";
import { testAccount } from "./accounts";
import { acceptAll, scriptedCarrier } from "./carrier";
import type { TestDatabase } from "./databases";
import { type Exchange, type Message } from "./exchange";
import {
  firstOpening,
  holidaysIn,
  instantOfLocal,
  isOpen,
  isTooOften,
  numberAt,
  type Rule,
  zoneOf,
} from "./rule-oracle";
import type { Person, SendCase } from "./send-cases";
import { type TestAccount, testService } from "./service";
import { times } from "./times";

type Schemas = components["schemas"];
type PreviewResult = Schemas["PreviewResult"];

interface Recipient extends Person {
  to: string;
}

interface Prepared {
  one: SendCase;
  account: TestAccount;
  exchange: Exchange;
  rule: Rule;
  recipients: readonly Recipient[];
  /** Time of the preview and of the send. */
  now: Instant;
  /** Number of submissions before the send. */
  before: number;
}

interface SentCase extends Prepared {
  batchId: string;
  preview: readonly PreviewResult[];
  /** Ids of the messages, in the order of the preview. */
  ids: readonly string[];
}

type Decision = Pick<Message, "status" | "block_reason" | "not_before">;

const decisionOf = ({ status, block_reason, not_before }: Decision): Decision => ({
  status,
  block_reason,
  not_before,
});
const shownOf = ({ segments, content, error }: PreviewResult | Message) => ({ segments, content, error });

/**
 * Returns a check for the tests of the enclosing `describe`: it previews and sends the messages of a case,
 * lets the time pass until none is pending, and compares preview, messages and submissions. The carrier takes
 * `batchSize` messages at once.
 */
export function previewAgreement(database: TestDatabase, batchSize: number) {
  const submissions: (Submission & { at: Instant })[] = [];
  let submissionMinutes = 0;
  const peer = scriptedCarrier({
    batchSize,
    window: 1,
    reports: false,
    async submit(messages) {
      const at = service.clock.now();
      submissions.push(...messages.map((message) => ({ ...message, at })));
      service.clock.advance(submissionMinutes * MINUTE);
      return acceptAll(messages);
    },
  });
  const service = testService(database, {
    // Slow submissions let the last messages of a case wait for days.
    env: { RECADO_SUBMISSION_TIMEOUT_SECONDS: String((30 * DAY) / SECOND) },
    override: () => ({ carriers: new Map([["sandbox", peer.carrier]]) }),
  });
  let numbers = 0;
  /** Numbers of compared messages by their previewed outcome, or by the reason of a later block. */
  const outcomes = new Map<string, number>();
  const count = (outcome: string) => void outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);

  /** Returns the times of the submissions of a purpose to a number, among the first `end` submissions. */
  const submittedTo = (to: string, purpose: string, end = submissions.length): Instant[] =>
    submissions
      .slice(0, end)
      .filter((other) => other.to === to && other.purpose === purpose)
      .map(({ at }) => at);

  /** Moves the clock to the beginning of the case. The clock never goes back. */
  function begin({ gapMinutes, beforeHoliday, seconds }: SendCase): void {
    const { clock } = service;
    const now = clock.now();
    const year = new Date(now).getUTCFullYear();
    const eve = [year, year + 1]
      .flatMap((one) => [...holidaysIn(one)])
      .map((date) => Date.parse(date) - DAY + (gapMinutes % (DAY / MINUTE)) * MINUTE)
      .filter((one) => one > now)
      .sort((a, b) => a - b)[0];
    clock.set((beforeHoliday && eve !== undefined ? eve : now + gapMinutes * MINUTE) + seconds * SECOND);
  }

  async function submitEarlier(exchange: Exchange, purpose: string, people: readonly Recipient[]) {
    if (people.length === 0) return;
    const content = { type: "text", text: "Antes" };
    const recipients = people.map(({ to }) => ({ to }));
    await exchange.posted("/v3/messages", { channel: "sms", purpose, content, recipients }, 202);
    await service.dispatcher.workOff();
    service.clock.advance(MINUTE);
  }

  async function prepare(one: SendCase): Promise<Prepared> {
    const { purpose } = one;
    const others = PURPOSES.filter((other) => other !== purpose);
    const account = await testAccount(service);
    const { exchange, campaigns } = account;
    const known = one.people.map((who) => ({ ...who, to: numberAt(who.place, (numbers += 1)) }));
    submissionMinutes = 0;
    begin(one);
    await submitEarlier(
      exchange,
      others[0] ?? "",
      known.filter(({ other }) => other),
    );
    for (const rest of [1, 0]) {
      await submitEarlier(
        exchange,
        purpose,
        known.filter(({ earlier }) => earlier > rest),
      );
    }
    service.clock.advance(one.laterMinutes * MINUTE);

    for (const [name, purposes] of [
      ["of the purpose", [purpose]],
      ["of other purposes", others],
    ] as const) {
      const body = { name, type: "blacklist", channels: ["sms"], purposes };
      const { id } = await exchange.posted<{ id: string }>("/v3/contact-lists", body, 201);
      const members = known.filter(({ list }) => list === name).map(({ to }) => ({ phone: to }));
      await campaigns.fill(id, members);
    }
    const record = (phone: string, status: string, purposes: readonly string[] = [purpose]) =>
      exchange.posted("/v3/consents", { phone, status, purposes, channels: ["sms"] }, 201);
    for (const { to, consent } of known) {
      if (consent === "granted for another purpose") await record(to, "granted", others);
      if (consent === "revoked" || consent === "granted again") await record(to, "revoked");
      if (consent === "granted" || consent === "granted again") await record(to, "granted");
    }
    const now = service.clock.now();
    const { closedDays, ...fields } = one.rule;
    const closed = closedDays.map((day) => new Date(now + day * DAY).toISOString().slice(0, 10));
    const rule: Rule = { ...fields, closed_dates: closed };
    await account.request.put(`/v3/sending-rules/${purpose}`).send(rule).expect(200);
    const recipients = known.flatMap((who) => times(who.twice ? 2 : 1, () => who));
    return { one, account, exchange, rule, recipients, now, before: submissions.length };
  }

  const localTime = ({ one: { at }, now }: Prepared): string | null =>
    at.kind === "local" ? `${new Date(now + at.days * DAY).toISOString().slice(0, 10)}T${at.time}` : null;
  const sendAt = ({ one: { at }, now }: Prepared): Instant | null =>
    at.kind === "instant" ? now + at.minutes * MINUTE : null;

  function bodyOf(prepared: Prepared): object {
    const { purpose, encoding } = prepared.one;
    const [local, instant] = [localTime(prepared), sendAt(prepared)];
    return {
      channel: "sms",
      purpose,
      content: { type: "text", text: "Olá {{name}}, até amanhã", encoding },
      recipients: prepared.recipients.map(({ to, name }) => ({ to, ...(name && { variables: { name } }) })),
      ...(local !== null && { send_at_local: local }),
      ...(instant !== null && { send_at: toTimestamp(instant) }),
    };
  }

  /** Returns what the rules say about a message, by their second reading. */
  function expectedOf(prepared: Prepared, who: Recipient, error: PreviewResult["error"]): Decision {
    const { one, rule, now } = prepared;
    const blocked = (reason: BlockReason): Decision => ({
      status: "blocked",
      block_reason: reason,
      not_before: null,
    });
    if (who.list === "of the purpose" || who.consent === "revoked") return blocked("suppressed");
    if (who.name === undefined) expect(error?.code).toBe("missing_variable");
    // Which texts a channel cannot carry is the subject of other tests.
    if (error !== null) return { status: "error", block_reason: null, not_before: null };
    const isGranted = who.consent === "granted" || who.consent === "granted again";
    if (rule.require_consent && !isGranted) return blocked("no_consent");
    const local = localTime(prepared);
    const dueAt = local === null ? (sendAt(prepared) ?? now) : instantOfLocal(who.to, local);
    const opensAt = firstOpening(rule, zoneOf(rule, who.to), dueAt);
    if (opensAt === null || (opensAt > dueAt && rule.outside === "block")) return blocked("outside_window");
    if (isTooOften(rule, submittedTo(who.to, one.purpose), opensAt)) return blocked("frequency");
    return {
      status: "pending",
      block_reason: null,
      not_before: opensAt === now ? null : toTimestamp(opensAt),
    };
  }

  const messagesOf = async ({ exchange, batchId }: SentCase, query: object = {}) => {
    const all = await exchange.messages({ batch_id: batchId, limit: 1000, ...query });
    return new Map(all.map((message) => [message.id, message]));
  };

  async function send(prepared: Prepared): Promise<SentCase> {
    const { exchange, recipients } = prepared;
    const body = bodyOf(prepared);
    const { data: preview } = await exchange.posted<Schemas["PreviewMessagesResponse"]>(
      "/v3/messages/preview",
      body,
      200,
    );
    const sent = await exchange.posted<Schemas["SendMessagesResponse"]>("/v3/messages", body, 202);
    expect(sent.data.map(decisionOf)).toEqual(preview.map(decisionOf));
    expect(sent.data.map(({ to, error }) => ({ to, error }))).toEqual(
      preview.map(({ to, error }) => ({ to, error })),
    );
    expect(preview.map(decisionOf)).toEqual(
      recipients.map((who, index) => expectedOf(prepared, who, preview[index]?.error ?? null)),
    );
    const ids = sent.data.map(({ message_id }) => message_id);
    return { ...prepared, batchId: sent.batch_id, preview, ids };
  }

  /** Moves the clock from one time of waiting messages to the next, until no message is pending. */
  async function passTime(sent: SentCase): Promise<void> {
    const { clock } = service;
    await service.dispatcher.workOff();
    for (let round = 0; round < 100; round += 1) {
      const pending = [...(await messagesOf(sent, { status: "pending" })).values()];
      if (pending.length === 0) return;
      const next = Math.min(...pending.map(({ not_before }) => Date.parse(not_before ?? "")));
      if (clock.now() < next - SECOND) {
        const count = submissions.length;
        clock.set(next - SECOND);
        await service.dispatcher.workOff();
        expect(submissions).toHaveLength(count);
      }
      clock.set(Math.max(clock.now(), next));
      await service.dispatcher.workOff();
    }
    throw new Error("messages are still pending");
  }

  /** Compares a message that was submitted with its preview, its rule and its submission. */
  function compareSubmitted(sent: SentCase, planned: PreviewResult, message: Message): void {
    const { one, rule, now, before } = sent;
    expect(message).toMatchObject({ ...shownOf(planned), price: planned.price, block_reason: null });
    const indexes = submissions.flatMap(({ messageId }, index) => (messageId === message.id ? index : []));
    const [index = -1] = indexes;
    const submission = submissions[index];
    expect(indexes).toHaveLength(1);
    expect(index).toBeGreaterThanOrEqual(before);
    expect(submission).toMatchObject({
      to: planned.to,
      segments: planned.segments,
      content: planned.content,
    });
    const at = submission?.at ?? 0;
    const earliest = Date.parse(planned.not_before ?? toTimestamp(now));
    if (one.submissionMinutes === 0) expect(at).toBe(earliest);
    else expect(at).toBeGreaterThanOrEqual(earliest);
    expect(isOpen(rule, zoneOf(rule, planned.to), at)).toBe(true);
    expect(isTooOften(rule, submittedTo(planned.to, one.purpose, index), at)).toBe(false);
  }

  /** Compares a message that was blocked when it became due with its rule. */
  async function compareBlocked({ one, rule, exchange }: SentCase, message: Message): Promise<void> {
    const { status_history: history } = await exchange.message(message.id);
    const at = Date.parse(history.at(-1)?.occurred_at ?? "");
    count(`${message.block_reason} later`);
    if (message.block_reason === "outside_window") {
      expect([rule.outside, isOpen(rule, zoneOf(rule, message.to ?? ""), at)]).toEqual(["block", false]);
      return;
    }
    expect(message.block_reason).toBe("frequency");
    // A limit counts a message from the end of its submission.
    const ends = submittedTo(message.to ?? "", one.purpose).map(
      (start) => start + submissionMinutes * MINUTE,
    );
    expect(isTooOften(rule, ends, at)).toBe(true);
  }

  async function check(one: SendCase): Promise<void> {
    const sent = await send(await prepare(one));
    const { preview, ids, before } = sent;
    const created = await messagesOf(sent);
    expect(ids.map((id) => created.get(id)).map((message) => message && decisionOf(message))).toEqual(
      preview.map(decisionOf),
    );
    expect(ids.map((id) => created.get(id)).map((message) => message && shownOf(message))).toEqual(
      preview.map(shownOf),
    );
    submissionMinutes = one.submissionMinutes;
    await passTime(sent);
    const ended = await messagesOf(sent);
    const submitted = new Set(submissions.slice(before).map(({ messageId }) => messageId));
    for (const [index, planned] of preview.entries()) {
      const message = ended.get(ids[index] ?? "");
      if (!message) throw new Error("a message is missing");
      count(planned.block_reason ?? (planned.not_before === null ? planned.status : "waits"));
      expect(planned.price > 0).toBe(planned.status === "pending");
      if (planned.status === "pending" && message.status !== "blocked") {
        compareSubmitted(sent, planned, message);
        continue;
      }
      expect(submitted.has(message.id)).toBe(false);
      expect(message.price).toBe(0);
      if (planned.status === "pending") await compareBlocked(sent, message);
      else expect(message).toEqual(created.get(message.id));
    }
  }

  return { check, outcomes };
}
