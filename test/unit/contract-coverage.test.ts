import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import express from "express";
import request from "supertest";
import { elementsOf, factOf } from "../../scripts/contract-coverage/elements";
import { modelOf } from "../../scripts/contract-coverage/model";
import { Observer } from "../../scripts/contract-coverage/observer";
import { readsOf } from "../../scripts/contract-coverage/reads";
import { Recording } from "../../scripts/contract-coverage/recording";
import { temporaryFolder } from "../support/temporary-folder";

/** Returns the types of an order. Each case has its own, so that one compilation serves all cases. */
const typesOf = (n: number) => `
  Order${n}: {
    name: string;
    size: "s" | "m";
    address?: components["schemas"]["Address${n}"];
    lines: { sku: string; count: number }[];
    labels: { [key: string]: string };
    payment: components["schemas"]["Card${n}"] | components["schemas"]["Cash${n}"];
  };
  Address${n}: { city: string; street: string };
  Card${n}: { type: "card"; amount: number };
  Cash${n}: { type: "cash"; amount: number };`;

const OWN = ["name", "size", "address", "lines", "labels", "payment"].map((name) => `Order/${name}`);
const ALL = [
  ...OWN,
  "Order/lines/items/sku",
  "Order/lines/items/count",
  "Address/city",
  "Address/street",
].concat(["Card/amount", "Cash/amount"]);

/** Code that receives an `order`, and the properties that it reads. */
const CASES: readonly [title: string, code: string, reads: readonly string[]][] = [
  ["a property by its name", "return order.name;", ["Order/name"]],
  ["a property by its name in brackets", 'return order["name"];', ["Order/name"]],
  ["an optional property", "return order.address?.city;", ["Order/address", "Address/city"]],
  ["a property by destructuring", "const { size: s } = order; return s;", ["Order/size"]],
  [
    "entries of a list",
    "return order.lines.map(({ sku }) => sku);",
    ["Order/lines", "Order/lines/items/sku"],
  ],
  [
    "a branch of a union",
    'const { payment } = order; return payment.type === "cash" ? payment.amount : 0;',
    ["Order/payment", "Cash/amount"],
  ],
  [
    "a property through another type",
    "const nameOf = (named: { name: string }) => named.name; return nameOf(order);",
    ["Order/name"],
  ],
  [
    "a property through the constraint of a generic function",
    "const nameOf = <T extends { name: string }>(named: T) => named.name; return nameOf(order);",
    ["Order/name"],
  ],
  [
    "a property through a callback",
    "const skuOf = (line: { sku: string }) => line.sku; return order.lines.map(skuOf);",
    ["Order/lines", "Order/lines/items/sku"],
  ],
  [
    "a property through a row that is stored and loaded",
    "interface Row { address?: { street: string } } const row: Row = { ...order }; return row.address?.street;",
    ["Order/address", "Address/street"],
  ],
  [
    "a property by a name that is passed with the object",
    'const pick = <K extends string>(from: Record<K, string>, key: K) => from[key]; return pick(order, "name");',
    ["Order/name"],
  ],
  ["a copy", 'const copy = { ...order, size: "s" }; return [copy.size, copy.name];', ["Order/name"]],
  [
    "the rest of a destructuring",
    "const { name, ...rest } = order; return rest.size;",
    ["Order/name", "Order/size"],
  ],
  ["nothing by Object.entries", "return Object.entries(order);", []],
  ["nothing by Object.values", "return Object.values(order);", []],
  ["nothing by Object.keys", "return Object.keys(order);", []],
  ["nothing by Object.assign", "return Object.assign({}, order);", []],
  ["nothing by a spread", "return { ...order };", []],
  ["nothing by JSON.stringify", "return JSON.stringify(order);", []],
  ["nothing by passing on the object", "return [order];", []],
  [
    "nothing by passing on the object as a type that is not read",
    "const named: { name: string } = order; return named;",
    [],
  ],
];

