import type { components } from "../../../generated/schema";
import { nameFor } from "../bodies";
import { type EventOperation, events } from "../contract";
import { eventExchange, missingEvent, typeOf } from "../event-check";
import { allDiffer } from "../expectations";
import {
  freeNumber,
  newCampaign,
  newList,
  registered,
  sent,
  smsTemplate,
  suggestionTo,
  textTo,
} from "../fixtures";
import { eventsIn } from "../invariants/checks/events";
import { at, textAt } from "../invariants/values";
import { poll } from "../../tools/poll";
import { GOOD, type Received, type Receiver } from "../receiver";
import { type Context, ScenarioStopped, scenario } from "../context";

type EventType = components["schemas"]["WebhookEventType"];
type Delivery = components["schemas"]["WebhookDelivery"];

/** Maximum wait for an event or its retry. The contract promises the first retry after five seconds. */
const WITHIN_MS = 30_000;
const POLL_MS = 50;

const cells = events.map(({ id }) => [id, 204] as const);
const ofType = (type: unknown) => events.find((one) => one.eventType === type);

/** Error if the deployment cannot reach the receiver, which does not violate the contract. */
class ReceiverUnreachable extends Error {}

const becomesTrue = (isTrue: () => boolean | Promise<boolean>, everyMs: number): Promise<boolean> =>
  poll(isTrue, Boolean, { withinMs: WITHIN_MS, everyMs });

class Endpoint {
  private checked = 0;

  constructor(
    private readonly context: Context,
    private readonly receiver: Receiver,
    readonly id: string,
    private readonly secret: string,
  ) {}

  /** Checks requests since the last call. Skips refused requests, which the deployment sends again. */
  async check(purpose: string, expected: EventOperation): Promise<void> {
    for (const received of this.receiver.requests.slice(this.checked)) {
      this.checked += 1;
      if (received.status !== GOOD) continue;
      const operation = ofType(typeOf(received)) ?? expected;
      const about = { purpose, secret: this.secret, url: this.receiver.url };
      this.context.record(await eventExchange(operation, received, about));
    }
  }

  /** Waits for `count` requests with the text, then checks all new requests. Returns whether they arrived. */
  async receives(operation: EventOperation, text: string, purpose: string, count = 1): Promise<boolean> {
    const isComplete = await becomesTrue(() => this.bodiesWith(operation, text).length >= count, POLL_MS);
    await this.check(purpose, operation);
    return isComplete;
  }

  /** Returns the bodies of the requests with events of one type that contain the text. */
  bodiesWith({ eventType }: EventOperation, text: string): string[] {
    const matching = (one: Received) => typeOf(one) === eventType && one.body.includes(text);
    return this.receiver.requests.filter(matching).map(({ body }) => body.toString("utf8"));
  }

  miss(operation: EventOperation, purpose: string, why: string): void {
    this.context.record(missingEvent(operation, purpose, this.receiver.url, why));
  }

  async delivery(id: string): Promise<Delivery | undefined> {
    const request = { params: { webhook_id: this.id }, query: { limit: 100 } };
    const words = "lists the deliveries of the receiver";
    const { data } = await this.context.provoke("listWebhookDeliveries", 200, request, words);
    return data.find((one) => one.id === id);
  }

  /** Waits until the log has the delivery in the expected state; returns false after the maximum wait. */
  logs(id: string, isExpected: (delivery: Delivery) => boolean): Promise<boolean> {
    return becomesTrue(async () => {
      const delivery = await this.delivery(id);
      return delivery !== undefined && isExpected(delivery);
    }, 4 * POLL_MS);
  }

  /** Waits until the deliveries of a message include this endpoint; returns false after the maximum wait. */
  listsDelivery(message_id: string): Promise<boolean> {
    const request = { params: { message_id }, query: { limit: 100 } };
    const words = "lists the deliveries of a message";
    return becomesTrue(async () => {
      const { data } = await this.context.provoke("listWebhookDeliveriesOfMessage", 200, request, words);
      return data.some(({ webhook_id }) => webhook_id === this.id);
    }, 4 * POLL_MS);
  }

  testEvent(operation: EventOperation, purpose: string) {
    const request = {
      params: { webhook_id: this.id },
      body: { event_type: operation.eventType as EventType },
    };
    return this.context.provoke("testWebhook", 202, request, purpose);
  }
}

async function testEvents(context: Context, endpoint: Endpoint): Promise<void> {
  for (const operation of events) {
    const purpose = `a test event of ${operation.eventType}`;
    const { id, event_ids } = await endpoint.testEvent(operation, `requests ${purpose}`);
    if (!(await endpoint.receives(operation, event_ids[0] ?? id, purpose))) {
      const attempt = (await endpoint.delivery(id))?.attempts.at(-1);
      if (attempt?.response_status === null) throw new ReceiverUnreachable(attempt.error ?? "no response");
      endpoint.miss(operation, purpose, `no request with it came within ${WITHIN_MS / 1_000} s`);
    } else if (!(await endpoint.logs(id, ({ status }) => status === "delivered"))) {
      endpoint.miss(
        operation,
        purpose,
        "the receiver returned 204, but the log does not show it as delivered",
      );
    }
    const params = { webhook_id: endpoint.id, delivery_id: id };
    const [payload] = endpoint.bodiesWith(operation, event_ids[0] ?? id);
    if (payload !== undefined)
      await context.provoke("getWebhookDelivery", 200, { params }, "reads a received delivery", { payload });
  }
}

