import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import express, { type Express } from "express";
import request from "supertest";
import generated from "../../generated/openapi.json";
import { type Api, routes } from "../../generated/server/routes";
import { bundleContract } from "../../scripts/contract/read-contract";
import { coverageOf, type ContractCoverage } from "../../scripts/contract-coverage/coverage";
import { fact, Recording } from "../../scripts/contract-coverage/facts";
import { type Model, modelOf } from "../../scripts/contract-coverage/model";
import { Observer } from "../../scripts/contract-coverage/observer";
import { toHtml } from "../../scripts/contract-coverage/report/html";
import { seeBody } from "../../scripts/contract-coverage/seen";
import { toText } from "../../scripts/contract-coverage/report/terminal";
import { handlersOf } from "../../src/app/service";
import { checksFor, type ContractDocument } from "../../src/http/contract";
import { rateCounter } from "../../src/http/rate-limit.store";
import { apiApp } from "../support/api-app";
import { testService } from "../support/service";

const root = resolve(__dirname, "../..");

/** The contract with what no code knows, and the line of each. */
const PLANTS = [
  {
    what: "a filter",
    file: "paths/contacts/contacts.yaml",
    before: "  parameters:\n",
    planted:
      "    - name: list_id\n      in: query\n      description: Contacts of this list only.\n" +
      "      schema: { $ref: ../../schemas/Uuid.yaml }\n",
    found: { kind: "parameter", operation: "listContacts", name: "query.list_id" },
  },
  {
    what: "a field of a body",
    file: "schemas/UpsertContactRequest.yaml",
    before: "properties:\n",
    planted: "  locale: { type: string, description: A language., maxLength: 10 }\n",
    found: { kind: "body field", operation: "upsertContact", name: "body.locale" },
  },
  {
    what: "a status",
    file: "paths/contacts/contacts.yaml",
    before: "  responses:\n",
    planted: '    "402": { $ref: ../../responses/Forbidden.yaml }\n',
    found: { kind: "status", operation: "listContacts", name: "402" },
  },
] as const;

/** What is asked, which is enough to tell. */
const ASKED = ["/contacts", "/templates"];

/** Plants it behind the first line that reads so, and answers the line that it is in. */
function plant(folder: string, { file, before, planted }: (typeof PLANTS)[number]): number {
  const text = readFileSync(join(folder, file), "utf8");
  const at = text.indexOf(before) + before.length;
  writeFileSync(join(folder, file), text.slice(0, at) + planted + text.slice(at));
  return text.slice(0, at).split("\n").length;
}

describe("a contract with elements that no code knows", () => {
  const service = testService("SQLite");
  let folder: string;
  let app: Express;
  let coverage: ContractCoverage;
  let model: Model;
  let recording: Recording;
  const lines = new Map<string, number>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "recado-coverage-"));
    const contract = join(folder, "openapi");
    cpSync(join(root, "openapi"), contract, { recursive: true });
    for (const one of PLANTS) lines.set(one.what, plant(contract, one));
    const document = JSON.parse(await bundleContract(join(contract, "openapi.yaml"))) as {
      paths: Record<string, object>;
    };
    model = modelOf(document);
    const observer = new Observer(model, (file) => file.startsWith(join(root, "src", "/")));
    const asked = routes.filter(({ path }) => ASKED.includes(path));
    const paths = Object.fromEntries(ASKED.map((path) => [path, document.paths[path]]));
    const checks = await checksFor({ ...document, paths } as unknown as ContractDocument, asked, {
      prefix: "/v3",
      validateResponses: false,
    });
    const handlers = Object.entries(observer.handlers(handlersOf(service.app)));
    const api = apiApp(service, {
      ...{ routes: asked, checks, defaultRateLimit: 1_000, validateResponses: true },
      handlers: Object.fromEntries(
        handlers.filter(([id]) => asked.some(({ operationId }) => operationId === id)),
      ) as unknown as Api,
      counter: rateCounter(service.db),
    });
    app = express().use("/v3", observer.replies()).use(api);
    const ask = (test: request.Test) => test.set("X-API-Key", service.key);
    const list = "00000000-0000-7000-8000-000000000000";
    await ask(request(app).post("/v3/contacts")).send({ phone: "11987654321", locale: "pt-BR" }).expect(201);
    await ask(request(app).get("/v3/contacts")).query({ list_id: list, limit: 1, offset: 0 }).expect(200);
    await ask(request(app).get("/v3/templates")).query({ channel: "sms" }).expect(200);
    ({ recording } = observer);
    coverage = coverageOf(model, recording, { contract, root });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(PLANTS)("is found out: $what", ({ what, file, found }) => {
    expect(coverage.untouched).toContainEqual({
      ...found,
      declared: `openapi/${file}:${lines.get(what)}`,
      handler: expect.stringMatching(/^src\/features\/contacts\/contacts\.api\.ts:\d+$/) as string,
    });
  });

  it("is given what was sent: unread is not the same as unsent", () => {
    const { untouched } = coverage;
    const of = (operation: string) =>
      untouched.filter((one) => one.operation === operation).map(({ name }) => name);
    expect(of("listContacts")).not.toContain("query.limit");
    expect(of("listContacts")).not.toContain("200");
    expect(of("listMessages")).toContain("query.search");
    expect(of("upsertContact")).not.toContain("body.phone");
    expect(of("listTemplates")).not.toContain("query.channel");
    expect(of("listTemplates")).not.toContain("query.channel = sms (request)");
    expect(of("createTemplate")).toContain("body.name");
  });

  it("is what an answer fills: null fills nothing but what is always null", () => {
    const created = new Recording();
    const made = modelOf(generated).operations.find(({ id }) => id === "createApiKey");
    const node = made?.replies.find(({ status }) => status === "201")?.body;
    if (!node) throw new Error("the answer is not in the contract");
    seeBody(created, "reply", node, { key: "st_1", expires_at: null, revoked_at: null });
    const filled = (name: string) =>
      created.has(fact.filled("reply", `#/components/schemas/ApiKeyWithSecret/properties/${name}`));
    expect(["key", "expires_at", "revoked_at", "name"].map(filled)).toEqual([true, false, true, false]);
  });

  it("is told in the terminal and on a page", () => {
    for (const { found } of PLANTS) {
      expect(toText(coverage)).toMatch(new RegExp(`${found.kind} +${found.operation} +${found.name} `));
      expect(toHtml(coverage)).toContain(`<code>${found.name}</code>`);
    }
    expect(toText(coverage)).toMatch(/\d+ of \d+ elements of the contract were touched by no code/);
    expect(toHtml(coverage)).not.toMatch(/(src|href)="?https?:/);
  });
});
