import { limits } from "../../../../../generated/server/values";
import type { PreviewResult, SendMessagesRequest } from "../../../../client";
import type { Entered } from "./recipients";

export interface Draft {
  /** Phone numbers or a table with variables, as typed. */
  recipients: string;
  kind: "template" | "text";
  templateId: string;
  channel: "sms" | "rcs";
  text: string;
  /** Id of a sender; empty for the channel's default. */
  senderId: string;
  tags: readonly string[];
}

export const EMPTY: Draft = {
  ...{ recipients: "", kind: "text", templateId: "", channel: "sms", text: "", senderId: "" },
  tags: [],
};

/**
 * Applies the query parameters `template` (an id) and `to` (a phone number) to the draft.
 * An unescaped `+` of a link arrives as a space.
 */
export function draftFrom(query: Readonly<Record<string, string>>, before: Draft): Draft {
  const { template, to } = query;
  return {
    ...before,
    ...(template ? { kind: "template", templateId: template, senderId: "" } : {}),
    ...(to ? { recipients: to.replace(/^ (?=\d)/, "+") } : {}),
  };
}

export const MAX_PEOPLE = limits.SendMessagesRequest.recipients.maxItems;

/** Returns the request for a draft, or null if the draft is incomplete. */
export function requestOf(draft: Draft, people: readonly Entered[]): SendMessagesRequest | null {
  if (people.length === 0) return null;
  const recipients = people.map(({ to, variables }) =>
    Object.keys(variables).length === 0 ? { to } : { to, variables: { ...variables } },
  );
  const from = {
    ...(draft.senderId === "" ? {} : { sender_id: draft.senderId }),
    ...(draft.tags.length === 0 ? {} : { tags: [...draft.tags] }),
  };
  if (draft.kind === "template") {
    return draft.templateId === "" ? null : { template_id: draft.templateId, ...from, recipients };
  }
  if (draft.text === "") return null;
  return { channel: draft.channel, content: { type: "text", text: draft.text }, ...from, recipients };
}

export interface Summary {
  /** Number of messages that would be sent. */
  sendable: number;
  /** Total price of the sendable messages, in millionths of a real. */
  price: number;
  /** Total SMS segments; 0 on other channels. */
  segments: number;
  /** Recipients who would get no message, with their index in the request. */
  excluded: { index: number; to: string; reason: string; message: string | null }[];
}

/** Summarizes previews. The reason of an excluded recipient is `blocked` or an error code. */
export function summaryOf(previews: readonly PreviewResult[]): Summary {
  const sendable = previews.filter(({ status }) => status === "pending");
  return {
    sendable: sendable.length,
    price: sendable.reduce((sum, { price }) => sum + price, 0),
    segments: sendable.reduce((sum, { segments }) => sum + (segments ?? 0), 0),
    excluded: previews.flatMap(({ status, to, error }, index) =>
      status === "pending"
        ? []
        : [{ index, to, reason: error?.code ?? status, message: error?.message ?? null }],
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
