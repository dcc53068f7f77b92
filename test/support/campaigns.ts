import type { components } from "../../generated/schema";
import { addMembers } from "../../src/features/contact-lists/members.store";
import { type ContactUpsert, upsertContacts } from "../../src/features/contacts/upsert.store";
import { cancelActive, insertImport } from "../../src/features/imports/imports.store";
import type { Channel } from "../../src/messaging/channel";
import type { MessageStatus } from "../../src/features/messages/message";
import { HOUR, toTimestamp } from "../../src/platform/time";
import type { TestAccount, TestService } from "./service";

export type Campaign = components["schemas"]["Campaign"];
type ErrorEnvelope = components["schemas"]["ErrorEnvelope"];
export type CampaignStatus = Campaign["status"];
export type Action = "launch" | "stop" | "schedule" | "cancel" | "delete" | "rename";

export interface ActionResult {
  status: number;
  code?: string;
}

interface StoredMessage {
  id: string;
  contact_id: string;
  recipient: string;
  status: MessageStatus;
  content: string | null;
  error: string | null;
}

const CAMPAIGNS = "/v3/campaigns";

/** Returns a number whose last four digits have no special meaning to the sandbox. */
const numberOf = (index: number) =>
  `+55119${String(70_000_000 + Math.floor(index / 9_000) * 10_000 + 1_000 + (index % 9_000))}`;

/** Creates and reads campaigns over HTTP. Inserts contacts directly, because tests need thousands. */
export class Campaigns {
  private made = 0;
  private numbers = 0;

  constructor(
    private readonly service: TestService,
    private readonly account: Pick<TestAccount, "accountId" | "request"> = service,
  ) {}

  private async create(path: string, body: object): Promise<string> {
    const response = await this.account.request.post(path).send(body);
    expect({ status: response.status, body: response.body as unknown }).toMatchObject({ status: 201 });
    return (response.body as { id: string }).id;
  }

  name(): string {
    this.made += 1;
    return `Made ${this.made}`;
  }

  number(): string {
    return numberOf(this.numbers++);
  }

  template(text = "Oi", { channel = "sms" }: { channel?: Channel } = {}): Promise<string> {
    return this.create("/v3/templates", { name: this.name(), channel, content: { type: "text", text } });
  }

  async list(contacts: number | readonly ContactUpsert[] = 0, name = this.name()): Promise<string> {
    const id = await this.create("/v3/contact-lists", { name, type: "default" });
    await this.fill(id, contacts);
    return id;
  }

  /** Adds the given contacts, or this number of new contacts, to a list. Returns their ids. */
  async fill(listId: string, contacts: number | readonly ContactUpsert[]): Promise<string[]> {
    const { db, app, clock } = this.service;
    const { accountId } = this.account;
    const upserts =
      typeof contacts === "number"
        ? Array.from({ length: contacts }, () => ({ phone: this.number() }))
        : contacts;
    return db.transaction(async (trx) => {
      const upserted = await upsertContacts(trx, accountId, upserts, clock.now(), app.ids);
      const ids = upserted.map(({ id }) => id);
      await addMembers(trx, { accountId, listId }, ids, { origin: "import", at: clock.now() });
      return ids;
    });
  }

  async draft({
    name = this.name(),
    template,
    list,
    sender,
  }: { name?: string; template?: string; list?: string; sender?: string } = {}) {
    return this.create(CAMPAIGNS, {
      name,
      template_id: template ?? (await this.template()),
      list_id: list ?? (await this.list()),
      sender_id: sender,
    });
  }

  /** Creates and launches a campaign. Does not expand it. */
  async launched(options: Parameters<Campaigns["draft"]>[0]): Promise<string> {
    const id = await this.draft(options);
    await this.does("launch", id);
    return id;
  }

  /** Creates a campaign with one contact (none for `completed`) and brings it into the status by requests. */
  async inStatus(status: CampaignStatus, list?: string): Promise<string> {
    const id = await this.draft({ list: list ?? (await this.list(status === "completed" ? 0 : 1)) });
    if (status === "scheduled") await this.does("schedule", id);
    if (status === "running" || status === "error" || status === "completed") await this.does("launch", id);
    if (status === "error") await this.does("stop", id);
    expect((await this.read(id)).status).toBe(status);
    return id;
  }

  /** Tries an action. The default time of `schedule` is an hour from now. */
  async act(action: Action, id: string, body?: object): Promise<ActionResult> {
    const { request } = this.account;
    const path = `${CAMPAIGNS}/${id}`;
    const at = { scheduled_at: toTimestamp(this.service.clock.now() + HOUR) };
    const requests = {
      launch: () => request.post(`${path}/launch`),
      stop: () => request.post(`${path}/stop`),
      schedule: () => request.put(`${path}/schedule`).send(body ?? at),
      cancel: () => request.delete(`${path}/schedule`),
      delete: () => request.delete(path),
      rename: () => request.patch(path).send(body ?? { name: this.name() }),
    };
    const response = await requests[action]();
    const { status } = response;
    return status < 400 ? { status } : { status, code: (response.body as ErrorEnvelope).error.code };
  }

  async does(action: Action, id: string, body?: object): Promise<void> {
    const result = await this.act(action, id, body);
    expect([200, 202, 204]).toContain(result.status);
  }

  async expect(id: string, fields: object): Promise<void> {
    expect(await this.read(id)).toMatchObject(fields);
  }

  async read(id: string): Promise<Campaign> {
    const response = await this.account.request.get(`${CAMPAIGNS}/${id}`);
    expect(response.status).toBe(200);
    return response.body as Campaign;
  }

  async messages(id: string): Promise<StoredMessage[]> {
    const of = { account_id: this.account.accountId, campaign_id: id };
    return (await this.service.db("messages").where(of).orderBy("id")) as StoredMessage[];
  }

  /** Adds a pending import into the list, which no worker picks up. Returns its id. */
  async beginImport(listId: string): Promise<string> {
    const { db, app, clock } = this.service;
    const id = app.ids.next();
    const { accountId } = this.account;
    await insertImport(db, { accountId, id, listId, fileId: app.ids.next(), choices: [] }, clock.now());
    // Without this deletion, a drain would run the import, whose file is missing.
    await db("jobs").where({ account_id: accountId, kind: "import" }).delete();
    return id;
  }

  async endImport(listId: string, importId: string): Promise<void> {
    const { db, clock } = this.service;
    await cancelActive(db, { accountId: this.account.accountId, listId }, importId, clock.now());
  }
}
