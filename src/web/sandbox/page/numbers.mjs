// Choice of the phone: the user enters a number, or selects one that recently received a message.

import { arrange, byId, el, setText } from "./dom.mjs";
import { briefTime, channelName, phoneNumber, summaryOf } from "./format.mjs";

/** @import { Message, State } from "./types.mjs" */

/** @param {{ open: (number: string) => void, normalize: (typed: string) => Promise<string> }} parts */
export function numbersView({ open, normalize }) {
  const form = byId("pick", HTMLFormElement);
  const input = byId("number", HTMLInputElement);
  const error = byId("number-error", HTMLElement);
  const list = byId("recent", HTMLUListElement);
  const none = byId("recent-none", HTMLElement);
  /**
   * @typedef {{ item: HTMLLIElement, update: (message: Message, current: boolean, unread: boolean) => void }}
   * Row
   */
  /** @type {Map<string, Row>} */
  const rows = new Map();
  /** Id of the newest message that the user has seen, by number. @type {Map<string, string>} */
  const seen = new Map();

  const onSubmit = async (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const typed = input.value.trim();
    let problem = "Enter a phone number.";
    if (typed !== "") {
      try {
        const number = await normalize(typed);
        problem = "";
        input.value = phoneNumber(number);
        open(number);
      } catch (cause) {
        problem = cause instanceof Error ? cause.message : String(cause);
      }
    }
    setText(error, problem);
    error.hidden = problem === "";
    input.setAttribute("aria-invalid", String(problem !== ""));
    if (problem !== "") input.focus();
  };
  form.addEventListener("submit", onSubmit);

  /** @param {string} number @returns {Row} */
  function rowFor(number) {
    const last = el("span", { class: "recent-text", lang: "pt-BR", dir: "auto" });
    const when = el("span", { class: "recent-time" });
    const mark = el("span", { class: "unread" }, el("span", { class: "unseen" }, "New. "));
    const button = el(
      "button",
      { type: "button", class: "recent", onclick: () => open(number) },
      el("span", { class: "recent-number" }, mark, phoneNumber(number)),
      when,
      last,
    );
    return {
      item: el("li", {}, button),
      update(message, current, unread) {
        const name = channelName(message.channel);
        setText(last, message.channel === "voice" ? name : `${name}: ${summaryOf(message.content)}`);
        setText(when, briefTime(message.created_at));
        mark.hidden = !unread;
        button.setAttribute("aria-current", String(current));
      },
    };
  }

  /** @param {State} state */
  function draw({ recent, number }) {
    /** @type {Map<string, Message>} */
    const newest = new Map();
    for (const message of recent) {
      if (message.to !== null && !newest.has(message.to)) newest.set(message.to, message);
    }
    const items = [...newest].map(([to, message]) => {
      const row = rows.get(to) ?? rowFor(to);
      rows.set(to, row);
      const current = to === number;
      if (current || !seen.has(to)) seen.set(to, message.id);
      row.update(message, current, seen.get(to) !== message.id);
      return row.item;
    });
    arrange(list, items);
    none.hidden = items.length > 0;
  }

  return {
    draw,
    end() {
      form.removeEventListener("submit", onSubmit);
    },
  };
}
