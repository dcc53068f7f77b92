// Uses each function and class of the client. The test compiles this program and runs it as a module and as
// CommonJS with the packed client. Arguments: API address, key, and a word that makes names unique.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createRecado,
  etagOf,
  isRecadoError,
  type MessageStatus,
  RecadoConnectionError,
  RecadoError,
  SIGNATURE_HEADER,
  signWebhook,
  verifyWebhook,
  WebhookVerificationError,
} from "recado/client";

const [baseUrl = "", apiKey = "", word = ""] = process.argv.slice(2);
const recado = createRecado({ baseUrl, apiKey });

/** A webhook receiver that records the events of messages and the reasons of refusals. */
async function receiver() {
  const steps: string[] = [];
  const refused: string[] = [];
  let secret = "";
  let complete = () => undefined as void;
  const completed = new Promise<void>((resolve) => (complete = resolve));
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    try {
      const events = await verifyWebhook(Buffer.concat(parts), request.headers[SIGNATURE_HEADER], secret);
      for (const { type, data } of events) {
        if (type === "message_update") steps.push(`${data.sequence} ${data.to} ${data.status}`);
      }
      response.writeHead(204).end();
      if (steps.length >= 3) complete();
    } catch (error) {
      if (error instanceof WebhookVerificationError) refused.push(error.reason);
      response.writeHead(401).end();
    }
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/recado`,
    steps,
    refused,
    completed,
    trust: (value: string) => void (secret = value),
    close: () => server.close(),
  };
}

async function program() {
  const expired = setTimeout(() => {
    throw new Error("the program has not ended after 30 s");
  }, 30_000);
  expired.unref();

  const hooks = await receiver();
  const webhook = await recado.webhooks.create({ url: hooks.url });
  hooks.trust(webhook.secret);
  const forged = await signWebhook("[]", `whsec_${btoa("0".repeat(32))}`);
  await fetch(hooks.url, { method: "POST", body: "[]", headers: { [SIGNATURE_HEADER]: forged } });

  const progress: number[] = [];
  const file = await recado.files.upload(
    { data: new TextEncoder().encode("GIF89a"), usage: "template_media", content_type: "image/gif" },
    { onProgress: ({ sentBytes }) => progress.push(sentBytes) },
  );

  const notice = await recado.templates.create({
    name: `Aviso ${word}`,
    channel: "sms",
    content: { type: "text", text: "Olá {{name}}, seu pedido chegou." },
  });
  const conflict = await recado.templates
    .create({ name: notice.name, channel: "sms", content: { type: "text", text: "Oi" } })
    .catch((error: unknown) => (isRecadoError(error, "conflict") ? error : Promise.reject(error)));

  const recipients = [{ to: "(11) 98765-4321", variables: { name: "Ana" } }];
  const sent = await recado.messages.send(
    { template_id: notice.id, recipients },
    { idempotencyKey: `order-${word}` },
  );
  await hooks.completed;
  const id = sent.data[0]?.message_id;
  const statuses: MessageStatus[] = [];
  for await (const message of recado.messages.list({ limit: 1 })) {
    if (message.id === id) statuses.push(message.status);
  }
  await recado.webhooks.delete({ webhook_id: webhook.id }, { ifMatch: etagOf(webhook) });
  hooks.close();

  const unreachable = createRecado({ baseUrl: hooks.url, apiKey, maxRetries: 0 });
  const failure = await unreachable.senders.list().catch((error: unknown) => error);
  return {
    file: file.status,
    progress: [progress[0], progress.at(-1)],
    conflict: [conflict instanceof RecadoError, "status" in conflict && conflict.status],
    sent: sent.data.map(({ status }) => status),
    statuses,
    steps: hooks.steps.sort(),
    refused: hooks.refused,
    connection: failure instanceof RecadoConnectionError,
  };
}

program().then(
  (report) => console.log(JSON.stringify(report)),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
