import type { components } from "../../../generated/schema";
import { nameFor } from "../bodies";
import { type Context, scenario } from "../context";
import { registered } from "../fixtures";
import { eventScenario } from "./events";
import { refuseOldVersions } from "./named-resource";

type WebhookEventType = components["schemas"]["WebhookEventType"];

/** Returns a URL that receives no events: names below .invalid never resolve (RFC 6761). */
const url = (context: Context) => `https://${context.prefix}.invalid/hook`;

async function newWebhook(
  context: Context,
  event_types?: WebhookEventType[],
): Promise<{ id: string; secret: string }> {
  const body = { url: url(context), description: nameFor(context.prefix, "endpoint"), event_types };
  const { response, body: made } = await registered(context, { body }, "registers an endpoint");
  if (response?.status === 201) return made as { id: string; secret: string };
  return context.provoke("createWebhook", 201, { body }, "registers an endpoint");
}

/** Maximum number of endpoints to register until the account refuses one. */
const MANY = 30;

/** Maximum number of rotations of a secret within 24 hours. */
const MAX_ROTATIONS = 10;

export const webhooks = [
  eventScenario,
  scenario("the life of an endpoint", async (context, call) => {
    const { id: webhook_id, secret: first } = await newWebhook(context);
    const params = { webhook_id };
    await call("getWebhook", 200, { params }, "reads an endpoint");
    await call("listWebhooks", 200, { query: { limit: 5 } }, "lists endpoints");
    await call("updateWebhook", 200, { params, body: { description: null } }, "changes an endpoint");
    const ftp = { url: "ftp://example.com/" };
    await call("updateWebhook", 422, { params, body: ftp }, "sets an address that is not HTTP");
    await call("createWebhook", 422, { body: ftp }, "registers an address that is not HTTP");
    await refuseOldVersions(context, params, { updateWebhook: { description: null } });
    const secrets = [first];
    for (let count = 0; count < MAX_ROTATIONS; count++) {
      const isNew = ({ secret }: { secret: string }) =>
        secrets.includes(secret) ? ["the secret equals an earlier secret"] : [];
      secrets.push((await call("rotateWebhookSecret", 200, { params }, "rotates its secret", isNew)).secret);
    }
    await call("rotateWebhookSecret", 409, { params }, "rotates its secret more often than allowed");
    const { id: delivery_id } = await call("testWebhook", 202, { params }, "requests a test event");
    await call("listWebhookDeliveries", 200, { params, query: { limit: 5 } }, "lists deliveries");
    const delivery = { ...params, delivery_id };
    await call("getWebhookDelivery", 200, { params: delivery }, "reads a delivery with its payload");
    await call("retryWebhookDelivery", 202, { params: delivery }, "retries a delivery");
    const replay = { since: "2020-01-01T00:00:00Z", include_delivered: true };
    await call("replayWebhook", 202, { params, body: replay }, "replays its deliveries");
    const ended = { since: "2020-01-02T00:00:00Z", until: "2020-01-01T00:00:00Z", include_delivered: false };
    await call("replayWebhook", 422, { params, body: ended }, "replays a window that ends before it begins");
    await call("updateWebhook", 200, { params, body: { status: "disabled" } }, "disables an endpoint");
    await call("replayWebhook", 409, { params, body: replay }, "replays to a disabled endpoint");
    await call("testWebhook", 409, { params }, "tests a disabled endpoint");
    await call("retryWebhookDelivery", 409, { params: delivery }, "retries on a disabled endpoint");
    await call("deleteWebhook", 204, { params }, "deletes an endpoint");
  }),
  scenario("the event types of an endpoint", async (context, call) => {
    const { id: webhook_id } = await newWebhook(context, ["inbound_message"]);
    const params = { webhook_id };
    const body = { event_types: ["campaign_update" as const, "inbound_message" as const] };
    await call("updateWebhook", 200, { params, body }, "subscribes it to campaigns as well");
    for (const event_type of body.event_types) {
      const tested = { params, body: { event_type } };
      await call("testWebhook", 202, tested, `requests a test event of ${event_type}`);
      const query = { event_type: [event_type] };
      await call("listWebhookDeliveries", 200, { params, query }, `lists deliveries of ${event_type}`);
    }
    const other = { event_type: "message_update" as const };
    await call("testWebhook", 422, { params, body: other }, "requests an event that it is not subscribed to");
    await call("deleteWebhook", 204, { params }, "deletes an endpoint");
  }),
  scenario("more endpoints than an account may have", async (context, call) => {
    const made: string[] = [];
    for (let count = 0; count < MANY; count++) {
      const body = { url: url(context), description: nameFor(context.prefix, "endpoint") };
      const one = await context.send("createWebhook", { body }, "registers one endpoint more than allowed");
      if (one.response?.status !== 201) break;
      made.push((one.body as { id: string }).id);
    }
    if (made.length === MANY)
      context.unable(`the account accepts ${MANY} endpoints or more`, ["createWebhook", 409]);
    for (const webhook_id of made) {
      await call("deleteWebhook", 204, { params: { webhook_id } }, "deletes an endpoint");
    }
  }),
];
