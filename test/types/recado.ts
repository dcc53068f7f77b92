// What integrators write with the client.
import {
  createRecado,
  type ErrorCodeOf,
  isRecadoError,
  type Params,
  type Schemas,
  verifyWebhook,
} from "../../src/client";

const recado = createRecado({ baseUrl: "http://127.0.0.1:3000/v3", apiKey: "st_" });
const template_id = "018f3c1e-7a3b-7c5d-8e9f-0a1b2c3d4e5f";
const recipients = [{ to: "11 98765-4321" }];

export async function soundCalls() {
  const template: Schemas["Template"] = await recado.getTemplate({ template_id });
  const sent = await recado.sendMessages({ template_id, recipients }, { idempotencyKey: "order-1" });
  const page: Schemas["TemplatePage"] = await recado.listTemplates();
  for await (const { name } of recado.listTemplates({ channel: ["sms"] }))
    page.data.map((one) => one.name === name);
  const nothing: void = await recado.deleteTemplate({ template_id });
  const given: Params<"updateTemplate"> = { template_id, name: template.name };
  const code: ErrorCodeOf<"deleteTemplate"> = "conflict";
  const [event] = await verifyWebhook("[]", null, ["whsec_"]);
  return [sent.data[0]?.status, nothing, given, code, event?.data.sequence];
}

export async function unsoundCalls(error: unknown) {
  const template = await recado.getTemplate({ template_id });
  const narrowed = isRecadoError(error, "not_found", "conflict") ? error.code : "not_found";
  const [event] = await verifyWebhook("[]", null, "whsec_");
  return [
    // @ts-expect-error a field of the answer that the contract does not know
    template.colour,
    // @ts-expect-error an operation without the parameter of its path
    recado.getTemplate({}),
    // @ts-expect-error an operation without anything
    recado.getTemplate(),
    // @ts-expect-error a body that lacks a field
    recado.sendMessages({ template_id }),
    // @ts-expect-error a field of the body that the contract does not know
    recado.sendMessages({ recipients, colour: "green" }),
    // @ts-expect-error a value outside of an enumeration
    recado.listMessages({ status: ["lost"] }),
    // @ts-expect-error an idempotency key where the contract takes none
    recado.createWebhook({ url: "https://a.example" }, { idempotencyKey: "1" }),
    // @ts-expect-error an entry that is iterated without waiting
    Array.from(recado.listTemplates()),
    // @ts-expect-error an operation that the contract does not know
    recado.listCarriers(),
    // @ts-expect-error a code that the contract does not know
    isRecadoError(error, "name_taken"),
    // @ts-expect-error a code that was ruled out
    narrowed === "forbidden",
    // @ts-expect-error a field of the event that the contract does not know
    event?.data.colour,
    // @ts-expect-error a code that the operation does not declare
    "import_in_progress" satisfies ErrorCodeOf<"deleteTemplate">,
    // @ts-expect-error a file without what it is for
    recado.uploadFile({ data: "" }),
    // @ts-expect-error a body that was parsed before it is verified
    verifyWebhook([{ id: "1" }], null, "whsec_"),
  ];
}
