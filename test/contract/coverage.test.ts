import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import request from "supertest";
import generated from "../../generated/openapi.json";
import { type Api, routes } from "../../generated/server/routes";
import { bundleContract } from "../../scripts/contract/read-contract";
import { type ContractCoverage, coverageOf, toText } from "../../scripts/contract-coverage/coverage";
import { factOf } from "../../scripts/contract-coverage/elements";
import { modelOf } from "../../scripts/contract-coverage/model";
import { Observer } from "../../scripts/contract-coverage/observer";
import { readsOf } from "../../scripts/contract-coverage/reads";
import { openapiTypes } from "../../scripts/tools/openapi-types";
import { handlersOf } from "../../src/app/api-side";
import { checksFor, type ContractDocument } from "../../src/http/contract";
import { rateCounter } from "../../src/http/rate-limit.store";
import { apiApp } from "../support/api-app";
import { testService } from "../support/service";

const root = resolve(__dirname, "../..");

/** Elements that no code reads or returns, and the files that they are added to. */
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

const PATHS = ["/contacts", "/templates"];

/** Folders of the code that handles `PATHS`. */
const FOLDERS = ["features/contacts/", "features/templates/", "platform/"];

/** Adds an element after the first line with the text, and returns its line. */
function plant(folder: string, { file, before, planted }: (typeof PLANTS)[number]): number {
  const text = readFileSync(join(folder, file), "utf8");
  const at = text.indexOf(before) + before.length;
  writeFileSync(join(folder, file), text.slice(0, at) + planted + text.slice(at));
  return text.slice(0, at).split("\n").length;
}

describe("contract coverage with elements that no code knows", () => {
  const service = testService("SQLite");
  let folder: string;
  let coverage: ContractCoverage;
  const lines = new Map<string, number>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "recado-coverage-"));
    const contract = join(folder, "openapi");
    cpSync(join(root, "openapi"), contract, { recursive: true });
    for (const one of PLANTS) lines.set(one.what, plant(contract, one));
    const text = await bundleContract(join(contract, "openapi.yaml"));
    const document = JSON.parse(text) as { paths: Record<string, object> };
    const model = modelOf(document);
    const observer = new Observer(model);
    const requested = routes.filter(({ path }) => PATHS.includes(path));
    const paths = Object.fromEntries(PATHS.map((path) => [path, document.paths[path]]));
    const checks = await checksFor({ ...document, paths } as unknown as ContractDocument, requested, {
      prefix: "/v3",
      validateResponses: false,
    });
    const handlers = Object.entries(handlersOf(service.app));
    const api = apiApp(service, {
      routes: requested,
      checks,
      defaultRateLimit: 1_000,
      validateResponses: true,
      handlers: Object.fromEntries(
        handlers.filter(([id]) => requested.some(({ operationId }) => operationId === id)),
      ) as unknown as Api,
      counter: rateCounter(service.db),
    });
    const app = observer.watching(api);
    const withKey = (test: request.Test) => test.set("X-API-Key", service.key);
    const list = "00000000-0000-7000-8000-000000000000";
    await withKey(request(app).post("/v3/contacts"))
      .send({ phone: "11987654321", locale: "pt-BR" })
      .expect(201);
    await withKey(request(app).get("/v3/contacts")).query({ list_id: list, limit: 1, offset: 0 }).expect(200);
    await withKey(request(app).get("/v3/templates")).query({ channel: "sms" }).expect(200);
    const isRead = readsOf({ root, folders: FOLDERS, schema: await openapiTypes(text) });
    coverage = coverageOf(model, { recording: observer.recording, isRead, contract, root });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(PLANTS)(
    "reports $what that no code reads or returns, with file and line",
    ({ what, file, found }) => {
      expect(coverage.untouched).toContainEqual({
        ...found,
        declared: `openapi/${file}:${lines.get(what)}`,
        handler: expect.stringMatching(/^src\/features\/contacts\/contacts\.api\.ts:\d+$/) as string,
      });
    },
  );

  it("counts elements that code reads or that tests have seen", () => {
    const { untouched } = coverage;
    const of = (operation: string) =>
      untouched.filter((one) => one.operation === operation).map(({ name }) => name);
    expect(of("listContacts")).not.toContain("query.limit");
    expect(of("listContacts")).not.toContain("200");
    expect(of("listMessages")).toContain("query.search");
    expect(of("upsertContact")).not.toContain("body.phone");
    expect(of("listTemplates")).not.toContain("query.channel");
    expect(of("listTemplates")).not.toContain("query.channel = sms (request)");
    expect(of("createTemplate")).not.toContain("body.name");
    expect(of("createTemplate")).toContain("201");
  });

  it("counts a field with null only if it is always null", () => {
    const observer = new Observer(modelOf(generated));
    const schema = "#/components/schemas/ApiKeyWithSecret";
    const response = { key: "st_1", expires_at: null, revoked_at: null };
    observer.see("reply", modelOf(generated).nodeAt(schema), response);
    const isFilled = (name: string) =>
      observer.recording.has(factOf("reply field", `${schema}/properties/${name}`));
    expect(["key", "expires_at", "revoked_at", "name"].map(isFilled)).toEqual([true, false, true, false]);
  });

  it("reports operation and element", () => {
    for (const { found } of PLANTS) {
      expect(toText(coverage)).toMatch(new RegExp(`${found.kind} +${found.operation} +${found.name} `));
    }
    expect(toText(coverage)).toMatch(
      /\d+ of \d+ elements of the contract are neither read by code nor seen by tests/,
    );
  });
});
