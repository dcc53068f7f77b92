import type { ExpiryCause } from "../../../../../messaging/expiry";
import type { MessageErrorCode } from "../../../../../client";

interface FaultWords {
  what: string;
  todo: string;
}

/** Explanation and remedy of each message error, by error code. */
export const faults = {
  no_sender: {
    what: "The account has no sender for this channel, or its sender was removed.",
    todo: "Ask your operator for one, or send by another channel.",
  },
  media_unavailable: {
    what: "A file of the template is missing or was never uploaded.",
    todo: "Upload the file again, edit the template, and send again.",
  },
  missing_variable: {
    what: "The template has a variable for which this person has no value.",
    todo: "Set the contact’s variable, or provide it when sending.",
  },
  empty_content: {
    what: "With its variables filled in, nothing was left to send.",
    todo: "Check the values of the variables and send again.",
  },
  content_too_long: {
    what: "With its variables filled in, the text is longer than the channel allows.",
    todo: "Shorten the template or the values of its variables.",
  },
  not_encodable: {
    what: "With its variables filled in, the text has characters without an equivalent in the SMS alphabet, such as emoji.",
    todo: "Remove them from the values of the variables, or let the template use all characters.",
  },
  landline: {
    what: "The number is a landline, which receives neither SMS nor RCS.",
    todo: "Use a mobile number of this person, or send them a voice message.",
  },
  carrier_rejected: {
    what: "The carrier rejected the message, or cannot send its content.",
    todo: "See the details or the carrier code for the reason. Check the sender and the content; if that does not help, ask the carrier.",
  },
  carrier_unreachable: {
    what: "The carrier could not be reached, after several attempts.",
    todo: "Send again later. If the problem persists, your operator should check the carrier connection.",
  },
  undeliverable: {
    what: "The carrier could not deliver the message.",
    todo: "The number may not exist or be switched off: check it, or try another channel.",
  },
  expired: {
    what: "The message was not sent or delivered in time.",
    todo: "Send again if the message is still relevant.",
  },
} satisfies Partial<Record<MessageErrorCode, FaultWords>>;

/** Explanation and remedy of the message error `expired`, by cause. */
export const expiries: Record<ExpiryCause, FaultWords> = {
  not_delivered: {
    what: "The carrier did not deliver the message within its validity.",
    todo: "The phone was probably out of reach. Send again if the message is still relevant.",
  },
  not_submitted: {
    what: "The validity of the message ended before it could be sent.",
    todo: "If the message is still relevant, send again with a longer validity.",
  },
  submission_timeout: {
    what: "The message could not be submitted to the carrier in time.",
    todo: "Send again if the message is still relevant. If the problem persists, your operator should check the carrier connection.",
  },
  revoked: {
    what: "The message was not delivered before its follow-up was due, so it was revoked.",
    todo: "See the follow-up. If you send this message again, the person may receive both.",
  },
  campaign_deleted: {
    what: "Its campaign was deleted before the message was sent.",
    todo: "If the message is still relevant, send it in a new campaign.",
  },
  ended_by_operator: {
    what: "Your operator ended the messages that waited to be sent.",
    todo: "Ask your operator before you send again.",
  },
};

/** Explanation of a failed message that the carrier may have taken. */
export const unknownOutcome: FaultWords = {
  what: "It is not known whether the carrier took the message.",
  todo: "Before you send again, check whether the person has received the message. Otherwise, the person may get it twice.",
};
