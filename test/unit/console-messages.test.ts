import fc from "fast-check";
import { type MessageFilters, toFilter } from "../../src/web/console/page/messages/filters";

const NOTHING: MessageFilters = {
  ...{ search: "", channel: "", status: "", sender: "", campaign: "", from: "", to: "" },
};
const asked = (filters: Partial<MessageFilters>): unknown =>
  JSON.parse(JSON.stringify(toFilter({ ...NOTHING, ...filters })));

describe("what the list of messages asks for", () => {
  it("is everything without a filter", () => expect(asked({})).toEqual({}));

  it.each([
    ["+55 (11) 98765-4321", "+5511987654321"],
    ["11 98765-4321", "11987654321"],
    ["+1 202 555 0143", "+12025550143"],
  ])("is the recipient where %j is looked for: a whole number", (search, number) =>
    expect(asked({ search })).toEqual({ recipient: [number] }),
  );

  it.each([
    ["98765-4321", "987654321"],
    ["pedido 12345678901", "pedido 12345678901"],
    [" pedido ", "pedido"],
  ])("is any text that holds it where %j is looked for", (search, wanted) =>
    expect(asked({ search })).toEqual({ search: wanted }),
  );

  it("never asks for both, and always for one", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (search) => {
        fc.pre(/\w/.test(search));
        expect(Object.keys(asked({ search }) as object)).toHaveLength(1);
      }),
    );
  });

  it("is whole days by the person's clock", () => {
    const day = asked({ from: "2026-03-01", to: "2026-03-01" }) as { from: string; to: string };
    expect(Date.parse(day.to) - Date.parse(day.from)).toBe(24 * 3_600_000);
    expect(new Date(day.from).getHours()).toBe(0);
  });

  it("is one channel, one status, one sender and one campaign", () =>
    expect(asked({ channel: "sms", status: "failed", sender: "s", campaign: "c" })).toEqual({
      ...{ channel: ["sms"], status: ["failed"], sender_id: ["s"], campaign_id: ["c"] },
    }));
});