describe("the analysis of property reads", () => {
  let root: string;
  let isRead: ReturnType<typeof readsOf>;

  beforeAll(() => {
    root = temporaryFolder("reads");
    for (const folder of ["src/client", "generated"]) mkdirSync(join(root, folder), { recursive: true });
    const compilerOptions = { strict: true, target: "es2022", types: [] };
    writeFileSync(join(root, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    const given = 'import type { components } from "../generated/schema";\n';
    const reader = (n: number, code: string) =>
      `${given}export function read(order: components["schemas"]["Order${n}"]) { ${code} }\n`;
    CASES.forEach(([, code], n) => writeFileSync(join(root, "src", `case${n}.ts`), reader(n, code)));
    writeFileSync(
      join(root, "src/client/case.ts"),
      reader(CASES.length, "return order.name;").replace("../", "../../"),
    );
    const schemas = [...CASES, null].map((_, n) => typesOf(n)).join("");
    writeFileSync(
      join(root, "generated/schema.d.ts"),
      `export interface components { schemas: {${schemas}\n} }\nexport interface operations {}\n`,
    );
    isRead = readsOf({ root });
  });

  /** Returns whether a property of the case, such as `Order/lines/items/sku`, is read. */
  function isReadIn(n: number, property: string): boolean {
    const [schema = "", ...steps] = property.split("/");
    const path = steps.map((step) => (step === "items" ? step : `properties/${step}`)).join("/");
    const pointer = `#/components/schemas/${schema}${n}/${path}`;
    return isRead({ kind: "body field", operation: "createOrder", name: property, pointer, fact: "" });
  }

  it.each(CASES.map(([title, , reads], n) => ({ title, reads, n })))("finds $title", ({ reads, n }) => {
    expect(ALL.filter((property) => isReadIn(n, property))).toEqual(ALL.filter((one) => reads.includes(one)));
  });

  it("finds nothing in the client, which reads responses", () => {
    expect(isReadIn(CASES.length, "Order/name")).toBe(false);
  });
});

const ORDER = "#/components/schemas/Order";
const PATH = "#/paths/~1orders~1{id}/post";

const model = modelOf({
  components: {
    schemas: {
      Order: {
        properties: {
          name: { type: "string" },
          size: { enum: ["s", "m"] },
          lines: { items: { properties: { sku: {}, count: {} } } },
          payment: {
            oneOf: [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Cash" }],
            discriminator: { propertyName: "type" },
          },
        },
      },
      Card: { properties: { type: { const: "card" }, amount: {} } },
      Cash: { properties: { type: { const: "cash" }, amount: {} } },
      Events: { items: { properties: { type: { const: "shipped" }, at: {}, by: {} } } },
    },
    securitySchemes: { ApiKeyHeader: {}, BearerKey: {} },
  },
  paths: {
    "/orders/{id}": {
      post: {
        operationId: "changeOrder",
        parameters: [
          { in: "path", name: "id", schema: {} },
          { in: "query", name: "sort", schema: { enum: ["up", "down"] } },
          { in: "header", name: "If-Match", schema: {} },
        ],
        requestBody: { content: { "application/json": { schema: { $ref: ORDER } } } },
        responses: {
          200: { headers: { ETag: {} }, content: { "application/json": { schema: { $ref: ORDER } } } },
          400: {},
          409: {},
        },
      },
    },
  },
  webhooks: {
    shipped: {
      post: {
        operationId: "shipped",
        parameters: [{ in: "header", name: "X-Signature", schema: {} }],
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Events" } } } },
        responses: { "2XX": {} },
      },
    },
  },
});

describe("the observer of HTTP exchanges", () => {
  const order = { name: null, size: "m", lines: [{ sku: "a" }], payment: { type: "cash", amount: 5 } };
  let observer: Observer;
  const saw = (...fact: Parameters<typeof factOf>) => observer.recording.has(factOf(...fact));
  const property = (name: string) => `${ORDER}/properties/${name}`;

  beforeEach(() => {
    observer = new Observer(model);
  });

  async function send(status: number, response: object): Promise<void> {
    const app = express().use(express.json());
    app.post("/v3/orders/:id", (_, res) => void res.status(status).set("ETag", "1").json(response));
    const sent = request(observer.watching(app)).post("/v3/orders/1").set("X-API-Key", "k");
    await sent.query({ sort: "up" }).send(order).expect(status, response);
  }

  it("records the values of an accepted request and how its key was sent", async () => {
    await send(200, {});
    expect(saw("value request", `${PATH}/parameters/1/schema/enum/0`)).toBe(true);
    expect(saw("value request", `${PATH}/parameters/1/schema/enum/1`)).toBe(false);
    expect(saw("value request", property("size/enum/1"))).toBe(true);
    expect(saw("value request", property("size/enum/0"))).toBe(false);
    expect(saw("security", "#/components/securitySchemes/ApiKeyHeader")).toBe(true);
    expect(saw("security", "#/components/securitySchemes/BearerKey")).toBe(false);
  });

  it("does not count a field as read because it is sent", async () => {
    await send(200, {});
    expect(saw("parameter", `${PATH}/parameters/1`)).toBe(false);
    expect(saw("body field", property("size"))).toBe(false);
  });

  it("records the branch of a union that the discriminator selects", async () => {
    await send(200, { payment: { type: "cash", amount: 5 } });
    expect(saw("reply field", "#/components/schemas/Cash/properties/amount")).toBe(true);
    expect(saw("reply field", "#/components/schemas/Card/properties/amount")).toBe(false);
  });

  it("records the values of a request that its handler refuses, and none of an invalid request", async () => {
    await send(400, {});
    expect(saw("value request", property("size/enum/1"))).toBe(false);
    await send(409, {});
    expect(saw("value request", property("size/enum/1"))).toBe(true);
    expect(saw("status", `${PATH}/responses/409`)).toBe(true);
    expect(saw("status", `${PATH}/responses/200`)).toBe(false);
    expect(saw("security", "#/components/securitySchemes/ApiKeyHeader")).toBe(false);
  });

  it("records status, headers, fields and values of a response apart from the request's", async () => {
    await send(200, { name: null, size: "s", lines: [{ count: 1 }] });
    expect(saw("status", `${PATH}/responses/200`)).toBe(true);
    expect(saw("header", `${PATH}/responses/200/headers/ETag`)).toBe(true);
    expect(saw("reply field", property("name"))).toBe(false);
    expect(saw("reply field", property("lines/items/properties/count"))).toBe(true);
    expect(saw("value reply", property("size/enum/0"))).toBe(true);
    expect(saw("value request", property("size/enum/0"))).toBe(false);
  });

  it("records events that an endpoint accepts by their signature, and no other request", () => {
    const body = JSON.stringify([{ type: "shipped", at: 1 }]);
    const field = (name: string) => saw("event", `#/components/schemas/Events/items/properties/${name}`);
    observer.delivered(["content-type"], body);
    expect(field("at")).toBe(false);
    observer.delivered(["content-type", "x-signature"], body);
    expect([field("at"), field("by")]).toEqual([true, false]);
    expect(saw("event", "#/webhooks/shipped/post/parameters/0")).toBe(true);
    expect(saw("status", "#/webhooks/shipped/post/responses/2XX")).toBe(true);
  });

  it("names elements in the report by operation and path", () => {
    const names = elementsOf(model).map(({ kind, operation, name }) => `${kind} ${operation} ${name}`);
    expect(names).toEqual(
      expect.arrayContaining([
        "parameter changeOrder query.sort",
        "value changeOrder query.sort = up (request)",
        "body field changeOrder body.lines[].sku",
        "status changeOrder 409",
        "header changeOrder 200 ETag",
        "reply field changeOrder 200.payment.amount",
        "event shipped body[].at",
        "security  BearerKey",
      ]),
    );
  });
});

describe("recordings of contract coverage", () => {
  it("merges recordings and ignores those of another contract", () => {
    const folder = temporaryFolder("recordings");
    const record = (name: string, contract: string, ...facts: string[]) => {
      const recording = new Recording();
      for (const one of facts) recording.add(one);
      recording.save(folder, name, contract);
    };
    record("1", "now", "a", "b");
    record("2", "now", "c");
    record("3", "before", "d");
    const { recording, files, outdated } = Recording.load(folder, "now");
    expect(["a", "b", "c", "d"].map((one) => recording.has(one))).toEqual([true, true, true, false]);
    expect([files, outdated]).toEqual([2, 1]);
  });
});
