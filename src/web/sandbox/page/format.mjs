/** @import { Content, Message } from "./types.mjs" */

const CHANNELS = /** @type {Record<string, string>} */ ({ sms: "SMS", rcs: "RCS", voice: "Voice call" });

/** @param {string} channel */
export const channelName = (channel) => CHANNELS[channel] ?? channel;

/** Formats a Brazilian phone number. Returns other numbers unchanged. @param {string} number */
export function phoneNumber(number) {
  const parts = /^\+55(\d\d)(\d{4,5})(\d{4})$/.exec(number);
  return parts ? `+55 ${parts[1]} ${parts[2]}-${parts[3]}` : number;
}

const minutes = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const seconds = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short" });
const day = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });

/** @param {string} timestamp */
export const timeOfDay = (timestamp) => minutes.format(new Date(timestamp));
/** @param {string} timestamp */
export const exactTime = (timestamp) => seconds.format(new Date(timestamp));
/** @param {string} timestamp */
export const dateAndTime = (timestamp) =>
  Number.isNaN(Date.parse(timestamp)) ? timestamp : moment.format(new Date(timestamp));

/** @param {string} timestamp */
export function dayName(timestamp) {
  const date = new Date(timestamp);
  return date.toDateString() === new Date().toDateString() ? "Today" : day.format(date);
}

/** @param {string} timestamp */
export const briefTime = (timestamp) =>
  dayName(timestamp) === "Today" ? timeOfDay(timestamp) : timestamp.slice(0, 10);

const reais = new Intl.NumberFormat("en", { style: "currency", currency: "BRL", maximumFractionDigits: 6 });

/** @param {number} microUnits millionths of a real */
export const money = (microUnits) => reais.format(microUnits / 1_000_000);

/**
 * @param {number} count
 * @param {string} one
 */
export const counted = (count, one) => `${count} ${one}${count === 1 ? "" : "s"}`;

/** Returns a one-line summary of a content. @param {Content | null} content */
export function summaryOf(content) {
  switch (content?.type) {
    case "text":
      return content.text;
    case "audio":
      return "Voice call";
    case "card":
      return content.card.title ?? content.card.description ?? "Card";
    case "carousel":
      return content.cards[0]?.title ?? counted(content.cards.length, "card");
    default:
      return "No content";
  }
}

/**
 * Returns the address if it is http or https, else null: `javascript:` must not become a link.
 * @param {string | undefined} address
 */
export function webAddress(address) {
  const url = address && URL.canParse(address) ? new URL(address) : null;
  return url && (url.protocol === "https:" || url.protocol === "http:") ? url.href : null;
}

/** Returns whether the phone shows the message. @param {Message} message */
export const hasArrived = (message) => message.status === "delivered" || message.status === "read";
