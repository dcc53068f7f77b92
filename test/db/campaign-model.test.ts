import fc from "fast-check";
import type { ContactRange } from "../../src/features/campaigns/expansion-job";
import { removeMember } from "../../src/features/contact-lists/members.store";
import { eraseContact } from "../../src/features/contacts/contacts.store";
import { Campaigns } from "../support/campaigns";
import { scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { expandOnce } from "../support/expansion";
import { expectTrueCounts, rollUpContactCounts, rollUpCounts } from "../support/recount";
import { runs } from "../support/runs";
import { type TestAccount, type TestService, testService } from "../support/service";

const CONTACTS = 8;
const numbers = Array.from({ length: CONTACTS }, (_, contact) => ({ phone: `+551198765100${contact}` }));

type Operation =
  | { do: "join" | "leave" | "erase"; contact: number }
  | { do: "expand"; chunk: number }
  | { do: "launch" | "stop" | "dispatch" | "report" | "fold" };

const onContact = fc.record({
  do: fc.constantFrom("join" as const, "join" as const, "leave" as const, "erase" as const),
  contact: fc.nat(CONTACTS - 1),
});
const expansion = fc.record({ do: fc.constant("expand" as const), chunk: fc.integer({ min: 1, max: 4 }) });
const onCampaign = fc.record({
  do: fc.constantFrom(...(["launch", "launch", "stop", "dispatch", "report", "fold"] as const)),
});
const operations: fc.Arbitrary<Operation[]> = fc.array(fc.oneof(onContact, expansion, onCampaign), {
  minLength: 5,
  maxLength: 40,
});

/** The expected effect of the operations on a campaign. */
class Model {
  readonly members = new Set<number>();
  readonly messaged = new Set<number>();
  status: "draft" | "running" | "error" | "completed" = "draft";
  /** Number of messages without a final report. */
  open = 0;
  /** Members at the launch that the run has not expanded; null when it is fully expanded. */
  private left: number[] | null = null;

  launch(): boolean {
    if (this.status !== "draft" && this.status !== "error") return false;
    const empty = this.members.size === 0 && this.open === 0;
    this.status = empty ? "completed" : "running";
    this.left = empty ? null : [...this.members].sort((a, b) => a - b);
    return true;
  }

  stop(): boolean {
    if (this.status !== "running") return false;
    this.status = "error";
    return true;
  }

  /** Expands the members up to the contact `last`. */
  expand(last: number): void {
    if (this.status !== "running" || this.left === null) return;
    for (const contact of this.left.filter((one) => one <= last && !this.messaged.has(one))) {
      this.messaged.add(contact);
      this.open += 1;
    }
    this.left = this.left.filter((one) => one > last);
  }
}

const scripted = scriptedCarrier({ batchSize: 2 });

class Scenario {
  readonly model = new Model();
  readonly campaigns: Campaigns;
  private list = "";
  private campaign = "";
  private contacts: string[] = [];
  private reported = 0;

  constructor(
    private readonly service: TestService,
    private readonly account: TestAccount,
  ) {
    this.campaigns = new Campaigns(service, account);
    scripted.submitted.length = 0;
  }

  async begin(): Promise<void> {
    this.contacts = await this.campaigns.fill(await this.campaigns.list(), numbers);
    // The model relies on ids that increase from contact to contact.
    expect(this.contacts).toEqual([...this.contacts].sort());
    this.list = await this.campaigns.list();
    this.campaign = await this.campaigns.draft({ list: this.list });
  }

  async apply(operation: Operation): Promise<void> {
    const { app, db } = this.service;
    const { accountId } = this.account;
    switch (operation.do) {
      case "join":
        await this.campaigns.fill(this.list, [numbers[operation.contact] ?? { phone: "" }]);
        return void this.model.members.add(operation.contact);
      case "leave":
      case "erase":
        await this.remove(this.contacts[operation.contact] ?? "", operation.do === "erase");
        return void this.model.members.delete(operation.contact);
      case "launch":
      case "stop": {
        const { status } = await this.campaigns.act(operation.do, this.campaign);
        return expect(status).toBe(this.model[operation.do]() ? 202 : 409);
      }
      case "expand":
        return this.expanded(await expandOnce(app, operation.chunk));
      case "dispatch":
        return void (await this.service.dispatcher.workOff());
      case "report":
        return this.report();
      case "fold":
        await rollUpCounts(db, accountId);
        return void (await rollUpContactCounts(db, accountId));
    }
  }

  private expanded(range: ContactRange | null): void {
    if (range) this.model.expand(range.upTo === null ? CONTACTS : this.contacts.indexOf(range.upTo));
  }

  private async remove(contact: string, erase: boolean): Promise<void> {
    const { db, clock, app } = this.service;
    const { accountId } = this.account;
    await db.transaction(async (trx) => {
      if (!erase) await removeMember(trx, accountId, contact, this.list);
      else if (await eraseContact(trx, accountId, contact, app.ids.next(), clock.now())) {
        await removeMember(trx, accountId, contact);
      }
    });
  }

  private async report(): Promise<void> {
    const messages = scripted.submitted.slice(this.reported);
    this.reported = scripted.submitted.length;
    this.model.open -= messages.length;
    await scripted.report(messages, "delivered");
  }

  async check(): Promise<void> {
    const { status, progress } = await this.campaigns.read(this.campaign);
    expect({ status, total: progress.total }).toEqual({
      status: this.model.status,
      total: this.model.messaged.size,
    });
    await expectTrueCounts(this.service.app, this.account.accountId);
  }

  /** Completes the campaign and compares its messages with the model. */
  async end(): Promise<void> {
    const { model, campaigns, campaign, service } = this;
    if (model.status === "draft" || model.status === "error") await this.apply({ do: "launch" });
    await service.drain();
    model.expand(CONTACTS);
    await this.report();
    await service.drain();
    const messages = await campaigns.messages(campaign);
    const messaged = [...model.messaged].map((contact) => this.contacts[contact]);
    expect(messages.map((message) => message.contact_id).sort()).toEqual(messaged.sort());
    expect(scripted.submitted.map(({ messageId }) => messageId).sort()).toEqual(
      messages.map((message) => message.id).sort(),
    );
    expect(await campaigns.read(campaign)).toMatchObject({
      status: "completed",
      progress: { total: messaged.length, delivered: messaged.length },
    });
    await expectTrueCounts(service.app, this.account.accountId);
  }
}

describe.each(databases)("random operations on a list and a campaign, on %s", (database) => {
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", scripted.carrier]]) }),
  });
  let scenarios = 0;

  it("produces the messages and counts of the model", async () => {
    const property = fc.asyncProperty(operations, async (run) => {
      scenarios += 1;
      const scenario = new Scenario(service, await service.account(`scenario ${scenarios}`));
      await scenario.begin();
      for (const operation of run) await scenario.apply(operation);
      await scenario.check();
      await scenario.end();
    });
    // A failed scenario leaves nothing to the next one.
    const isolated = property.afterEach(async () => {
      for (const table of ["campaigns", "jobs"]) await service.db(table).del();
    });
    await fc.assert(isolated, { numRuns: runs(15) });
  });
});
