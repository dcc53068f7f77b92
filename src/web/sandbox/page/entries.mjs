// Entries of the conversation: messages, replies and RCS events.

import { el, fill, icon, setText } from "./dom.mjs";
import { channelName, counted, hasArrived, phoneNumber, timeOfDay, webAddress } from "./format.mjs";
import { mediaBox } from "./media.mjs";
import { richContent, WORDS } from "./rich.mjs";

/** @import { SuggestionActions } from "./rich.mjs" */
/** @import { InboundEvent, InboundMessage, LoadMedia, Message, Suggestion } from "./types.mjs" */

/**
 * @typedef {object} EntryParts
 * @property {LoadMedia} load
 * @property {(messageId: string) => void} select
 * @property {(message: Message, suggestion: Suggestion, index: number) => void} tap
 * @property {(message: Message) => void} read
 */

/**
 * @typedef {object} Entry
 * @property {HTMLLIElement} element
 * @property {(message: Message, selected: boolean) => void} update
 */

/** @type {Partial<Record<Message["status"], string>>} */
const NOT_ARRIVED = {
  pending: "is pending",
  sent: "was sent, no delivery report yet",
  blocked: "was not sent: the number is suppressed",
  error: "was not sent",
  failed: "was rejected by the carrier",
  undelivered: "was not delivered",
  expired: "expired",
};

/**
 * Creates the entry of a message on the phone.
 * @param {Message} message
 * @param {EntryParts} parts
 * @returns {Entry}
 */
function arrived(message, parts) {
  const { channel, content, sender, segments } = message;
  /** @type {SuggestionActions} */
  const actions = { load: parts.load, tap: (suggestion, index) => parts.tap(message, suggestion, index) };
  const name = channelName(channel);
  const status = el("span");
  const about = el(
    "button",
    { type: "button", class: "about", onclick: () => parts.select(message.id) },
    el("span", { class: "unseen" }, `Details of this ${name} message: `),
    status,
  );
  const read = el(
    "button",
    { type: "button", class: "read", onclick: () => parts.read(message) },
    "Mark as read",
  );
  const body =
    content === null
      ? [el("p", { class: "bubble" }, "This message has no content.")]
      : content.type === "audio"
        ? [callBox(message, content.file_id, parts.load)]
        : richContent(content, actions);
  const element = el(
    "li",
    { class: `entry received ${channel}` },
    el(
      "p",
      { class: "origin" },
      el("span", { class: "channel" }, name),
      ` from ${sender ?? "an unknown sender"}`,
    ),
    ...body,
    el(
      "p",
      { class: "meta" },
      about,
      segments !== null && el("span", { class: "segments" }, counted(segments, "segment")),
      read,
    ),
  );
  return {
    element,
    update(now, selected) {
      setText(status, `${timeOfDay(now.created_at)}, ${now.status}`);
      about.setAttribute("aria-pressed", String(selected));
      element.classList.toggle("selected", selected);
      const canRead = channel === "rcs" && now.status === "delivered";
      // Hiding the focused button would lose the focus.
      if (!canRead && document.activeElement === read) about.focus();
      read.hidden = !canRead;
    },
  };
}

/** @param {Message} message @param {string} fileId @param {LoadMedia} load */
function callBox(message, fileId, load) {
  return el(
    "div",
    { class: "call" },
    el(
      "p",
      { class: "call-title" },
      icon("call"),
      `Call from ${message.sender === null ? "an unknown number" : phoneNumber(message.sender)}`,
    ),
    mediaBox(load, fileId, { class: "sound", what: "the call" }),
  );
}

/**
 * Creates the entry of a message that is not on the phone. Omits its text, because a real phone would not
 * show it.
 * @param {Message} message
 * @param {EntryParts} parts
 * @returns {Entry}
 */
function notArrived(message, parts) {
  const text = el("span");
  const about = el(
    "button",
    { type: "button", class: "ghost", onclick: () => parts.select(message.id) },
    text,
  );
  const element = el("li", { class: "entry absent" }, about);
  return {
    element,
    update(now, selected) {
      const why = now.error === null ? "" : ` (${now.error.message})`;
      setText(
        text,
        `${timeOfDay(now.created_at)} ${channelName(now.channel)} ${NOT_ARRIVED[now.status] ?? now.status}${why}`,
      );
      about.setAttribute("aria-pressed", String(selected));
      element.classList.toggle("selected", selected);
    },
  };
}

/** @param {EntryParts} parts */
export function messageEntries(parts) {
  /** @type {Map<string, { here: boolean, entry: Entry }>} */
  const known = new Map();
  /** @param {Message} message @param {boolean} selected */
  return (message, selected) => {
    const here = hasArrived(message);
    let one = known.get(message.id);
    if (one?.here !== here) {
      const before = one?.entry.element;
      const held = before?.contains(document.activeElement) ?? false;
      one = { here, entry: here ? arrived(message, parts) : notArrived(message, parts) };
      before?.replaceWith(one.entry.element);
      if (held)
        /** @type {HTMLElement | null} */ (one.entry.element.querySelector(".about, .ghost"))?.focus();
      known.set(message.id, one);
    }
    one.entry.update(message, selected);
    return one.entry.element;
  };
}

/** @param {InboundMessage} inbound */
export function inboundEntry(inbound) {
  const { channel, content_type, text, file, location, recipient, received_at } = inbound;
  const bubble = el("p", { class: "bubble", ...WORDS }, text ?? "");
  if (content_type === "file") {
    const url = webAddress(file?.url);
    const name = file?.filename ?? file?.content_type ?? "File";
    fill(
      bubble,
      url === null ? name : el("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, name),
    );
  } else if (location) fill(bubble, `${location.latitude}, ${location.longitude}`);
  const how = content_type === "suggestion" ? "tapped" : "sent";
  return el(
    "li",
    { class: `entry own ${channel}` },
    bubble,
    el(
      "p",
      { class: "meta" },
      `${timeOfDay(received_at)}, ${how} by ${channelName(channel)} to ${recipient}`,
    ),
  );
}

/** @type {Record<InboundEvent["event_type"], string>} */
const EVENTS = {
  action: "Tapped",
  typing: "Is typing",
  subscribe: "Subscribed",
  unsubscribe: "Unsubscribed",
};

/** @param {InboundEvent} event */
export function eventEntry({ event_type, action_label, received_at }) {
  const label = action_label === null ? "" : ` “${action_label}”`;
  return el(
    "li",
    { class: "entry event" },
    `${timeOfDay(received_at)} ${EVENTS[event_type] ?? event_type}${label}`,
  );
}
