// Panel with the selected message, its history, and webhook deliveries.

import { arrange, byId, el, fill, setText } from "./dom.mjs";
import { channelName, counted, exactTime, money, phoneNumber } from "./format.mjs";

/** @import { Delivery, Message, State } from "./types.mjs" */

/**
 * @param {{ follow: (on: boolean) => void, watch: (webhookId: string) => void }} parts
 */
export function detailsView({ follow, watch }) {
  const following = byId("follow", HTMLInputElement);
  const none = byId("message-none", HTMLElement);
  const facts = byId("facts", HTMLElement);
  const history = byId("history", HTMLOListElement);
  const historyTitle = byId("history-title", HTMLElement);
  const webhook = byId("webhook", HTMLSelectElement);
  const webhookNone = byId("webhook-none", HTMLElement);
  const webhookRow = byId("webhook-row", HTMLElement);
  const list = byId("deliveries", HTMLUListElement);
  const deliveriesNone = byId("deliveries-none", HTMLElement);
  let drawn = "";
  let offered = "";
  /** @type {Map<string, DeliveryRow>} */
  let rows = new Map();

  const onFollow = () => follow(following.checked);
  const onWebhook = () => watch(webhook.value);
  following.addEventListener("change", onFollow);
  webhook.addEventListener("change", onWebhook);

  /** @param {Message | null} message */
  function drawMessage(message) {
    const now = JSON.stringify(message);
    if (now === drawn) return;
    drawn = now;
    none.hidden = message !== null;
    facts.hidden = message === null;
    history.hidden = message === null;
    historyTitle.hidden = message === null;
    if (message === null) {
      fill(facts);
      fill(history);
      return;
    }
    fill(facts, ...factsOf(message).flatMap(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]));
    const steps = message.status_history.map(({ status, occurred_at, error }) =>
      el(
        "li",
        { class: `step ${status}` },
        el("span", { class: `pill ${status}` }, status),
        " ",
        el("time", { datetime: occurred_at }, exactTime(occurred_at)),
        error && el("span", { class: "step-error" }, error.message),
      ),
    );
    fill(history, ...steps);
  }

  /** @param {State} state */
  function drawWebhooks({ webhooks, webhookId, deliveries, troubles }) {
    const trouble = troubles.get("webhooks") ?? troubles.get("deliveries");
    setText(webhookNone, trouble ?? "The account has no webhook endpoint.");
    webhookNone.hidden = trouble === undefined && webhooks.length > 0;
    webhookRow.hidden = webhooks.length === 0;
    const now = JSON.stringify(webhooks.map(({ id, url, status }) => [id, url, status]));
    if (now !== offered) {
      offered = now;
      const options = webhooks.map(({ id, url, status }) =>
        el("option", { value: id }, status === "enabled" ? url : `${url} (${status})`),
      );
      fill(webhook, ...options);
    }
    if (webhookId !== null && webhook.value !== webhookId) webhook.value = webhookId;
    const fresh = new Map(deliveries.map((one) => [one.id, rows.get(one.id) ?? deliveryRow(one.id)]));
    rows = fresh;
    for (const delivery of deliveries) rows.get(delivery.id)?.update(delivery);
    arrange(
      list,
      [...fresh.values()].map(({ item }) => item),
    );
    deliveriesNone.hidden = webhooks.length === 0 || deliveries.length > 0;
  }

  return {
    /** @param {State} state */
    draw(state) {
      following.checked = state.following;
      drawMessage(state.detail);
      drawWebhooks(state);
    },
    end() {
      following.removeEventListener("change", onFollow);
      webhook.removeEventListener("change", onWebhook);
    },
  };
}

/** @param {Message} message @returns {[string, string | HTMLElement][]} */
function factsOf(message) {
  const { id, channel, status, to, sender, segments, price, error, client_reference } = message;
  /** @type {[string, string | HTMLElement | null][]} */
  const all = [
    ["Status", el("span", { class: `pill ${status}` }, status)],
    ["Channel", channelName(channel)],
    ["To", to === null ? "erased" : phoneNumber(to)],
    ["From", sender === null ? null : phoneNumber(sender)],
    ["Segments", segments === null ? null : String(segments)],
    ["Price", money(price)],
    ["Error", error === null ? null : `${error.code}: ${error.message}`],
    ["Carrier code", error?.carrier_code ?? null],
    ["Your reference", client_reference],
    ["Follow-up of", message.parent_message_id],
    ["Template", message.template_id],
    ["Campaign", message.campaign_id],
    ["ID", el("code", {}, id)],
  ];
  return /** @type {[string, string | HTMLElement][]} */ (all.filter(([, value]) => value !== null));
}

/** @typedef {{ item: HTMLLIElement, update: (delivery: Delivery) => void }} DeliveryRow */

/** @param {string} id @returns {DeliveryRow} */
function deliveryRow(id) {
  const summary = el("summary");
  const attempts = el("ol", { class: "attempts" });
  const item = el(
    "li",
    { class: "delivery" },
    el("details", {}, summary, attempts, el("p", {}, "ID ", el("code", {}, id))),
  );
  let drawn = "";
  return {
    item,
    // Only the content is replaced, so that an open section stays open.
    update(delivery) {
      const now = JSON.stringify(delivery);
      if (now === drawn) return;
      drawn = now;
      const { status, created_at, event_ids, next_attempt_at } = delivery;
      const tries = delivery.attempts.length;
      fill(
        summary,
        el("span", { class: `pill ${status}` }, status),
        ` ${exactTime(created_at)}, ${counted(event_ids.length, "event")}, ${counted(tries, "attempt")}`,
      );
      const lines = delivery.attempts.map(({ attempted_at, response_status, error, duration_ms }) =>
        el(
          "li",
          {},
          `${exactTime(attempted_at)}: ${error ?? `status ${response_status}`}, ${duration_ms} ms`,
        ),
      );
      if (next_attempt_at !== null) lines.push(el("li", {}, `Next attempt at ${exactTime(next_attempt_at)}`));
      fill(attempts, ...lines);
    },
  };
}
