import type { MessageErrorCode } from "../../../../../client";

/** What each error of a message means, and what can be done about it. */
export const faults = {
  no_sender: {
    what: "The account has no sender for this channel.",
    todo: "Ask the operator of the installation for one, or send by another channel.",
  },
  media_unavailable: {
    what: "A file of the template is absent or was never uploaded.",
    todo: "Upload the file again, change the template, and send once more.",
  },
  missing_variable: {
    what: "The template has a variable for which this person has no value.",
    todo: "Fill in the contact’s attribute, or give the variable with the send.",
  },
  empty_content: {
    what: "With its variables filled in, nothing was left to send.",
    todo: "Look at the values of the variables, and send once more.",
  },
  content_too_long: {
    what: "With its variables filled in, the text is longer than the channel takes.",
    todo: "Shorten the template or the values of its variables.",
  },
  landline: {
    what: "The number is a fixed line, which takes neither SMS nor RCS.",
    todo: "Use a mobile number of this person, or call them by a voice message.",
  },
  carrier_rejected: {
    what: "The carrier refused the message.",
    todo: "Its code tells why: check the sender and the content, and ask the carrier where that does not help.",
  },
  carrier_unreachable: {
    what: "The carrier could not be reached, although it was tried several times.",
    todo: "Send once more later; if it lasts, the operator should look at the carrier connection.",
  },
  undeliverable: {
    what: "The carrier could not deliver the message.",
    todo: "The number may not exist or be switched off: check it, or try another channel.",
  },
  expired: {
    what: "The message was not delivered in time.",
    todo: "The phone was probably out of reach: send once more if it still matters.",
  },
} satisfies Partial<Record<MessageErrorCode, { what: string; todo: string }>>;
