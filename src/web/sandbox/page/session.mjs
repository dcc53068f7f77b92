// Polls the service for the page's state. One loop polls all parts, to stay well below the account's rate
// limit. It sends about 150 requests a minute while data changes, and a third of that otherwise.

import { ApiError } from "./api.mjs";

/** @import { Api } from "./api.mjs" */
/** @import { Actions, Delivery, InboundEvent, InboundMessage, Message } from "./types.mjs" */
/** @import { Page, State, Webhook } from "./types.mjs" */

const PAGE_SIZE = 50;
const RECENT = 100;
const DELIVERIES = 10;

const QUIET_AFTER_MS = 60_000;
const QUIET_PACE = 3;
const HIDDEN_PACE = 20;
/** Polling interval of parts whose request returned 403 or 404, in seconds. */
const REFUSED_EVERY = 60;

/**
 * @typedef {object} Listener
 * @property {(state: State) => void} changed called after each poll
 * @property {(problem: string | null) => void} connection called with the connection problem, or null
 * @property {() => void} refused called when the service rejects the key
 */

/** @typedef {{ name: string, every: number, run: () => Promise<void>, dueAt: number }} Task */

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
  let isPolling = false;
  let pollAgain = false;

  const draw = () => {
    if (!ended) listener.changed(state);
  };

  /** @type {Task[]} */
  const tasks = [
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
  async function requestMessages(offset) {
    const { number } = state;
    if (number === null) return;
    /** @type {Page<Message>} */
    const { data, pagination } = await page("v3/messages", { search: number, limit: PAGE_SIZE, offset });
    if (state.number !== number) return;
    // The search also matches message texts.
    for (const message of data) if (message.to === number) state.messages.set(message.id, message);
    // `older` changes only when older messages are loaded. Polls load only the newest page.
    if (offset > 0 || !state.loaded) state.older = pagination.total - offset - data.length;
    state.total = pagination.total;
    state.loaded = true;
  }

  async function loadMessages() {
    await requestMessages(0);
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

  /** @param {Task} task */
  async function runTask(task) {
    let { every } = task;
    /** @type {ApiError | null} */
    let failure = null;
    try {
      await task.run();
      state.troubles.delete(task.name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failure = error;
      if (error.status === 403 || error.status === 404) {
        state.troubles.set(task.name, error.message);
        every = REFUSED_EVERY;
      }
    }
    task.dueAt = performance.now() + every * 1000 * pace();
    return failure;
  }

  /** @param {readonly (ApiError | null)[]} outcomes */
  function reportOutcomes(outcomes) {
    if (outcomes.some((error) => error?.status === 401)) {
      listener.refused();
      return;
    }
    const failure = outcomes.find((error) => error && error.status !== 403 && error.status !== 404);
    if (!failure) {
      failures = 0;
      listener.connection(null);
      return;
    }
    failures += 1;
    const seconds = failure.retryAfter ?? Math.min(10, failures * 2);
    pausedUntil = performance.now() + seconds * 1000;
    listener.connection(`${failure.message}. Retrying in ${seconds} s.`);
  }

  function noticeChange() {
    const { messages, inbound, events, deliveries } = state;
    const steps = [...messages.values()].map(({ id, status }) => id + status);
    const now = [steps, inbound.size, events.size, deliveries.map(({ id, status }) => id + status)].join();
    if (now === fingerprint) return;
    fingerprint = now;
    lastChange = performance.now();
    for (const task of tasks) if (task.name === "recent") task.dueAt = 0;
  }

  async function pollDue() {
    clearTimeout(timer);
    if (ended) return;
    if (isPolling) {
      pollAgain = true;
      return;
    }
    isPolling = true;
    const now = performance.now();
    const due = pausedUntil > now ? [] : tasks.filter(({ dueAt }) => dueAt <= now);
    if (due.length > 0) {
      const outcomes = await Promise.all(due.map(runTask));
      if (!ended) {
        reportOutcomes(outcomes);
        noticeChange();
        draw();
      }
    }
    isPolling = false;
    if (ended) return;
    const next = Math.max(pausedUntil, Math.min(...tasks.map(({ dueAt }) => dueAt))) - performance.now();
    timer = setTimeout(pollDue, pollAgain ? 0 : Math.max(50, next));
    pollAgain = false;
  }

  /** Polls the named parts now, or all parts if no name is given. @param {...string} names */
  function pollNow(...names) {
    lastChange = performance.now();
    for (const task of tasks) if (names.length === 0 || names.includes(task.name)) task.dueAt = 0;
    void pollDue();
  }

  const onVisibility = () => {
    if (!document.hidden) pollNow();
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
      pollNow();
    },
    async tap(message_id, suggestion) {
      await api.post("sandbox/taps", { message_id, suggestion });
      pollNow();
    },
    async read(message_id) {
      await api.post("sandbox/reads", { message_id });
      pollNow();
    },
  };

  void pollDue();
  return {
    actions,
    /** @param {string} number E.164 */
    open(number) {
      const { recent, webhooks, webhookId, deliveries, troubles } = state;
      Object.assign(state, emptyState(), { number, recent, webhooks, webhookId, deliveries, troubles });
      draw();
      pollNow("messages", "inbound", "events");
    },
    /** @param {string} messageId */
    select(messageId) {
      state.following = false;
      state.selectedId = messageId;
      if (state.detail?.id !== messageId) state.detail = null;
      draw();
      pollNow("messages");
    },
    /** @param {boolean} on whether the newest message is selected automatically */
    follow(on) {
      state.following = on;
      pollNow("messages");
    },
    /** @param {string} webhookId */
    watch(webhookId) {
      state.webhookId = webhookId;
      state.deliveries = [];
      draw();
      pollNow("deliveries");
    },
    async earlier() {
      await requestMessages(state.total - state.older);
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

/**
 * Returns a typed number in E.164, as the service parses it.
 * @param {Api} api
 * @param {string} typed
 * @returns {Promise<string>}
 */
export async function normalized(api, typed) {
  const content = { type: "text", text: "." };
  const preview = await api.post("v3/messages/preview", {
    channel: "sms",
    content,
    recipients: [{ to: typed }],
  });
  return preview.data[0].to;
}
