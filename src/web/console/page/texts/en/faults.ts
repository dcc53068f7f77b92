import type { MessageErrorCode } from "../../../../../client";

/** Meaning of each message error, and what the user can do about it. */
export const faults = {
  no_sender: {
    what: "The account has no sender for this channel.",
    todo: "Ask the operator of the installation for one, or send by another channel.",
  },
  media_unavailable: {
    what: "A file of the template is absent or was never uploaded.",
    todo: "Upload the file again, edit the template, and send again.",
  },
  missing_variable: {
    what: "The template has a variable for which this person has no value.",
    todo: "Fill in the contact’s attribute, or give the variable with the send.",
  },
  empty_content: {
    what: "With its variables filled in, nothing was left to send.",
    todo: "Check the values of the variables and send again.",
  },
  content_too_long: {
    what: "With its variables filled in, the text is longer than the channel allows.",
    todo: "Shorten the template or the values of its variables.",
  },
  landline: {
    what: "The number is a landline, which receives neither SMS nor RCS.",
    todo: "Use a mobile number of this person, or send them a voice message.",
  },
  carrier_rejected: {
    what: "The carrier refused the message.",
    todo: "The carrier’s code gives the reason: check the sender and the content, and ask the carrier if that does not help.",
  },
  carrier_unreachable: {
    what: "The carrier could not be reached, after several attempts.",
    todo: "Send again later. If the problem persists, the operator should check the carrier connection.",
  },
  undeliverable: {
    what: "The carrier could not deliver the message.",
    todo: "The number may not exist or be switched off: check it, or try another channel.",
  },
  expired: {
    what: "The message was not delivered in time.",
    todo: "The phone was probably out of reach: send again if it still matters.",
  },
} satisfies Partial<Record<MessageErrorCode, { what: string; todo: string }>>;
