import { databases } from "../support/databases";
import { testService } from "../support/service";

describe.each(databases)("campaigns on %s", (database) => {
  const service = testService(database);

  it("send one message to every contact of the list", async () => {
    const list = await service.request.post("/v3/contact-lists").send({ name: "All", type: "default" });
    for (let i = 0; i < 5; i++) {
      await service.request
        .post(`/v3/contact-lists/${list.body.id}/contacts`)
        .send({ phone: `+551198765${1000 + i}`, name: `Ana ${i}`, attributes: { code: `C${i}` } });
    }
    const template = await service.request
      .post("/v3/templates")
      .send({ name: "T", channel: "sms", content: { type: "text", text: "Oi {{name}}, {{code}}" } });
    const campaign = await service.request
      .post("/v3/campaigns")
      .send({ name: "C", template_id: template.body.id, list_id: list.body.id });
    expect(campaign.status).toBe(201);
    expect((await service.request.post(`/v3/campaigns/${campaign.body.id}/launch`)).status).toBe(202);
    await service.drain();
    const after = await service.request.get(`/v3/campaigns/${campaign.body.id}`);
    expect(after.body).toMatchObject({ status: "completed", progress: { total: 5, delivered: 5 } });
    const usage = await service.request.get("/v3/usage?group_by=campaign");
    expect(usage.body.data).toMatchObject([{ campaign_id: campaign.body.id, total: 5 }]);
  });
});
