import type { components } from "../../generated/schema";
import type { EventOf, EventType, WebhookEvent } from "../../src/features/webhooks/event-types";
import { testAccount } from "./accounts";
import { type Receiver, receiver } from "./receiver";
import type { TestAccount, TestService } from "./service";

type Webhook = components["schemas"]["WebhookWithSecret"];
type WebhookDelivery = components["schemas"]["WebhookDelivery"];

export interface Listener {
  webhook: Webhook;
  path: string;
  target: Receiver;
  /** Received events in order of receipt. */
  received(): WebhookEvent[];
  /** Received events of one type in order of creation. */
  receivedOf<T extends EventType>(type: T): EventOf<T>[];
  deliveries(query?: string): Promise<WebhookDelivery[]>;
}

/** Accounts with webhook endpoints. Tests must call `close`. */
export class Listeners {
  private readonly receivers: Receiver[] = [];

  constructor(private readonly service: TestService) {}

  /** Creates an account with an endpoint per choice. `undefined` omits `event_types` in the request. */
  async account(...choices: [EventType[] | undefined, ...(EventType[] | undefined)[]]) {
    const account = await testAccount(this.service);
    const [first, ...others] = choices;
    const endpoint = await this.listener(account, first);
    const endpoints = [endpoint];
    for (const choice of others) endpoints.push(await this.listener(account, choice));
    return { ...account, endpoint, endpoints };
  }

  private async listener({ request }: TestAccount, event_types: EventType[] | undefined): Promise<Listener> {
    const target = await receiver();
    this.receivers.push(target);
    const created = await request.post("/v3/webhooks").send({ url: target.url, event_types }).expect(201);
    const webhook = created.body as Webhook;
    const path = `/v3/webhooks/${webhook.id}`;
    const received = () => target.requests.flatMap((one) => one.events as WebhookEvent[]);
    return {
      target,
      webhook,
      path,
      received,
      receivedOf: <T extends EventType>(type: T) =>
        received()
          .filter((event): event is EventOf<T> => event.type === type)
          .sort((a, b) => (a.id < b.id ? -1 : 1)),
      async deliveries(query = "") {
        const { body } = await request.get(`${path}/deliveries${query}`).expect(200);
        return (body as { data: WebhookDelivery[] }).data;
      },
    };
  }

  async close(): Promise<void> {
    for (const one of this.receivers.splice(0)) await one.close();
  }
}
