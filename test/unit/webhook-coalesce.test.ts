import fc from "fast-check";
import { type Candidate, planRequests } from "../../src/features/webhooks/delivery-requests";

let made = 0;
const candidate = (
  eventCount: number,
  joinable = eventCount < 100,
  eventType: Candidate["eventType"] = "message_update",
): Candidate => ({
  id: String(made++).padStart(8, "0"),
  eventType,
  eventCount,
  joinable,
});
const sizes = (candidates: Candidate[]) =>
  planRequests(candidates).map(({ members }) => members.map(({ eventCount }) => eventCount));

describe("requests planned for waiting deliveries", () => {
  it("combines up to a hundred events in one request", () => {
    expect(sizes([candidate(1), candidate(2), candidate(3)])).toEqual([[1, 2, 3]]);
    expect(sizes([candidate(60), candidate(40), candidate(1)])).toEqual([[60, 40], [1]]);
    expect(sizes([candidate(60), candidate(41), candidate(40)])).toEqual([[60], [41, 40]]);
  });

  it("sends a delivery alone when it is full or was attempted before", () => {
    expect(sizes([candidate(1), candidate(100), candidate(2)])).toEqual([[1, 2], [100]]);
    expect(sizes([candidate(1), candidate(5, false), candidate(2)])).toEqual([[1, 2], [5]]);
  });

  it("fills a request before it begins the next one", () => {
    expect(sizes([candidate(60), candidate(60), candidate(30), candidate(60)])).toEqual([
      [60],
      [60, 30],
      [60],
    ]);
    expect(sizes([])).toEqual([]);
  });

  it("combines deliveries of one type only, without overtaking another type", () => {
    const campaign = (eventCount: number) => candidate(eventCount, true, "campaign_update");
    expect(sizes([candidate(1), campaign(2), campaign(3), candidate(4)])).toEqual([[1], [2, 3], [4]]);
    const inbound = () => candidate(1, true, "inbound_message");
    expect(sizes([inbound(), inbound()])).toEqual([[1], [1]]);
  });

  it("keeps the order and includes each delivery once", () => {
    const type = fc.constantFrom("message_update", "inbound_message", "campaign_update");
    const shape = fc.tuple(fc.integer({ min: 1, max: 100 }), fc.boolean(), type);
    const waiting = fc.array(shape, { maxLength: 60 });
    fc.assert(
      fc.property(waiting, (shapes) => {
        const candidates = shapes.map((one) => candidate(...one));
        const requests = planRequests(candidates);
        const planned = requests.flatMap(({ members }) => members);
        expect(new Set(planned).size).toBe(planned.length);
        expect(planned).toHaveLength(candidates.length);
        const joinable = planned.filter((one) => one.joinable).map(({ id }) => id);
        expect(joinable).toEqual([...joinable].sort());
        const heads = requests.map(({ head }) => head.id);
        expect(heads).toEqual([...heads].sort());
        for (const { head, members, eventCount } of requests) {
          expect(members[0]).toBe(head);
          expect(eventCount).toBe(members.reduce((sum, one) => sum + one.eventCount, 0));
          expect(eventCount).toBeLessThanOrEqual(100);
          expect(new Set(members.map(({ eventType }) => eventType)).size).toBe(1);
          if (members.length > 1) expect(members.every((one) => one.joinable)).toBe(true);
        }
      }),
    );
  });
});
