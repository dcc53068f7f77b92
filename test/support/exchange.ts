import type { components } from "../../generated/schema";
import type { AddressedInbound, InboundContent, ReportedStatus } from "../../src/carriers/carrier";
import { inboundSink } from "../../src/features/inbound/inbound-sink";
import type { Channel } from "../../src/messaging/channel";
import type { TestAccount, TestService } from "./service";

export type Message = components["schemas"]["Message"];
export type InboundMessage = components["schemas"]["InboundMessage"];
type Consent = components["schemas"]["Consent"];
type ContactList = components["schemas"]["ContactList"];
type InboundRcsEvent = components["schemas"]["InboundRcsEvent"];
type RcsEvent = Extract<AddressedInbound, { kind: "rcs-event" }>;
export type Template = components["schemas"]["Template"];
export type Outcome = components["schemas"]["FollowUpOutcome"];

/** All outcomes to which follow-up rules can react. */
export const OUTCOMES: readonly Outcome[] = [
  "delivered",
  "read",
  "undelivered",
  "failed",
  "expired",
  "error",
  "no_delivery",
];
export type RuleInput = components["schemas"]["FollowUpRuleInput"];
type ErrorEnvelope = components["schemas"]["ErrorEnvelope"];

const ADDRESSES: Readonly<Record<Channel, string>> = {
  sms: "27000",
  rcs: "recado-sandbox",
  voice: "+551130000000",
};

export interface Page<T> {
  data: T[];
  pagination: components["schemas"]["Pagination"];
}

interface TemplateOptions {
  channel?: "sms" | "rcs";
  text?: string;
  rules?: readonly RuleInput[];
  content?: object;
}

export class Exchange {
  private made = 0;

  constructor(
    private readonly service: TestService,
    private readonly account: Pick<TestAccount, "accountId" | "request"> = service,
  ) {}

  async template({
    channel = "sms",
    text = "Oi",
    rules = [],
    content,
  }: TemplateOptions = {}): Promise<string> {
    this.made += 1;
    const body = {
      name: `Template ${this.made}`,
      channel,
      content: content ?? { type: "text", text },
      follow_ups: rules,
    };
    return (await this.posted<Template>("/v3/templates", body, 201)).id;
  }

  /** Sends a template or a text (by default an SMS) and returns the ids of the messages. */
  async send(
    what: { template: string } | { text: string; channel?: Channel },
    to: string | readonly string[],
    variables?: Record<string, string>,
  ): Promise<string[]> {
    const content =
      "template" in what
        ? { template_id: what.template }
        : { channel: what.channel ?? "sms", content: { type: "text", text: what.text } };
    const recipients = [to].flat().map((number) => ({ to: number, variables }));
    const response = await this.posted<components["schemas"]["SendMessagesResponse"]>(
      "/v3/messages",
      { ...content, recipients },
      202,
    );
    return response.data.map(({ message_id }) => message_id);
  }

  async sendOne(...args: Parameters<Exchange["send"]>): Promise<string> {
    const [id] = await this.send(...args);
    if (id === undefined) throw new Error("nothing was sent");
    return id;
  }

  async posted<T>(path: string, body: object, status: number): Promise<T> {
    const response = await this.account.request.post(path).send(body);
    expect({ status: response.status, body: response.body as unknown }).toMatchObject({ status });
    return response.body as T;
  }

  async got<T>(path: string, query: object = {}): Promise<T> {
    const response = await this.account.request.get(path).query(query);
    expect({ status: response.status, body: response.body as unknown }).toMatchObject({ status: 200 });
    return response.body as T;
  }

  /** Returns the status of an error response, and the names of the fields in error. */
  async refusal(method: "post" | "patch" | "delete" | "get", path: string, body: object = {}) {
    const response =
      method === "get"
        ? await this.account.request.get(path).query(body)
        : await this.account.request[method](path).send(body);
    const { error } = response.body as ErrorEnvelope;
    return { status: response.status, fields: (error.fields ?? []).map(({ field }) => field) };
  }

  message = (id: string): Promise<Message> => this.got(`/v3/messages/${id}`);

  statusOf = async (id: string) => (await this.message(id)).status;

  messages = async (query: object = {}) => (await this.got<Page<Message>>("/v3/messages", query)).data;

  async followUpsOf(id: string): Promise<Message[]> {
    const all = await this.messages({ limit: 1000 });
    return all.filter((message) => message.parent_message_id === id).reverse();
  }

  inbound = (query: object = {}) => this.got<Page<InboundMessage>>("/v3/inbound-messages", query);

  /** Returns consents, newest first. */
  consents = async (query: object = {}) =>
    (await this.got<Page<Consent>>("/v3/consents", { limit: 1000, ...query })).data;

  /** Returns the blacklist that the service creates with each account. */
  async provisionedList(): Promise<ContactList> {
    const { data } = await this.got<Page<ContactList>>("/v3/contact-lists", { type: "blacklist" });
    return data.find(({ is_provisioned }) => is_provisioned) as ContactList;
  }

  events = (query: object = {}) => this.got<Page<InboundRcsEvent>>("/v3/inbound-rcs-events", query);

  /** Passes an inbound item to the service as the sandbox carrier. */
  async receives(item: AddressedInbound): Promise<void> {
    const store = inboundSink(this.service.app, "sandbox");
    await store([{ ...item, accountId: this.account.accountId }]);
  }

  /** Passes a person's reply to the service. By default it is an SMS to the account's address. */
  async reply(
    from: string,
    textOrContent: string | InboundContent,
    changes: {
      channel?: Channel;
      to?: string;
      inReplyTo?: string | null;
      reference?: string | null;
      consent?: "opt-out" | "opt-in";
    } = {},
  ): Promise<void> {
    const { channel = "sms", ...rest } = changes;
    const content =
      typeof textOrContent === "string" ? { type: "text" as const, text: textOrContent } : textOrContent;
    const where = { to: ADDRESSES[channel], inReplyTo: null, reference: null, ...rest };
    await this.receives({ kind: "message", channel, from, content, ...where });
  }

  async rcsEvent(
    from: string,
    eventType: RcsEvent["eventType"],
    changes: Partial<RcsEvent> = {},
  ): Promise<void> {
    const nothing = { inReplyTo: null, reference: null, actionLabel: null, postbackData: null };
    await this.receives({ kind: "rcs-event", eventType, from, to: ADDRESSES.rcs, ...nothing, ...changes });
  }

  async reports(messageId: string, ...statuses: ReportedStatus[]): Promise<void> {
    const { app, clock } = this.service;
    const common = { accountId: this.account.accountId, messageId, error: null, occurredAt: clock.now() };
    await app.deliveryReports.from("sandbox")(statuses.map((status) => ({ ...common, status })));
  }
}
