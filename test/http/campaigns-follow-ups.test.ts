import { SECOND } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { testService } from "../support/service";

describe.each(databases)("follow-up rules of a campaign on %s", (database) => {
  const service = testService(database);

  /** Launches a campaign to one contact. Its rule sends the template `first`; `second` is an alternative. */
  const launched = async (phone = "+5511987651234") => {
    const account = await testAccount(service);
    const { exchange, campaigns, request } = account;
    const first = await exchange.template({ text: "first" });
    const second = await exchange.template({ text: "second" });
    const rulesFor = (template_id: string) => [{ on: ["delivered" as const], after_seconds: 1, template_id }];
    const template = await exchange.template({ rules: rulesFor(first) });
    const change = (follow_ups: object) =>
      request.patch(`/v3/templates/${template}`).send({ follow_ups }).expect(200);
    const id = await campaigns.launched({ template, list: await campaigns.list([{ phone }]) });
    /** Runs all due work and returns the templates of the follow-ups. */
    const followUps = async () => {
      await service.drain();
      await service.drainAfter(SECOND);
      const messages = await exchange.messages({ campaign_id: id });
      return messages.flatMap((message) => (message.parent_message_id === null ? [] : message.template_id));
    };
    const remove = async (templateId: string) => {
      const { status } = await request.delete(`/v3/templates/${templateId}`);
      return status;
    };
    return { ...account, campaigns, id, template, first, second, rulesFor, change, followUps, remove };
  };

  it("keeps the rules of the launch when the template's rules change", async () => {
    const { first, second, rulesFor, change, followUps } = await launched();
    await change(rulesFor(second));
    expect(await followUps()).toEqual([first]);
  });

  it("reads the template's rules again at the next launch", async () => {
    const { id, campaigns, second, rulesFor, change, followUps } = await launched();
    await campaigns.does("stop", id);
    await change(rulesFor(second));
    await campaigns.does("launch", id);
    expect(await followUps()).toEqual([second]);
  });

  it("blocks deletion of a rule's template until the campaign is completed", async () => {
    const { id, campaigns, first, change, remove } = await launched();
    await change([]);
    expect(await remove(first)).toBe(409);
    await service.drain();
    expect((await campaigns.read(id)).status).toBe("completed");
    expect(await remove(first)).toBe(204);
  });
});