async function retries(context: Context, endpoint: Endpoint, receiver: Receiver): Promise<void> {
  const [operation] = events;
  if (operation === undefined) return;
  const purpose = "the retry of an event after 503";
  // The endpoint is subscribed to all events, so the receiver may also refuse events of a concurrent check.
  receiver.respondWith(503);
  const { id, event_ids } = await endpoint.testEvent(
    operation,
    "requests an event that the receiver refuses",
  );
  const refused = await endpoint
    .logs(id, ({ attempts }) => attempts[0]?.response_status === 503)
    .finally(() => receiver.respondWith(GOOD));
  if (!refused) endpoint.miss(operation, purpose, "the receiver returned 503, but the log does not show it");
  if (!(await endpoint.receives(operation, event_ids[0] ?? id, purpose, 2)))
    endpoint.miss(
      operation,
      purpose,
      `the receiver returned 503, and the event did not come again within ${WITHIN_MS / 1_000} s`,
    );
  await endpoint.logs(id, ({ status }) => status === "delivered");
  const params = { webhook_id: endpoint.id, delivery_id: id };
  const words = "retries a delivered event";
  await context.provoke("retryWebhookDelivery", 202, { params }, words);
  if (!(await endpoint.receives(operation, event_ids[0] ?? id, words, 3)))
    endpoint.miss(operation, words, `the event did not come again within ${WITHIN_MS / 1_000} s`);
}

const READS = "reads the resource of an event";

/** Causes real events without reaching people: by a campaign without launch, a consent and the sandbox. */
async function realEvents(context: Context, endpoint: Endpoint): Promise<void> {
  /** Waits for an event with the text. `read` returns the values that its data must have. */
  const expect = async (
    type: EventType,
    text: string,
    purpose: string,
    read?: (id: string) => Promise<Readonly<Record<string, unknown>>>,
  ) => {
    const operation = ofType(type);
    if (operation === undefined) return;
    if (!(await endpoint.receives(operation, text, purpose)))
      return endpoint.miss(operation, purpose, `no request with it came within ${WITHIN_MS / 1_000} s`);
    const data = endpoint.bodiesWith(operation, text).flatMap(eventsIn);
    const found = data.map((event) => at(event, "data")).find((one) => JSON.stringify(one).includes(text));
    const faults = read ? allDiffer(found, await read(textAt(found, "id"))) : [];
    for (const fault of faults) endpoint.miss(operation, purpose, `in the data of the event, ${fault}`);
  };
  const template = await smsTemplate(context);
  const list = await newList(context);
  const { id } = await newCampaign(context, template.id, list.id);
  await expect("campaign_update", id, "the event of a campaign", async () => {
    const campaign = { params: { campaign_id: id } };
    const { status, progress, error } = await context.provoke("getCampaign", 200, campaign, READS);
    return { status, previous_status: null, progress, error };
  });
  const consent = { phone: await freeNumber(context), status: "granted" as const };
  const recorded = await context.provoke("createConsent", 201, { body: consent }, "records a consent");
  await expect("consent_update", recorded.id, "the event of a consent", (consent_id) =>
    context.provoke("getConsent", 200, { params: { consent_id } }, READS),
  );
  if (!context.sandboxed.has("sms")) return;
  // For a message to a number that ends in 0005, the sandbox simulates a reply.
  const to = await freeNumber(context, "0005");
  const { message_id } = await sent(context, textTo([to]), "sends a message, which causes events");
  await expect("message_update", message_id, "the event of a message");
  const operation = ofType("message_update");
  if (operation && !(await endpoint.listsDelivery(message_id)))
    endpoint.miss(
      operation,
      "the event of a message",
      "it came, but the message's deliveries do not list it",
    );
  await expect("inbound_message", to, "the event of a reply", (inbound_message_id) =>
    context.provoke("getInboundMessage", 200, { params: { inbound_message_id } }, READS),
  );
  if (!context.sandboxed.has("rcs")) return;
  // For a message to a number that ends in 0008, the sandbox simulates a tap on the first suggestion.
  const tapper = await freeNumber(context, "0008");
  await sent(context, suggestionTo(tapper), "sends a message whose suggestion gets tapped");
  await expect("inbound_rcs_event", tapper, "the event of a tap", (inbound_rcs_event_id) =>
    context.provoke("getInboundRcsEvent", 200, { params: { inbound_rcs_event_id } }, READS),
  );
}

export const eventScenario = scenario("webhooks", async (context, call) => {
  const { receiver } = context;
  if (typeof receiver === "string") return context.unable(receiver, ...cells);
  const event_types = events.map(({ eventType }) => eventType as EventType);
  const request = {
    body: { url: receiver.url, description: nameFor(context.prefix, "receiver"), event_types },
  };
  const { response, body } = await registered(context, request, "registers the receiver");
  if (response?.status === 422) {
    const why = `the deployment refuses the endpoint ${new URL(receiver.url).origin} with 422`;
    return context.unable(`${why}: allow private addresses there, or pass --receiver-url`, ...cells);
  }
  if (response?.status !== 201)
    throw new ScenarioStopped(`createWebhook returned ${response?.status ?? "nothing"}`);
  const { id, secret } = body as { id: string; secret: string };
  const endpoint = new Endpoint(context, receiver, id, secret);
  try {
    await testEvents(context, endpoint);
    await retries(context, endpoint, receiver);
    await realEvents(context, endpoint);
  } catch (error) {
    if (!(error instanceof ReceiverUnreachable)) throw error;
    context.unable(
      `the deployment could not reach the receiver at ${receiver.url}: ${error.message}`,
      ...cells,
    );
  }
  await call("deleteWebhook", 204, { params: { webhook_id: id } }, "removes the receiver's endpoint");
});
