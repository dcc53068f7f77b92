import type { components } from "../../generated/schema";
import { databases, openTestDatabase, type OpenTestDatabase, settingsOf } from "../support/databases";
import { type EventCollector, eventCollector } from "../support/event-collector";
import { fetchServed, freePort, ServiceProcess } from "../support/process";
import { until } from "../support/until";

type Message = components["schemas"]["Message"];

/** RECADO_TEST_KILLS=50 kills the service more often. */
const KILLS = Number(process.env.RECADO_TEST_KILLS ?? 6);
/** A page of a list has at most 1,000 messages, so the follow-ups of more sends would not fit. */
const SENDS = Math.min(200 * KILLS, 2_000);
const SENDERS_AT_ONCE = 8;
const KEY = `st_${"ab".repeat(32)}`;
// The guide first-message describes the sandbox's behaviour; one suffix replies, three fire a follow-up.
const SUFFIXES = ["1234", "0001", "0002", "0005", "0007", "4321", "0009", "5555"];

describe.each(databases)(`a service on %s that is killed ${KILLS} times`, (kind) => {
  let database: OpenTestDatabase;
  let service: ServiceProcess;
  let hook: EventCollector;

  beforeAll(async () => {
    database = await openTestDatabase(kind);
    // Only the service may use the database while it runs.
    if (kind === "SQLite") await database.db.destroy();
    service = new ServiceProcess({
      PORT: String(await freePort()),
      ...settingsOf(database),
      RECADO_API_KEY: KEY,
      RECADO_RATE_LIMIT: "1000000",
      RECADO_WEBHOOK_ALLOW_PRIVATE: "1",
      RECADO_LOG_LEVEL: "warn",
    });
    hook = await eventCollector();
    await service.start();
  });

  afterAll(async () => {
    await service.stop("SIGKILL");
    await hook.close();
    await database.close();
  });

  const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const headers = { "X-API-Key": KEY, "Content-Type": "application/json", ...init.headers };
    const response = await fetchServed(`${service.baseUrl}/v3${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  };

  it("keeps each message, follow-up and event once and without gaps", async () => {
    const webhook = await call<{ secret: string }>("/webhooks", {
      method: "POST",
      body: JSON.stringify({ url: hook.url }),
    });
    hook.trust(webhook.secret);
    const template = (body: object) =>
      call<{ id: string }>("/templates", {
        method: "POST",
        body: JSON.stringify({ channel: "sms", ...body }),
      });
    const fallback = await template({ name: "Fallback", content: { type: "text", text: "Outra vez {{n}}" } });
    const rule = { on: ["undelivered", "failed", "expired"], template_id: fallback.id };
    const first = await template({
      name: "First",
      content: { type: "text", text: "Mensagem {{n}}" },
      follow_ups: [rule],
    });
    const accepted = new Map<number, string>();

    const sendOne = async (index: number) => {
      const to = `+55119${String(1_000 + (index % 9_000)).padStart(4, "8")}${SUFFIXES[index % SUFFIXES.length]}`;
      const body = JSON.stringify({
        template_id: first.id,
        recipients: [{ to, variables: { n: `${index}` }, client_reference: `${index}` }],
      });
      for (;;) {
        const response = await call<{ data: { message_id: string }[] }>("/messages", {
          method: "POST",
          headers: { "Idempotency-Key": `send-${index}` },
          body,
        }).catch(() => null);
        if (response) return void accepted.set(index, response.data[0]?.message_id ?? "");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    let next = 0;
    const sender = async () => {
      while (next < SENDS) await sendOne(next++);
    };
    const senders = Promise.all(Array.from({ length: SENDERS_AT_ONCE }, sender));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await until(`send ${kill}`, 120, async () => accepted.size >= (SENDS * kill) / (KILLS + 1));
      await service.stop("SIGKILL");
      await service.start();
    }
    await senders;
    expect(accepted.size).toBe(SENDS);

    const total = async (query: string) =>
      (await call<components["schemas"]["MessagePage"]>(`/messages?limit=1&${query}`)).pagination.total;
    const failed = "status=undelivered&status=failed&status=expired";
    const areFinal = async () => (await total("status=pending&status=sent")) === 0;
    await until("every message is final, and every failed message is followed up", 240, async () => {
      if (!(await areFinal())) return false;
      const followUps = await total(`template_id=${fallback.id}`);
      return followUps >= (await total(`template_id=${first.id}&${failed}`));
    });
    // The last follow-ups are created after their messages are final.
    await until("every follow-up is final", 60, areFinal);
    expect(await total(`template_id=${first.id}`)).toBe(SENDS);

    const messages = new Map<string, Message>();
    for (const id of accepted.values()) messages.set(id, await call<Message>(`/messages/${id}`));
    expect(messages.size).toBe(SENDS);
    expect(new Set([...messages.values()].map((message) => message.client_reference)).size).toBe(SENDS);

    // Each failed message has one follow-up with its values, and no other message has a follow-up.
    const followUps = await call<components["schemas"]["MessagePage"]>(
      `/messages?limit=1000&template_id=${fallback.id}`,
    );
    const parents = followUps.data.map((message) => message.parent_message_id ?? "");
    const unsuccessful = [...messages.values()].filter(({ status }) =>
      ["undelivered", "failed", "expired"].includes(status),
    );
    expect(unsuccessful).toHaveLength((SENDS * 3) / SUFFIXES.length);
    expect([...parents].sort()).toEqual(unsuccessful.map(({ id }) => id).sort());
    for (const { id, content, parent_message_id } of followUps.data) {
      const parent = messages.get(parent_message_id ?? "");
      expect(content).toEqual({ type: "text", text: `Outra vez ${parent?.client_reference}` });
      messages.set(id, await call<Message>(`/messages/${id}`));
    }
    const replies = await call<components["schemas"]["InboundMessagePage"]>("/inbound-messages?limit=1000");
    const paired = replies.data.map((reply) => reply.paired_message_id);
    expect(new Set(paired).size).toBe(paired.length);

    const expected = [...messages.values()].reduce((sum, message) => sum + message.status_history.length, 0);
    await until("every event has arrived", 180, async () => hook.events.size >= expected);
    const sequences = hook.sequences();
    for (const [id, message] of messages) {
      const inOrder = message.status_history.map((_, index) => index + 1);
      expect([id, sequences.get(id)]).toEqual([id, inOrder]);
    }
    expect(hook.events.size).toBe(expected);
    expect(hook.forged()).toBe(0);
  }, 600_000);
});
