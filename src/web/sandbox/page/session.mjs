// What the page knows, asked for again and again. One loop serves all parts, so that a key's requests stay well below
// the limit of its account: about 150 a minute while something happens, a third of that while nothing does.

import { ApiError } from "./api.mjs";

/** @import { Api } from "./api.mjs" */
/** @import { Actions, Delivery, InboundEvent, InboundMessage, Message, Page, State, Webhook } from "./types.mjs" */

const PAGE_SIZE = 50;
const RECENT = 100;
const DELIVERIES = 10;

const QUIET_AFTER_MS = 60_000;
const QUIET_PACE = 3;
const HIDDEN_PACE = 20;
/** A part that this key may not see, or that the service does not offer, is asked for this rarely, in seconds. */
const REFUSED_EVERY = 60;

/**
 * @typedef {object} Listener
 * @property {(state: State) => void} changed
 * @property {(problem: string | null) => void} connection what is wrong with the service as a whole, null when well
 * @property {() => void} refused the key is no longer taken
 */

/** @typedef {{ name: string, every: number, run: () => Promise<void>, dueAt: number }} Chore */

/** @returns {State} */
const emptyState = () => ({
  number: null,
  loaded: false,
  messages: new Map(),
  total: 0,
  older: 0,
  inbound: new Map(),
  events: new Map(),
  recent: [],
  following: true,
  selectedId: null,
  detail: null,
  webhooks: [],
  webhookId: null,
  deliveries: [],
  troubles: new Map(),
});

/**
 * @param {Api} api
 * @param {Listener} listener
 */
