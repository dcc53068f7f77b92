// Types that the generated client derives from the contract.
import { createRecadoClient } from "../../generated/client";

const client = createRecadoClient({ baseUrl: "http://127.0.0.1:3000/v3", apiKey: "st_" });
const path = { template_id: "018f3c1e-7a3b-7c5d-8e9f-0a1b2c3d4e5f" };
const recipients = [{ to: "11 98765-4321" }];

export async function soundCalls() {
  const { data, error } = await client.getTemplate({ params: { path } });
  await client.listTemplates();
  await client.listTemplates({ params: { query: { limit: 10 } } });
  await client.sendMessages({ params: { header: { "Idempotency-Key": "1" } }, body: { recipients } });
  return [data?.variables, error?.error.code];
}

export async function unsoundCalls() {
  const { data } = await client.getTemplate({ params: { path } });
  return [
    // @ts-expect-error a response used without a check for success
    data.name,
    // @ts-expect-error an unknown field of the response
    data?.colour,
    // @ts-expect-error a call without its path parameter
    client.getTemplate(),
    // @ts-expect-error a call without its body
    client.sendMessages(),
    // @ts-expect-error a body that lacks a field
    client.sendMessages({ body: {} }),
    // @ts-expect-error an unknown field of the body
    client.sendMessages({ body: { recipients, colour: "green" } }),
    // @ts-expect-error an unknown query parameter
    client.listTemplates({ params: { query: { colour: "green" } } }),
    // @ts-expect-error an unknown operation
    client.listCarriers(),
  ];
}
