import type { components } from "../../../generated/schema";
import { nameFor } from "../bodies";
import { type EventOperation, events } from "../contract";
import { eventExchange, missingEvent, typeOf } from "../event-check";
import { freeNumber, newList, registered, smsTemplate } from "../fixtures";
import { GOOD, type Received, type Receiver } from "../receiver";
import { type Context, ScenarioStopped, scenario } from "../context";

type EventType = components["schemas"]["WebhookEventType"];
type Delivery = components["schemas"]["WebhookDelivery"];

/** How long an event, or a retry of one, may take. The contract's first retry comes after five seconds. */
const WITHIN_MS = 30_000;
const POLL_MS = 50;

const cells = events.map(({ id }) => [id, 204] as const);
const ofType = (type: unknown) => events.find((one) => one.eventType === type);

/** A deployment that cannot come to the receiver: nobody's fault that the check could tell. */
class OutOfReach extends Error {}

/** An endpoint of the deployment that posts to the receiver, and the checking of what comes there. */
class Endpoint {
  private checked = 0;

  constructor(
    private readonly context: Context,
    private readonly receiver: Receiver,
    readonly id: string,
    private readonly secret: string,
  ) {}

  /** Checks what came since the last time; what was refused comes again. */
  async check(purpose: string, expected: EventOperation): Promise<void> {
    for (const received of this.receiver.requests.slice(this.checked)) {
      this.checked += 1;
      if (received.status !== GOOD) continue;
      const operation = ofType(typeOf(received)) ?? expected;
      const about = { purpose, secret: this.secret, url: this.receiver.url };
      this.context.note(await eventExchange(operation, received, about));
    }
  }

  /** Waits for requests with the text in their bodies; checks all that came, and says whether enough of them did. */
  async hears(operation: EventOperation, text: string, purpose: string, count = 1): Promise<boolean> {
    const matching = ({ body }: Received) => body.includes(text);
    const deadline = Date.now() + WITHIN_MS;
    const enough = () => this.receiver.requests.filter(matching).length >= count;
    while (!enough() && Date.now() < deadline) await new Promise((done) => setTimeout(done, POLL_MS));
    await this.check(purpose, operation);
    return enough();
  }

  miss(operation: EventOperation, purpose: string, why: string): void {
    this.context.note(missingEvent(operation, purpose, this.receiver.url, why));
  }

  async delivery(id: string): Promise<Delivery | undefined> {
    const request = { params: { webhook_id: this.id }, query: { limit: 100 } };
    const { data } = await this.context.provoke(
      "listWebhookDeliveries",
      200,
      request,
      "reads what was delivered",
    );
    return data.find((one) => one.id === id);
  }

  /** Until the log tells of the delivery what happened; false where it never does. */
  async logs(id: string, isTold: (delivery: Delivery) => boolean): Promise<boolean> {
    for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline;) {
      const delivery = await this.delivery(id);
      if (delivery !== undefined && isTold(delivery)) return true;
      await new Promise((done) => setTimeout(done, POLL_MS * 4));
    }
    return false;
  }

  /** Until the deliveries of the message tell of one to the receiver; false where they never do. */
  async isToldOf(message_id: string): Promise<boolean> {
    for (const deadline = Date.now() + WITHIN_MS; Date.now() < deadline;) {
      const request = { params: { message_id }, query: { limit: 100 } };
      const { data } = await this.context.provoke(
        "listWebhookDeliveriesOfMessage",
        200,
        request,
        "asks which webhooks were told of a message",
      );
      if (data.some(({ webhook_id }) => webhook_id === this.id)) return true;
      await new Promise((done) => setTimeout(done, POLL_MS * 4));
    }
    return false;
  }

  testEvent(operation: EventOperation, purpose: string) {
    const request = {
      params: { webhook_id: this.id },
      body: { event_type: operation.eventType as EventType },
    };
    return this.context.provoke("testWebhook", 202, request, purpose);
  }
}

async function testEvents(endpoint: Endpoint): Promise<void> {
  for (const operation of events) {
    const purpose = `a test event of ${operation.eventType}`;
    const { id, event_ids } = await endpoint.testEvent(operation, `asks for ${purpose}`);
    if (!(await endpoint.hears(operation, event_ids[0] ?? id, purpose))) {
      const attempt = (await endpoint.delivery(id))?.attempts.at(-1);
      if (attempt?.response_status === null) throw new OutOfReach(attempt.error ?? "no answer");
      endpoint.miss(operation, purpose, `no request with it came within ${WITHIN_MS / 1_000} s`);
    } else if (!(await endpoint.logs(id, ({ status }) => status === "delivered"))) {
      endpoint.miss(operation, purpose, "it was answered with 204, and is not told as delivered");
    }
  }
}

