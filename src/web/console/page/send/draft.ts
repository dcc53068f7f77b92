import { limits } from "../../../../../generated/server/values";
import type { PreviewResult, Purpose, SendMessagesRequest } from "../../../../client";
import { fromLocal } from "../parts/local-time";
import { type Encoding, encodingOf } from "../parts/encoding";
import { type Entered, withRecipient } from "./recipients";

export interface Draft {
  /** Phone numbers, or a table with phone numbers and variables, as typed. */
  recipients: string;
  kind: "template" | "text";
  templateId: string;
  channel: "sms" | "rcs";
  /** Purpose of a message with its own text. A message from a template has the template's purpose. */
  purpose: Purpose;
  text: string;
  /** Encoding of an SMS with its own text. */
  encoding: Encoding;
  /** Id of the chosen sender; empty for the channel's default sender. */
  senderId: string;
  /** `at`: `sendAt` is in the browser's time zone. `local`: `sendAt` is in each recipient's time zone. */
  when: "now" | "at" | "local";
  /** Date and time of sending without a time zone, as typed. */
  sendAt: string;
  /** Validity in seconds; empty for the template's, or else the limits of the service and the carrier. */
  validity: string;
  tags: readonly string[];
}

export const EMPTY: Draft = {
  recipients: "",
  kind: "text",
  templateId: "",
  channel: "sms",
  text: "",
  senderId: "",
  purpose: "transactional",
  encoding: "auto",
  when: "now",
  sendAt: "",
  validity: "",
  tags: [],
};

/**
 * Returns the draft with the query parameters `template` (an id) and `to` (a phone number, which is added to
 * the recipients). An unescaped `+` of a link arrives as a space.
 */
export function draftFrom(query: Readonly<Record<string, string>>, before: Draft): Draft {
  const { template, to } = query;
  return {
    ...before,
    ...(template ? { kind: "template", templateId: template, senderId: "" } : {}),
    ...(to ? { recipients: withRecipient(before.recipients, to.replace(/^ (?=\d)/, "+")) } : {}),
  };
}

/** Returns the request fields for the time and the validity of a draft; null if the time is incomplete. */
function timeOf({ when, sendAt, validity }: Draft) {
  const limit = validity === "" ? {} : { validity_seconds: Number(validity) };
  if (when === "now") return limit;
  const at = fromLocal(sendAt);
  if (at === null) return null;
  return when === "at" ? { ...limit, send_at: at } : { ...limit, send_at_local: `${sendAt.slice(0, 16)}:00` };
}

export const isScheduled = ({ send_at: at, send_at_local: local }: SendMessagesRequest): boolean =>
  at !== undefined || local !== undefined;

export const MAX_PEOPLE = limits.SendMessagesRequest.recipients.maxItems;

/** Returns the request that sends a draft to `people`; null if the draft is incomplete. */
export function requestOf(draft: Draft, people: readonly Entered[]): SendMessagesRequest | null {
  const time = timeOf(draft);
  if (people.length === 0 || time === null) return null;
  const recipients = people.map(({ to, variables }) =>
    Object.keys(variables).length === 0 ? { to } : { to, variables: { ...variables } },
  );
  const from = {
    ...(draft.senderId === "" ? {} : { sender_id: draft.senderId }),
    ...(draft.tags.length === 0 ? {} : { tags: [...draft.tags] }),
    ...time,
  };
  if (draft.kind === "template") {
    return draft.templateId === "" ? null : { template_id: draft.templateId, ...from, recipients };
  }
  if (draft.text === "") return null;
  const { channel, purpose, text, encoding } = draft;
  const content = { type: "text" as const, text, ...encodingOf(channel, encoding) };
  return { channel, purpose, content, ...from, recipients };
}

interface Summary {
  /** Number of messages that the send would create and not block. */
  sendable: number;
  /** Total price of the sendable messages, in millionths of a real. */
  price: number;
  /** Total SMS segments of the sendable messages; 0 on channels other than SMS. */
  segments: number;
  /** Earliest time of a message that is not sent at once; null if all are. */
  firstTime: string | null;
  /** Number of messages that the sending rule delays; 0 at local times, which differ by recipient. */
  waiting: number;
  /** Earliest time of a message that the sending rule delays; null if it delays none. */
  firstWaiting: string | null;
  /** Recipients who would get no message. `reason` is an error code or a block reason. */
  excluded: { index: number; to: string; reason: string; message: string | null }[];
}

/** Sums up the previews of a send. */
export function summaryOf(
  previews: readonly PreviewResult[],
  { send_at: at, send_at_local: local }: Pick<SendMessagesRequest, "send_at" | "send_at_local">,
): Summary {
  const sendable = previews.filter(({ status }) => status === "pending");
  const times = sendable.flatMap(({ not_before: time }) => (time === null ? [] : [time])).sort();
  const isDelayed = (time: string) => at === undefined || Date.parse(time) > Date.parse(at);
  const delayed = local === undefined ? times.filter(isDelayed) : [];
  return {
    sendable: sendable.length,
    firstTime: times[0] ?? null,
    waiting: delayed.length,
    firstWaiting: delayed[0] ?? null,
    price: sendable.reduce((sum, { price }) => sum + price, 0),
    segments: sendable.reduce((sum, { segments }) => sum + (segments ?? 0), 0),
    excluded: previews.flatMap(({ status, to, error, block_reason: blockReason }, index) =>
      status === "pending"
        ? []
        : [{ index, to, reason: error?.code ?? blockReason ?? status, message: error?.message ?? null }],
    ),
  };
}

export const onlySendable = (
  request: SendMessagesRequest,
  previews: readonly PreviewResult[],
): SendMessagesRequest => ({
  ...request,
  recipients: request.recipients.filter((_, index) => previews[index]?.status === "pending"),
});
