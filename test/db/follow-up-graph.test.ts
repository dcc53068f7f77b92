import { databases } from "../support/databases";
import { Exchange } from "../support/exchange";
import { testService } from "../support/service";

const SOURCES = 20_000;

describe.each(databases)("follow-up rules of 20,000 templates that lead to one, on %s", (database) => {
  const service = testService(database);
  const exchange = new Exchange(service);
  let target: string;
  let sources: string[];

  beforeAll(async () => {
    const { db, app, accountId, clock } = service;
    target = await exchange.template();
    const rule = { id: app.ids.next(), on: ["failed"], afterSeconds: 0, templateId: target };
    const now = clock.now();
    sources = Array.from({ length: SOURCES }, () => app.ids.next());
    const rows = sources.map((id, index) => ({
      account_id: accountId,
      id,
      channel: "sms",
      content: JSON.stringify({ type: "text", text: "Oi" }),
      name: `Source ${index}`,
      name_key: `source ${index}`,
      name_search: `source ${index}`,
      follow_ups: JSON.stringify([rule]),
      created_at: now,
      updated_at: now,
    }));
    await db.batchInsert("templates", rows, 200);
  }, 240_000);

  const patch = (id: string, ...targets: string[]) =>
    service.request
      .patch(`/v3/templates/${id}`)
      .send({ follow_ups: targets.map((to) => ({ on: ["failed"], template_id: to })) });

  it("yields to other requests while a change is checked", async () => {
    const other = await exchange.template({ text: "outra" });
    let turns = 0;
    let counts = true;
    const count = () => {
      turns += 1;
      if (counts) setImmediate(count);
    };
    setImmediate(count);
    expect((await patch(target, other)).status).toBe(200);
    counts = false;
    expect(turns).toBeGreaterThan(SOURCES / 500);
  });

  it("refuses a fourth follow-up in a row, whichever template it comes from", async () => {
    const [first = "", second = ""] = await Promise.all([
      exchange.template({ text: "um" }),
      exchange.template({ text: "dois" }),
    ]);
    const last = await exchange.template({ text: "fim" });
    expect((await patch(target)).status).toBe(200);
    expect((await patch(first, sources[17_500] as string)).status).toBe(200);
    expect((await patch(target, last)).status).toBe(200);
    expect((await patch(second, first)).body).toMatchObject({
      error: {
        fields: [
          {
            field: "follow_ups[0].template_id",
            message: "makes 4 follow-ups in a row, at most 3 are allowed",
          },
        ],
      },
    });
    expect((await patch(last, target)).body).toMatchObject({
      error: { fields: [{ message: "leads back to a template that it came from" }] },
    });
    expect((await patch(last, second)).status).toBe(422);
  });

  it("refuses to delete the template that rules lead to", async () => {
    expect((await service.request.delete(`/v3/templates/${target}`)).status).toBe(409);
    const free = await exchange.template({ text: "livre" });
    expect((await service.request.delete(`/v3/templates/${free}`)).status).toBe(204);
  });
});
