// Phone with the conversation and the reply form.

import { arrange, byId, el, fill, setText } from "./dom.mjs";
import { eventEntry, inboundEntry, messageEntries } from "./entries.mjs";
import { channelName, dayName, hasArrived, phoneNumber, summaryOf } from "./format.mjs";
import { effectOf } from "./rich.mjs";

/** @import { Actions, LoadMedia, Message, Route, State } from "./types.mjs" */

/** Maximum distance from the end, in pixels, at which the conversation still scrolls to new entries. */
const NEAR_END = 60;

/**
 * @typedef {object} PhoneParts
 * @property {Actions} actions
 * @property {LoadMedia} load
 * @property {(messageId: string) => void} select
 * @property {() => Promise<void>} earlier
 */

/** @param {PhoneParts} parts */
export function phoneView({ actions, load, select, earlier }) {
  const title = byId("phone-title", HTMLElement);
  const subtitle = byId("phone-subtitle", HTMLElement);
  const scroller = byId("conversation", HTMLElement);
  const list = byId("entries", HTMLOListElement);
  const hint = byId("phone-hint", HTMLElement);
  const more = byId("earlier", HTMLButtonElement);
  const notice = byId("notice", HTMLElement);
  const news = byId("news", HTMLElement);
  const composer = byId("composer", HTMLFormElement);
  const routes = byId("route", HTMLSelectElement);
  const reply = byId("reply", HTMLTextAreaElement);
  const send = byId("send", HTMLButtonElement);

  /** @type {string | null} */
  let shown = null;
  let entryOf = messageEntries({ load, select, tap, read });
  /** @type {Map<string, HTMLLIElement>} */
  let others = new Map();
  /** @type {Set<string> | null} */
  let seen = null;
  let routeKeys = "";
  /** Whether the user chose the reply's route. New messages do not change a chosen route. */
  let picked = false;
  let atEnd = true;

  scroller.addEventListener("scroll", () => {
    atEnd = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END;
  });
  // Images lengthen the conversation when they load.
  const keepEnd = new ResizeObserver(() => {
    if (atEnd) scroller.scrollTop = scroller.scrollHeight;
  });
  keepEnd.observe(list);
  keepEnd.observe(scroller);

  /** @param {string} text @param {boolean} [bad] */
  function showNotice(text, bad = false) {
    setText(notice, text);
    notice.classList.toggle("bad", bad);
    notice.hidden = text === "";
  }

  /** @param {Promise<void>} action @param {string} done */
  async function attempt(action, done) {
    try {
      await action;
      showNotice(done);
      return true;
    } catch (error) {
      showNotice(error instanceof Error ? error.message : String(error), true);
      return false;
    }
  }

  /** @param {Message} message @param {import("./types.mjs").Suggestion} suggestion @param {number} index */
  function tap(message, suggestion, index) {
    const effect = effectOf(suggestion);
    void attempt(actions.tap(message.id, index), effect ?? `Tapped “${suggestion.text}”.`);
  }

  /** @param {Message} message */
  function read(message) {
    void attempt(actions.read(message.id), "Marked as read.");
  }

  const onSubmit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const text = reply.value.trim();
    if (text === "" || send.disabled) return;
    send.disabled = true;
    const route = /** @type {Route} */ (JSON.parse(routes.value));
    if (await attempt(actions.reply(route, text), "Reply sent.")) {
      reply.value = "";
      atEnd = true;
    }
    send.disabled = false;
    reply.focus();
  };
  const onKey = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    composer.requestSubmit();
  };
  const onPick = () => {
    picked = true;
  };
  const onEarlier = () => {
    atEnd = false;
    void attempt(earlier(), "");
  };
  composer.addEventListener("submit", onSubmit);
  reply.addEventListener("keydown", onKey);
  routes.addEventListener("change", onPick);
  more.addEventListener("click", onEarlier);

  /**
   * Offers routes for a reply: the senders of the messages, latest first.
   * @param {readonly Message[]} messages
   */
  function offerRoutes(messages) {
    /** @type {Map<string, Route>} */
    const routeByKey = new Map();
    for (const { channel, sender } of [...messages].reverse()) {
      if (channel === "voice" || sender === null) continue;
      const route = { channel, to: sender };
      routeByKey.set(JSON.stringify(route), route);
    }
    for (const channel of /** @type {const} */ (["sms", "rcs"])) {
      if ([...routeByKey.values()].some((route) => route.channel === channel)) continue;
      const route = { channel, to: null };
      routeByKey.set(JSON.stringify(route), route);
    }
    const keys = [...routeByKey.keys()].join();
    if (keys === routeKeys) return;
    routeKeys = keys;
    const before = routes.value;
    const options = [...routeByKey].map(([value, { channel, to }]) =>
      el("option", { value }, `${channelName(channel)} to ${to ?? "the default sender"}`),
    );
    fill(routes, ...options);
    if (picked && routeByKey.has(before)) routes.value = before;
  }

  /**
   * Announces new messages to screen readers.
   * @param {readonly Message[]} messages
   * @param {boolean} loaded
   */
  function announce(messages, loaded) {
    const here = messages.filter(hasArrived);
    if (seen !== null) {
      const before = seen;
      const fresh = here.filter(({ id }) => !before.has(id));
      const texts = fresh.map(
        ({ channel, sender, content }) =>
          `New ${channelName(channel)} from ${sender ?? "an unknown sender"}: ${summaryOf(content).slice(0, 200)}`,
      );
      if (texts.length > 0) setText(news, texts.join(". "));
    }
    if (loaded) seen = new Set([...(seen ?? []), ...here.map(({ id }) => id)]);
  }

  /** @param {State} state */
  function lines({ messages, inbound, events, selectedId }) {
    /** @type {{ id: string, at: string, element: HTMLLIElement }[]} */
    const all = [];
    /** @param {string} id @param {() => HTMLLIElement} make */
    const kept = (id, make) => {
      const element = others.get(id) ?? make();
      others.set(id, element);
      return element;
    };
    for (const one of messages.values())
      all.push({ id: one.id, at: one.created_at, element: entryOf(one, one.id === selectedId) });
    for (const one of inbound.values())
      all.push({ id: one.id, at: one.received_at, element: kept(one.id, () => inboundEntry(one)) });
    for (const one of events.values())
      all.push({ id: one.id, at: one.received_at, element: kept(one.id, () => eventEntry(one)) });
    // Ids increase with creation time and are more precise than timestamps.
    all.sort((a, b) => (a.id < b.id ? -1 : 1));
    let day = "";
    return all.flatMap(({ at, element }) => {
      const name = dayName(at);
      if (name === day) return [element];
      day = name;
      return [kept(`day ${name}`, () => el("li", { class: "day" }, name)), element];
    });
  }

  /** @param {State} state */
  function draw(state) {
    const { number, messages, loaded, older } = state;
    if (number !== shown) {
      shown = number;
      entryOf = messageEntries({ load, select, tap, read });
      others = new Map();
      seen = null;
      atEnd = true;
      showNotice("");
      reply.value = "";
      picked = false;
      routeKeys = "";
    }
    const sorted = [...messages.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    announce(sorted, loaded);
    setText(title, number === null ? "No number chosen" : phoneNumber(number));
    const own = state.inbound.size + state.events.size;
    const empty = messages.size + own === 0;
    setText(subtitle, number === null ? "The phone is off" : empty ? "Nothing yet" : "Sandbox phone");
    setText(
      hint,
      number === null
        ? "Choose a number to turn the phone on."
        : loaded
          ? "Nothing has been sent to this number. New messages appear here."
          : "Loading messages…",
    );
    hint.hidden = number !== null && !empty;
    more.hidden = older <= 0;
    composer.hidden = number === null;
    offerRoutes(sorted.filter(hasArrived));
    arrange(list, lines(state));
    if (atEnd) scroller.scrollTop = scroller.scrollHeight;
  }

  return {
    draw,
    end() {
      keepEnd.disconnect();
      composer.removeEventListener("submit", onSubmit);
      reply.removeEventListener("keydown", onKey);
      routes.removeEventListener("change", onPick);
      more.removeEventListener("click", onEarlier);
    },
  };
}
