import type { NextFunction, Request, Response } from "express";
import { ResponseValidator } from "express-openapi-validator/dist/middlewares/openapi.response.validator";
import installed from "express-openapi-validator/package.json";
import contract from "../../generated/openapi.json";
import manifest from "../../package.json";
import {
  type AnnotatedRequest,
  type Stage,
  type ValidatorOptions,
  validatorStages,
} from "../../src/http/validator-stages";

const apiSpec = {
  openapi: "3.1.0",
  info: { title: "Boxes", version: "1" },
  servers: [{ url: "/v3" }],
  paths: {
    "/boxes/{id}": {
      get: {
        parameters: [
          { in: "path", name: "id", required: true, schema: { type: "string" } },
          { in: "query", name: "depth", schema: { type: "integer", maximum: 9 } },
        ],
        responses: {
          "200": {
            description: "A box",
            content: {
              "application/json": {
                schema: {
                  type: "object",
                  required: ["id"],
                  properties: { id: { type: "string" } },
                },
              },
            },
          },
        },
      },
    },
  },
};

const document = apiSpec as unknown as ValidatorOptions["apiSpec"];
const stages = (validateResponses: boolean) =>
  validatorStages({ apiSpec: document, validateApiSpec: false, validateSecurity: false, validateResponses });

const requestOf = (query: object): AnnotatedRequest => {
  const url = "/v3/boxes/1";
  return {
    method: "GET",
    originalUrl: url,
    url,
    path: url,
    baseUrl: "",
    query,
    headers: {},
    params: {},
    app: { enabled: () => false },
  } as unknown as AnnotatedRequest;
};

const passed = (stage: Stage | undefined, req: Request, res = {} as Response) =>
  new Promise<unknown>((resolve) => stage?.(req, res, ((error?: unknown) => resolve(error)) as NextFunction));

describe("stages of the validator", () => {
  // The stages are internals of the package. Check validator-stages.ts before installing another version.
  it("matches the installed version", () => {
    expect(installed.version).toBe("5.6.2");
    expect(manifest.dependencies["express-openapi-validator"]).toBe(installed.version);
  });

  it("records the operation, validates requests and, if configured, responses", async () => {
    const { metadata, request, response } = stages(true);
    const req = requestOf({ depth: "3" });
    expect(await passed(metadata, req)).toBeUndefined();
    expect(req.openapi).toMatchObject({ expressRoute: "/v3/boxes/:id", openApiRoute: "/v3/boxes/{id}" });
    expect(req.openapi?.schema.parameters).toHaveLength(2);
    expect(await passed(request, req)).toBeUndefined();
    expect(response).toBeInstanceOf(Function);
    expect(stages(false).response).toBeUndefined();
  });

  it("validates a request with the metadata of another one", async () => {
    const { metadata, request } = stages(false);
    const probe = requestOf({});
    await passed(metadata, probe);
    const req = requestOf({ depth: "10" });
    req.openapi = { ...(probe.openapi as NonNullable<AnnotatedRequest["openapi"]>), pathParams: { id: "2" } };
    expect(await passed(request, req)).toMatchObject({ status: 400, errors: [{ path: "/query/depth" }] });
  });

  it("compiles schemas without a search through the rest of the contract", async () => {
    // Ajv throws if its search finds one $anchor in two different schemas.
    const schemas = { Box: { $anchor: "box", type: "object" }, Lid: { $anchor: "box", type: "string" } };
    const { metadata, request } = validatorStages({
      apiSpec: { ...apiSpec, components: { schemas } } as unknown as ValidatorOptions["apiSpec"],
      validateApiSpec: false,
      validateSecurity: false,
    });
    const req = requestOf({ depth: "3" });
    expect(await passed(metadata, req)).toBeUndefined();
    expect(await passed(request, req)).toBeUndefined();
  });

  it("compiles no schema of other operations", async () => {
    // The pattern is invalid, so Ajv throws if it compiles the schema.
    const components = { schemas: { Lid: { type: "string", pattern: "(" } } };
    const content = { "application/json": { schema: { $ref: "#/components/schemas/Lid" } } };
    const lids = { post: { requestBody: { content }, responses: {} } };
    const { metadata, request } = validatorStages({
      apiSpec: {
        ...apiSpec,
        components,
        paths: { "/lids": lids, ...apiSpec.paths },
      } as unknown as ValidatorOptions["apiSpec"],
      validateApiSpec: false,
      validateSecurity: false,
    });
    const req = requestOf({ depth: "3" });
    expect(await passed(metadata, req)).toBeUndefined();
    expect(await passed(request, req)).toBeUndefined();
  });

  it("compiles equal schemas of responses once, except schemas with functions", () => {
    type Arguments = ConstructorParameters<typeof ResponseValidator>;
    const options = { strict: false, serDesMap: {}, formats: {} } as Arguments[1];
    const validator = new ResponseValidator(document as Arguments[0], options);
    const compiled = (route: string, schema: object) => {
      const req = { method: "GET", headers: {}, openapi: { expressRoute: route } };
      const responses = { "404": { content: { "application/json": { schema } } } };
      const checks = validator._getOrBuildValidator(
        req as unknown as Parameters<typeof validator._getOrBuildValidator>[0],
        responses as unknown as Parameters<typeof validator._getOrBuildValidator>[1],
      ) as unknown as Record<string, Record<string, (value: object) => boolean>>;
      return checks["404"]?.["application/json"];
    };
    const text = { type: "string" };
    expect(compiled("readBox", { ...text })).toBe(compiled("readLid", text));
    expect(compiled("readBox", text)?.({ response: 1 })).toBe(false);
    expect(compiled("readTape", { type: "integer" })).not.toBe(compiled("readBox", text));
    const withFunction = () => ({ ...text, "x-eov-res-serdes": { serialize: String } });
    expect(compiled("openBox", withFunction())).not.toBe(compiled("openLid", withFunction()));
  });

  it("misses no $id or $anchor, because the contract has none", () => {
    expect(JSON.stringify(contract)).not.toMatch(/"\$(id|anchor|dynamicAnchor)":/);
  });
});
