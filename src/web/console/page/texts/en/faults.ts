import type { MessageErrorCode } from "../../../../../client";

/** Explanation and remedy of each message error. */
export const faults = {
  no_sender: {
    what: "The account has no sender for this channel, or its sender was removed.",
    todo: "Ask the operator of the installation for one, or send by another channel.",
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
    what: "With its variables filled in, the text has characters that nothing in the SMS alphabet replaces, such as emoji.",
    todo: "Remove them from the values of the variables, or let the template use all characters.",
  },
  landline: {
    what: "The number is a landline, which receives neither SMS nor RCS.",
    todo: "Use a mobile number of this person, or send them a voice message.",
  },
  carrier_rejected: {
    what: "The carrier rejected the message.",
    todo: "See the carrier code for the reason. Check the sender and the content; if that does not help, ask the carrier.",
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
    todo: "The phone was probably out of reach. Send again if the message is still relevant.",
  },
} satisfies Partial<Record<MessageErrorCode, { what: string; todo: string }>>;
