import type { components } from "../../../generated/schema";
import { nameFor } from "../bodies";
import { OLD, registered } from "../fixtures";
import { type Stage, story } from "../stage";
import { eventStory } from "./events";

type WebhookEventType = components["schemas"]["WebhookEventType"];

/** Nobody's name, now and later (RFC 6761): events to it reach no one. */
const url = (stage: Stage) => `https://${stage.prefix}.invalid/hook`;

async function newWebhook(stage: Stage, event_types?: WebhookEventType[]): Promise<{ id: string }> {
  const body = { url: url(stage), description: nameFor(stage.prefix, "endpoint"), event_types };
  const { answer, body: made } = await registered(stage, { body }, "registers an endpoint");
  if (answer?.status === 201) return made as { id: string };
  return stage.provoke("createWebhook", 201, { body }, "registers an endpoint");
}

/** More endpoints than an account may have anywhere. */
const MANY = 30;

export const webhooks = [
  eventStory,
  story("an endpoint from its registration to its end", async (stage) => {
    const { id: webhook_id } = await newWebhook(stage);
    const params = { webhook_id };
    await stage.provoke("getWebhook", 200, { params }, "reads an endpoint");
    await stage.provoke("listWebhooks", 200, { query: { limit: 5 } }, "lists endpoints");
    await stage.provoke("updateWebhook", 200, { params, body: { description: null } }, "changes an endpoint");
    await stage.provoke(
      "updateWebhook",
      422,
      { params, body: { url: "ftp://example.com/" } },
      "gives it an address that takes no events",
    );
    await stage.provoke(
      "updateWebhook",
      412,
      { params, body: { description: null }, ...OLD },
      "changes an old version of an endpoint",
    );
    await stage.provoke("deleteWebhook", 412, { params, ...OLD }, "deletes an old version of an endpoint");
    await stage.provoke("rotateWebhookSecret", 200, { params }, "changes its secret");
    const { id: delivery_id } = await stage.provoke("testWebhook", 202, { params }, "asks for a test event");
    await stage.provoke("listWebhookDeliveries", 200, { params, query: { limit: 5 } }, "lists deliveries");
    const delivery = { ...params, delivery_id };
    await stage.provoke("getWebhookDelivery", 200, { params: delivery }, "reads a delivery with its payload");
    await stage.provoke("retryWebhookDelivery", 202, { params: delivery }, "asks for another try");
    await stage.provoke(
      "updateWebhook",
      200,
      { params, body: { status: "disabled" } },
      "disables an endpoint",
    );
    await stage.provoke("testWebhook", 409, { params }, "tests an endpoint that is disabled");
    await stage.provoke(
      "retryWebhookDelivery",
      409,
      { params: delivery },
      "retries on an endpoint that is disabled",
    );
    await stage.provoke("deleteWebhook", 204, { params }, "deletes an endpoint");
  }),
  story("an endpoint that chooses what it hears of", async (stage) => {
    const { id: webhook_id } = await newWebhook(stage, ["inbound_message"]);
    const params = { webhook_id };
    const body = { event_types: ["campaign_update" as const, "inbound_message" as const] };
    await stage.provoke("updateWebhook", 200, { params, body }, "has it hear of campaigns as well");
    for (const event_type of body.event_types) {
      await stage.provoke("testWebhook", 202, { params, body: { event_type } }, `asks for ${event_type}`);
      const query = { event_type: [event_type] };
      await stage.provoke("listWebhookDeliveries", 200, { params, query }, `lists those of ${event_type}`);
    }
    const other = { event_type: "message_update" as const };
    await stage.provoke("testWebhook", 422, { params, body: other }, "asks for what it does not hear of");
    await stage.provoke("deleteWebhook", 204, { params }, "deletes an endpoint");
  }),
  story("an address that takes no events", async (stage) => {
    await stage.provoke(
      "createWebhook",
      422,
      { body: { url: "ftp://example.com/" } },
      "registers an address of another kind",
    );
  }),
  story("more endpoints than an account may have", async (stage) => {
    const made: string[] = [];
    for (let count = 0; count < MANY; count++) {
      const body = { url: url(stage), description: nameFor(stage.prefix, "endpoint") };
      const one = await stage.ask("createWebhook", { body }, "registers one endpoint more than allowed");
      if (one.answer?.status !== 201) break;
      made.push((one.body as { id: string }).id);
    }
    if (made.length === MANY) stage.unable(`${MANY} endpoints are not too many here`, ["createWebhook", 409]);
    for (const webhook_id of made) {
      await stage.provoke("deleteWebhook", 204, { params: { webhook_id } }, "deletes an endpoint");
    }
  }),
];
