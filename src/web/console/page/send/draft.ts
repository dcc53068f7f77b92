import { limits } from "../../../../../generated/server/values";
import type { PreviewResult, SendMessagesRequest } from "../../../../client";
import type { Entered } from "./recipients";

/** What a person has entered so far. */
export interface Draft {
  whom: string;
  says: "template" | "text";
  templateId: string;
  channel: "sms" | "rcs";
  text: string;
  /** Empty: the channel's default. */
  senderId: string;
}

export const EMPTY: Draft = {
  ...{ whom: "", says: "text", templateId: "", channel: "sms", text: "", senderId: "" },
};

/** The draft with what an address asks for: `?template=<id>` and `?to=<number>`. */
export function draftFrom(query: Readonly<Record<string, string>>, before: Draft): Draft {
  const { template, to } = query;
  return {
    ...before,
    ...(template ? { says: "template", templateId: template, senderId: "" } : {}),
    ...(to ? { whom: to } : {}),
  };
}

/** The most that one send takes. */
export const MAX_PEOPLE = limits.SendMessagesRequest.recipients.maxItems;

/** The request that a draft stands for; null while something is lacking. */
export function requestOf(draft: Draft, people: readonly Entered[]): SendMessagesRequest | null {
  if (people.length === 0) return null;
  const recipients = people.map(({ to, variables }) =>
    Object.keys(variables).length === 0 ? { to } : { to, variables: { ...variables } },
  );
  const from = draft.senderId === "" ? {} : { sender_id: draft.senderId };
  if (draft.says === "template") {
    return draft.templateId === "" ? null : { template_id: draft.templateId, ...from, recipients };
  }
  if (draft.text === "") return null;
  return { channel: draft.channel, content: { type: "text", text: draft.text }, ...from, recipients };
}

export interface Summary {
  /** How many would be sent. */
  going: number;
  /** What they cost together, in millionths of a real. */
  price: number;
  /** SMS segments of those together; 0 on other channels. */
  segments: number;
  /** Those that go nowhere, with their place among all. */
  staying: { index: number; to: string; reason: string; message: string | null }[];
}

/** What a send comes to. The reason of who is suppressed is `blocked`, of others the code of the error. */
export function summaryOf(previews: readonly PreviewResult[]): Summary {
  const going = previews.filter(({ status }) => status === "pending");
  return {
    going: going.length,
    price: going.reduce((sum, { price }) => sum + price, 0),
    segments: going.reduce((sum, { segments }) => sum + (segments ?? 0), 0),
    staying: previews.flatMap(({ status, to, error }, index) =>
      status === "pending"
        ? []
        : [{ index, to, reason: error?.code ?? status, message: error?.message ?? null }],
    ),
  };
}

/** The request without those who would get nothing. */
export const onlyGoing = (
  request: SendMessagesRequest,
  previews: readonly PreviewResult[],
): SendMessagesRequest => ({
  ...request,
  recipients: request.recipients.filter((_, index) => previews[index]?.status === "pending"),
});
