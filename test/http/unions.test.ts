import contract from "../../generated/openapi.json";
import { valueAt } from "../../src/platform/json-pointer";
import { testService } from "../support/service";

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  oneOf?: Schema[];
  anyOf?: Schema[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
}

interface Operation {
  operationId: string;
  requestBody?: { content: { "application/json": { schema: Schema } } };
}

/** A field of a request body whose value has one of several forms. */
interface Union {
  name: string;
  method: "post" | "patch" | "put";
  path: string;
  /** The name of the field in errors, such as `content.card.suggestions[0]`. */
  field: string;
  tag: string;
  forms: Record<string, Schema>;
  /** Returns a body with the value in the field, and otherwise only the discriminators on the way to it. */
  bodyWith(value: unknown): unknown;
}

type Place = Pick<Union, "field" | "bodyWith">;

function resolved({ $ref, ...schema }: Schema): Schema {
  if ($ref === undefined) return schema;
  return resolved(valueAt(contract, $ref) as Schema);
}

function unionsIn(schema: Schema, { field, bodyWith }: Place): Omit<Union, "name" | "method" | "path">[] {
  const { properties = {}, items, discriminator } = resolved(schema);
  const within = Object.entries(properties).flatMap(([name, property]) =>
    unionsIn(property, {
      field: field === "" ? name : `${field}.${name}`,
      bodyWith: (value) => bodyWith({ [name]: value }),
    }),
  );
  const entries =
    items === undefined
      ? []
      : unionsIn(items, { field: `${field}[0]`, bodyWith: (value) => bodyWith([value]) });
  if (discriminator === undefined) return [...within, ...entries];
  const { propertyName: tag, mapping } = discriminator;
  const forms = Object.fromEntries(Object.entries(mapping).map(([name, $ref]) => [name, resolved({ $ref })]));
  const deeper = Object.entries(forms).flatMap(([name, form]) =>
    unionsIn(form, { field, bodyWith: (value) => bodyWith({ [tag]: name, ...(value as object) }) }),
  );
  return [{ field, tag, forms, bodyWith }, ...within, ...entries, ...deeper];
}

const unions = Object.entries(contract.paths as unknown as Record<string, Record<string, Operation>>).flatMap(
  ([path, item]) =>
    Object.entries(item).flatMap(([method, { operationId, requestBody }]) =>
      requestBody === undefined
        ? []
        : unionsIn(requestBody.content["application/json"].schema, {
            field: "",
            bodyWith: (body) => body,
          }).map((union) => ({
            ...union,
            name: `${operationId}: ${union.field}`,
            method: method as Union["method"],
            path: `/v3${path.replace(/\{\w+\}/g, "01890000-0000-7000-8000-000000000000")}`,
          })),
    ),
);
const forms = unions.flatMap((union) => Object.keys(union.forms).map((form) => ({ ...union, form })));

interface Fault {
  field: string;
  message: string;
}

describe("a union in a request body", () => {
  const service = testService("SQLite");

  const faultsOf = async ({ method, path, bodyWith }: (typeof unions)[number], value: unknown) => {
    const { body } = await service.request[method](path)
      .send(bodyWith(value) as object)
      .expect(400);
    return body.error.fields as Fault[];
  };
  /** Returns the errors of the value and its fields, without those of the incomplete rest of the body. */
  const faultsWithin = async (union: (typeof unions)[number], value: unknown) =>
    (await faultsOf(union, value))
      .filter(({ field }) => field === union.field || field.startsWith(`${union.field}.`))
      .map(({ field, message }) => [field.slice(union.field.length + 1), message])
      .sort();

  it("covers contents and suggestions of all requests", () => {
    const fields = [
      "content",
      "content.suggestions[0]",
      "content.card.suggestions[0]",
      "content.cards[0].suggestions[0]",
    ];
    expect(unions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(
        ["createTemplate", "updateTemplate", "sendMessages", "previewMessages"].flatMap((operation) =>
          fields.map((field) => `${operation}: ${field}`),
        ),
      ),
    );
  });

  it.each(forms)("reports missing fields of its form: $name, $form", async (union) => {
    const required = (union.forms[union.form]?.required ?? []).filter((name) => name !== union.tag);
    expect(await faultsWithin(union, { [union.tag]: union.form })).toEqual(
      required.map((name) => [name, "is required"]).sort(),
    );
  });

  it.each(forms)("rejects fields of other forms: $name, $form", async (union) => {
    const own = union.forms[union.form]?.properties ?? {};
    const others = Object.values(union.forms).flatMap(({ properties = {} }) => Object.keys(properties));
    const foreign = [...new Set(others)].filter((name) => !(name in own));
    const value = { [union.tag]: union.form, ...Object.fromEntries(foreign.map((name) => [name, "x"])) };
    const reported = await faultsWithin(union, value);
    const required = (union.forms[union.form]?.required ?? []).filter((name) => name !== union.tag);
    expect(reported).toEqual(
      [
        ...foreign.map((name) => [name, "is not a known field"]),
        ...required.map((name) => [name, "is required"]),
      ].sort(),
    );
  });

  it.each(unions)("rejects a missing or unknown discriminator: $name", async (union) => {
    const allowed = `must be equal to one of the allowed values: ${Object.keys(union.forms).join(", ")}`;
    expect(await faultsWithin(union, {})).toEqual([[union.tag, "is required"]]);
    expect(await faultsWithin(union, { [union.tag]: "surprise" })).toEqual([[union.tag, allowed]]);
    expect(await faultsWithin(union, { [union.tag]: 5 })).toEqual([[union.tag, allowed]]);
    expect(await faultsWithin(union, "surprise")).toEqual([["", "must be object"]]);
  });

  it("causes the same error in a body that is validated up to its first error", async () => {
    const recipients = Array.from({ length: 400 }, () => ({ to: "+5511987654321" }));
    const faults = async (content: object) => {
      const body = { channel: "rcs", content, recipients };
      return (await service.request.post("/v3/messages").send(body).expect(400)).body.error.fields as Fault[];
    };
    expect(await faults({ type: "surprise" })).toEqual([
      {
        field: "content.type",
        message: "must be equal to one of the allowed values: text, audio, card, carousel",
      },
    ]);
    expect(await faults({ type: "card", orientation: "vertical" })).toEqual([
      { field: "content.card", message: "is required" },
    ]);
  });

  it("causes one error when it has no discriminator", async () => {
    const { body } = await service.request.get("/v3/usage?from=yesterday&group_by=day").expect(400);
    expect(body.error.fields).toEqual([
      { field: "from", message: 'must match format "date" or must match format "date-time"' },
    ]);
  });
});
