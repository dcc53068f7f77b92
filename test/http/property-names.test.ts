import type { components } from "../../generated/schema";
import { databases } from "../support/databases";
import { testService } from "../support/service";

type Failure = components["schemas"]["ErrorEnvelope"]["error"];

describe.each(databases)("invalid names of variables and attributes on %s", (database) => {
  const service = testService(database);
  const rejected = async (path: string, body: object) => {
    const response = await service.request.post(path).send(body).expect(400);
    return (response.body as { error: Failure }).error.fields;
  };
  const send = (variables: object) => ({
    channel: "sms",
    content: { type: "text", text: "Oi" },
    recipients: [
      { to: "11 98765-4321", variables: { ok: "x" } },
      { to: "11 98765-4322", variables },
    ],
  });
  const message = expect.stringMatching(/^must have a name of 1 to 64 letters/) as string;

  it.each<[string, string, object, string[]]>([
    ["a send", "/v3/messages", send({ "num pedido": "1", ok: "2" }), ["num pedido"]],
    ["a preview", "/v3/messages/preview", send({ código: "1", "a/b~c": "2" }), ["código", "a/b~c"]],
    ["a long body", "/v3/messages", send({ código: "1", "é ": "2", t: "x".repeat(9_000) }), ["código", "é "]],
  ])("returns one problem for each name in %s", async (_, path, body, names) => {
    expect(await rejected(path, body)).toEqual(
      names.map((name) => ({ field: `recipients[1].variables.${name}`, message })),
    );
  });

  it("returns the problems of attributes, of their values and of other fields", async () => {
    const attributes = { cidade: "Recife", "data de início": "1", longo: "x".repeat(1_025) };
    const fields = await rejected("/v3/contacts", { phone: "", attributes });
    expect(fields).toHaveLength(3);
    expect(fields).toEqual(
      expect.arrayContaining([
        { field: "attributes.data de início", message },
        { field: "attributes.longo", message: expect.any(String) as string },
        { field: "phone", message: expect.any(String) as string },
      ]),
    );
  });
});