export function startSession(api, listener) {
  const state = emptyState();
  let ended = false;
  let lastChange = performance.now();
  let failures = 0;
  let pausedUntil = 0;
  let fingerprint = "";
  /** @type {number | undefined} */
  let timer;
  let turning = false;
  let again = false;

  const draw = () => {
    if (!ended) listener.changed(state);
  };

  /** @type {Chore[]} */
  const chores = [
    { name: "messages", every: 1, run: loadMessages, dueAt: 0 },
    { name: "inbound", every: 2, run: loadInbound, dueAt: 0 },
    { name: "events", every: 2, run: loadEvents, dueAt: 0 },
    { name: "deliveries", every: 3, run: loadDeliveries, dueAt: 0 },
    { name: "recent", every: 5, run: loadRecent, dueAt: 0 },
    { name: "webhooks", every: 15, run: loadWebhooks, dueAt: 0 },
  ];

  /**
   * @template T
   * @param {string} path
   * @param {Record<string, string | number>} query
   * @returns {Promise<Page<T>>}
   */
  const page = (path, query) => api.get(path, query);

  /** @param {number} offset */
  async function askMessages(offset) {
    const { number } = state;
    if (number === null) return;
    /** @type {Page<Message>} */
    const { data, pagination } = await page("v3/messages", { search: number, limit: PAGE_SIZE, offset });
    if (state.number !== number) return;
    // The search looks into texts too.
    for (const message of data) if (message.to === number) state.messages.set(message.id, message);
    // Of the older ones only as many are fetched as were asked for; new ones do not move what is left of them.
    if (offset > 0 || !state.loaded) state.older = pagination.total - offset - data.length;
    state.total = pagination.total;
    state.loaded = true;
  }

  async function loadMessages() {
    await askMessages(0);
    await loadDetail();
  }

  const newest = () => [...state.messages.keys()].sort().at(-1) ?? null;

  async function loadDetail() {
    if (state.following) state.selectedId = newest();
    const { selectedId } = state;
    const listed = selectedId === null ? undefined : state.messages.get(selectedId);
    if (!listed) {
      state.detail = null;
      return;
    }
    const { detail } = state;
    const isCurrent =
      detail?.id === listed.id && detail.status === listed.status && detail.updated_at === listed.updated_at;
    if (isCurrent) return;
    /** @type {Message} */
    const found = await api.get(`v3/messages/${listed.id}`);
    if (state.selectedId === found.id) state.detail = found;
  }

  async function loadInbound() {
    const { number } = state;
    if (number === null) return;
    /** @type {Page<InboundMessage>} */
    const { data } = await page("v3/inbound-messages", { sender: number, limit: PAGE_SIZE });
    if (state.number === number) for (const item of data) state.inbound.set(item.id, item);
  }

  async function loadEvents() {
    const { number } = state;
    if (number === null) return;
    /** @type {Page<InboundEvent>} */
    const { data } = await page("v3/inbound-rcs-events", { sender: number, limit: PAGE_SIZE });
    if (state.number === number) for (const item of data) state.events.set(item.id, item);
  }

  async function loadRecent() {
    /** @type {Page<Message>} */
    const { data } = await page("v3/messages", { limit: RECENT });
    state.recent = data;
  }

  async function loadWebhooks() {
    /** @type {Page<Webhook>} */
    const { data } = await page("v3/webhooks", { limit: 25 });
    state.webhooks = data;
    if (!data.some(({ id }) => id === state.webhookId)) {
      state.webhookId = data[0]?.id ?? null;
      state.deliveries = [];
      await loadDeliveries();
    }
  }

  async function loadDeliveries() {
    const { webhookId } = state;
    if (webhookId === null) return;
    /** @type {Page<Delivery>} */
    const { data } = await page(`v3/webhooks/${webhookId}/deliveries`, { limit: DELIVERIES });
    if (state.webhookId === webhookId) state.deliveries = data;
  }

  const pace = () => {
    if (document.hidden) return HIDDEN_PACE;
    return performance.now() - lastChange > QUIET_AFTER_MS ? QUIET_PACE : 1;
  };

  /** @param {Chore} chore */
  async function perform(chore) {
    let { every } = chore;
    /** @type {ApiError | null} */
    let failure = null;
    try {
      await chore.run();
      state.troubles.delete(chore.name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failure = error;
      if (error.status === 403 || error.status === 404) {
        state.troubles.set(chore.name, error.message);
        every = REFUSED_EVERY;
      }
    }
    chore.dueAt = performance.now() + every * 1000 * pace();
    return failure;
  }

  /** @param {readonly (ApiError | null)[]} outcomes */
  function judge(outcomes) {
    if (outcomes.some((error) => error?.status === 401)) {
      listener.refused();
      return;
    }
    const grave = outcomes.find((error) => error && error.status !== 403 && error.status !== 404);
    if (!grave) {
      failures = 0;
      listener.connection(null);
      return;
    }
    failures += 1;
    const seconds = grave.retryAfter ?? Math.min(10, failures * 2);
    pausedUntil = performance.now() + seconds * 1000;
    listener.connection(`${grave.message}. Trying again in ${seconds} s.`);
  }

  function noticeChange() {
    const { messages, inbound, events, deliveries } = state;
    const steps = [...messages.values()].map(({ id, status }) => id + status);
    const now = [steps, inbound.size, events.size, deliveries.map(({ id, status }) => id + status)].join();
    if (now === fingerprint) return;
    fingerprint = now;
    lastChange = performance.now();
    for (const chore of chores) if (chore.name === "recent") chore.dueAt = 0;
  }

  async function turn() {
    clearTimeout(timer);
    if (ended) return;
    if (turning) {
      again = true;
      return;
    }
    turning = true;
    const now = performance.now();
    const due = pausedUntil > now ? [] : chores.filter(({ dueAt }) => dueAt <= now);
    if (due.length > 0) {
      const outcomes = await Promise.all(due.map(perform));
      if (!ended) {
        judge(outcomes);
        noticeChange();
        draw();
      }
    }
    turning = false;
    if (ended) return;
    const next = Math.max(pausedUntil, Math.min(...chores.map(({ dueAt }) => dueAt))) - performance.now();
    timer = setTimeout(turn, again ? 0 : Math.max(50, next));
    again = false;
  }

  /** Asks for these parts now. @param {...string} names */
  function hurry(...names) {
    lastChange = performance.now();
    for (const chore of chores) if (names.length === 0 || names.includes(chore.name)) chore.dueAt = 0;
    void turn();
  }

  const onVisibility = () => {
    if (!document.hidden) hurry();
  };
  document.addEventListener("visibilitychange", onVisibility);

  /** @type {Actions} */
  const actions = {
    async reply({ channel, to }, text) {
      await api.post("sandbox/replies", {
        channel,
        from: state.number,
        ...(to === null ? {} : { to }),
        text,
      });
      hurry();
    },
    async tap(message_id, suggestion) {
      await api.post("sandbox/taps", { message_id, suggestion });
      hurry();
    },
    async read(message_id) {
      await api.post("sandbox/reads", { message_id });
      hurry();
    },
  };

  void turn();
  return {
    actions,
    /** @param {string} number E.164 */
    open(number) {
      const { recent, webhooks, webhookId, deliveries, troubles } = state;
      Object.assign(state, emptyState(), { number, recent, webhooks, webhookId, deliveries, troubles });
      draw();
      hurry("messages", "inbound", "events");
    },
    /** @param {string} messageId */
    select(messageId) {
      state.following = false;
      state.selectedId = messageId;
      if (state.detail?.id !== messageId) state.detail = null;
      draw();
      hurry("messages");
    },
    /** @param {boolean} on whether the newest message is to be the selected one */
    follow(on) {
      state.following = on;
      hurry("messages");
    },
    /** @param {string} webhookId */
    watch(webhookId) {
      state.webhookId = webhookId;
      state.deliveries = [];
      draw();
      hurry("deliveries");
    },
    async earlier() {
      await askMessages(state.total - state.older);
      draw();
    },
    end() {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", onVisibility);
    },
  };
}

/** @typedef {ReturnType<typeof startSession>} Session */

/** The number in E.164 as the service reads it. @param {Api} api @param {string} typed @returns {Promise<string>} */
export async function normalized(api, typed) {
  const content = { type: "text", text: "." };
  const preview = await api.post("v3/messages/preview", {
    channel: "sms",
    content,
    recipients: [{ to: typed }],
  });
  return preview.data[0].to;
}