/** The contract promises another try five seconds after one that was not answered with 2xx. */
async function retries(endpoint: Endpoint, receiver: Receiver): Promise<void> {
  const [operation] = events;
  if (operation === undefined) return;
  const purpose = "an event again, after 503";
  // The endpoint is subscribed to all events of the account: another check at the same time may cause some.
  receiver.answerWith(503);
  const { id, event_ids } = await endpoint.testEvent(operation, "asks for an event that will be refused");
  const refused = await endpoint
    .logs(id, ({ attempts }) => attempts[0]?.response_status === 503)
    .finally(() => receiver.answerWith(GOOD));
  if (!refused)
    endpoint.miss(operation, purpose, "it was answered with 503, and the log does not tell of it");
  if (!(await endpoint.hears(operation, event_ids[0] ?? id, purpose, 2)))
    endpoint.miss(
      operation,
      purpose,
      `it was answered with 503, and did not come again within ${WITHIN_MS / 1_000} s`,
    );
}

/** Real events, where they reach nobody else: a campaign that is never launched, and messages of the sandbox. */
async function realEvents(context: Context, endpoint: Endpoint): Promise<void> {
  const expect = async (type: EventType, text: string, purpose: string) => {
    const operation = ofType(type);
    if (operation && !(await endpoint.hears(operation, text, purpose)))
      endpoint.miss(operation, purpose, `no request with it came within ${WITHIN_MS / 1_000} s`);
  };
  const template = await smsTemplate(context);
  const list = await newList(context);
  const body = { name: nameFor(context.prefix, "campaign"), template_id: template.id, list_id: list.id };
  const { id } = await context.provoke(
    "createCampaign",
    201,
    { body },
    "makes a campaign that endpoints hear of",
  );
  await expect("campaign_update", id, "the event of a campaign");
  if (!context.sandboxed.has("sms")) return;
  // The sandbox lets numbers with this ending reply.
  const to = await freeNumber(context, "0005");
  const content = { type: "text" as const, text: "Oi!" };
  const message = { channel: "sms" as const, content, recipients: [{ to }] };
  const { data } = await context.provoke(
    "sendMessages",
    202,
    { body: message },
    "sends what endpoints hear of",
  );
  const message_id = data[0]?.message_id ?? "";
  await expect("message_update", message_id, "the event of a message");
  const told = ofType("message_update");
  if (told && !(await endpoint.isToldOf(message_id)))
    endpoint.miss(told, "the event of a message", "it came, and the message's deliveries do not tell of it");
  await expect("inbound_message", to, "the event of a reply");
}

/** What the deployment posts to its endpoints. */
export const eventScenario = scenario("events at a receiver", async (context, call) => {
  const { receiver } = context;
  if (typeof receiver === "string") return context.unable(receiver, ...cells);
  const event_types = events.map(({ eventType }) => eventType as EventType);
  const request = {
    body: { url: receiver.url, description: nameFor(context.prefix, "receiver"), event_types },
  };
  const { answer, body } = await registered(context, request, "registers the receiver");
  if (answer?.status === 422) {
    const why = `the deployment posts no events to ${new URL(receiver.url).origin}, which it says with 422`;
    return context.unable(
      `${why}: allow addresses of its own network there, or give --receiver-url`,
      ...cells,
    );
  }
  if (answer?.status !== 201)
    throw new ScenarioStopped(`createWebhook answered ${answer?.status ?? "nothing"}`);
  const { id, secret } = body as { id: string; secret: string };
  const endpoint = new Endpoint(context, receiver, id, secret);
  try {
    await testEvents(endpoint);
    await retries(endpoint, receiver);
    await realEvents(context, endpoint);
  } catch (error) {
    if (!(error instanceof OutOfReach)) throw error;
    context.unable(
      `the deployment could not reach the receiver at ${receiver.url}: ${error.message}`,
      ...cells,
    );
  }
  await call("deleteWebhook", 204, { params: { webhook_id: id } }, "removes the receiver's endpoint");
});
