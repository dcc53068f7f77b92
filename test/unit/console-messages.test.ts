import fc from "fast-check";
import { type MessageFilters, toFilter } from "../../src/web/console/page/messages/filters";

const NOTHING: MessageFilters = {
  ...{ search: "", channel: "", status: "", sender: "", campaign: "", from: "", to: "" },
};
const filterOf = (filters: Partial<MessageFilters>): unknown =>
  JSON.parse(JSON.stringify(toFilter({ ...NOTHING, ...filters })));

describe("the filter of the message list", () => {
  it("is empty without criteria", () => expect(filterOf({})).toEqual({}));

  it.each([
    ["+55 (11) 98765-4321", "+5511987654321"],
    ["11 98765-4321", "11987654321"],
    ["+1 202 555 0143", "+12025550143"],
  ])("matches the recipient when %j is a whole number", (search, number) =>
    expect(filterOf({ search })).toEqual({ recipient: [number] }),
  );

  it.each([
    ["98765-4321", "987654321"],
    ["pedido 12345678901", "pedido 12345678901"],
    [" pedido ", "pedido"],
  ])("matches messages that contain %j otherwise", (search, expected) =>
    expect(filterOf({ search })).toEqual({ search: expected }),
  );

  it("contains either a recipient or a text for each search", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (search) => {
        fc.pre(/\w/.test(search));
        expect(Object.keys(filterOf({ search }) as object)).toHaveLength(1);
      }),
    );
  });

  it("covers whole days by the user's clock", () => {
    const day = filterOf({ from: "2026-03-01", to: "2026-03-01" }) as { from: string; to: string };
    expect(Date.parse(day.to) - Date.parse(day.from)).toBe(24 * 3_600_000);
    expect(new Date(day.from).getHours()).toBe(0);
  });

  it("combines one channel, one status, one sender and one campaign", () =>
    expect(filterOf({ channel: "sms", status: "failed", sender: "s", campaign: "c" })).toEqual({
      ...{ channel: ["sms"], status: ["failed"], sender_id: ["s"], campaign_id: ["c"] },
    }));
});
