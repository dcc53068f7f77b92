import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fact, Recording, STORED } from "../../scripts/contract-coverage/facts";
import { modelOf } from "../../scripts/contract-coverage/model";
import { seeBody } from "../../scripts/contract-coverage/seen";
import { Tracker } from "../../scripts/contract-coverage/tracked";

const SCHEMA = "#/components/schemas/Order";

const model = modelOf({
  components: {
    schemas: {
      Order: {
        properties: {
          name: { type: "string" },
          size: { enum: ["s", "m"] },
          address: { $ref: "#/components/schemas/Address" },
          lines: { items: { properties: { sku: {}, count: {} } } },
          labels: { additionalProperties: { type: "string" } },
          payment: {
            oneOf: [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Cash" }],
            discriminator: { propertyName: "type" },
          },
        },
      },
      Address: { properties: { city: {}, street: {} } },
      Card: { properties: { type: { const: "card" }, amount: {} } },
      Cash: { properties: { type: { const: "cash" }, amount: {} } },
    },
  },
});

interface Order {
  name: string;
  size: "s" | "m";
  address: { city: string; street: string };
  lines: { sku: string; count: number }[];
  labels: Record<string, string>;
  payment: { type: "card" | "cash"; amount: number };
}

const order = (): Order => ({
  name: "Ana",
  size: "m",
  address: { city: "Recife", street: "Rua da Aurora" },
  lines: [
    { sku: "a", count: 1 },
    { sku: "b", count: 2 },
  ],
  labels: { colour: "red" },
  payment: { type: "cash", amount: 5 },
});

const path = (...steps: string[]) => `${SCHEMA}/properties/${steps.join("/")}`;

describe("a tracked request", () => {
  let recording: Recording;
  let tracker: Tracker;
  let tracked: Order;
  const isRead = (pointer: string, reader = "createOrder") => recording.has(fact.read(reader, pointer));

  beforeEach(() => {
    recording = new Recording();
    tracker = new Tracker(recording, () => true);
    tracked = tracker.track(order(), model.nodeAt(SCHEMA), "createOrder");
  });

  it("is what it stands for", () => {
    expect(tracked).toEqual(order());
    expect(JSON.stringify(tracked)).toBe(JSON.stringify(order()));
    expect(tracked.address).toBe(tracked.address);
    expect(tracked.lines.map(({ count }) => count)).toEqual([1, 2]);
  });

  it("notes a field that is read by its name, and no other", () => {
    expect(tracked.name).toBe("Ana");
    expect(isRead(path("name"))).toBe(true);
    expect(isRead(path("size"))).toBe(false);
  });

  it("notes fields to the depth", () => {
    expect(tracked.address.city).toBe("Recife");
    expect(tracked.lines[0]?.sku).toBe("a");
    expect(isRead("#/components/schemas/Address/properties/city")).toBe(true);
    expect(isRead("#/components/schemas/Address/properties/street")).toBe(false);
    expect(isRead(path("lines", "items", "properties", "sku"))).toBe(true);
    expect(isRead(path("lines", "items", "properties", "count"))).toBe(false);
  });

  it("notes the values of enumerations", () => {
    expect(tracked.size).toBe("m");
    expect(recording.has(fact.value("request", path("size", "enum", "1")))).toBe(true);
    expect(recording.has(fact.value("request", path("size", "enum", "0")))).toBe(false);
  });

  it("knows the branch of a union by what tells them apart", () => {
    expect(tracked.payment.amount).toBe(5);
    expect(isRead("#/components/schemas/Cash/properties/amount")).toBe(true);
    expect(isRead("#/components/schemas/Card/properties/amount")).toBe(false);
  });

  it.each<[string, (value: Order) => unknown]>([
    ["Object.entries", (value) => Object.entries(value)],
    ["Object.values", (value) => Object.values(value)],
    ["Object.keys", (value) => Object.keys(value)],
    ["Object.assign", (value) => Object.assign({}, value)],
    ["a spread", (value) => ({ ...value })],
    ["JSON.stringify", (value) => JSON.stringify(value)],
    ["being passed on", (value) => [value]],
  ])("does not take %s for a look at each field", (_, use) => {
    use(tracked);
    for (const name of ["name", "size", "address", "lines", "labels", "payment"]) {
      expect([name, isRead(path(name))]).toEqual([name, false]);
    }
  });

  it("stays tracked when it is copied, where nothing takes a field's place", () => {
    const copy = tracker.spread(tracker.spread({}, tracked), { name: "Bia" }) as Order;
    expect({ ...copy }).toEqual({ ...order(), name: "Bia" });
    expect(copy.name).toBe("Bia");
    expect(copy.size).toBe("m");
    expect(isRead(path("name"))).toBe(false);
    expect(isRead(path("size"))).toBe(true);
  });

  it.each([false, undefined, null, 0, ""])("is not changed by a spread of %p", (nothing) => {
    expect(tracker.spread(tracked, nothing)).toBe(tracked);
  });

  it("stays tracked in what a destructuring leaves", () => {
    const rest = tracker.rest(tracked, ["name"]) as Order;
    expect("name" in rest).toBe(false);
    expect(rest.address.city).toBe("Recife");
    expect(isRead(path("address"))).toBe(true);
  });

  it("is followed through a text of JSON: what is read there was read for whoever wrote it", () => {
    const text = JSON.stringify(tracked.address);
    tracker.written(tracked.address, text);
    const address = tracker.parsed(text, JSON.parse(text)) as Order["address"];
    expect(recording.has(fact.carried("createOrder", "#/components/schemas/Address"))).toBe(true);
    expect(address.street).toBe("Rua da Aurora");
    expect(isRead("#/components/schemas/Address/properties/street", STORED)).toBe(true);
    expect(isRead("#/components/schemas/Address/properties/city", STORED)).toBe(false);
  });

  it("takes no text for its own that was written from something else", () => {
    expect(tracker.parsed('{"city":"Recife"}', { city: "Recife" })).toEqual({ city: "Recife" });
    expect(recording.has(fact.carried("createOrder", "#/components/schemas/Address"))).toBe(false);
  });

  it("takes nobody for a reader but the code that counts", () => {
    const other = new Tracker(recording, (file) => !file.endsWith("contract-coverage.test.ts"));
    const value = other.track(order(), model.nodeAt(SCHEMA), "createOrder");
    expect(value.name).toBe("Ana");
    expect(isRead(path("name"))).toBe(false);
  });
});

describe("a body that is answered", () => {
  it("fills the fields that it has, not those that are null, and shows its values", () => {
    const recording = new Recording();
    seeBody(recording, "reply", model.nodeAt(SCHEMA), { name: null, size: "s", lines: [{ sku: "a" }] });
    expect(recording.has(fact.filled("reply", path("name")))).toBe(false);
    expect(recording.has(fact.filled("reply", path("lines", "items", "properties", "sku")))).toBe(true);
    expect(recording.has(fact.value("reply", path("size", "enum", "0")))).toBe(true);
    expect(recording.has(fact.value("request", path("size", "enum", "0")))).toBe(false);
  });
});

describe("recordings", () => {
  it("of several workers are one, and those about another contract are left out", () => {
    const folder = mkdtempSync(join(tmpdir(), "recado-recordings-"));
    const record = (name: string, contract: string, ...facts: string[]) => {
      const recording = new Recording();
      for (const one of facts) recording.add(one);
      recording.save(folder, name, contract);
    };
    record("1", "now", "a", "b");
    record("2", "now", "c");
    record("3", "before", "d");
    const { recording, files, outdated } = Recording.load(folder, "now");
    rmSync(folder, { recursive: true });
    expect(["a", "b", "c", "d"].map((one) => recording.has(one))).toEqual([true, true, true, false]);
    expect([files, outdated]).toEqual([2, 1]);
  });
});
