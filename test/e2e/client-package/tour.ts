// The guide's tour with the client, as an integrator writes it. The test compiles it and runs it as a module
// and as CommonJS with the packed client. Arguments: API address, key, and a word that makes names unique.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  createRecado,
  isRecadoError,
  type MessageStatus,
  SIGNATURE_HEADER,
  verifyWebhook,
  WebhookVerificationError,
} from "recado/client";

const [baseUrl = "", apiKey = "", word = ""] = process.argv.slice(2);
const recado = createRecado({ baseUrl, apiKey });

async function until<T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> {
  for (const deadline = Date.now() + 30_000; ;) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > deadline) throw new Error(`not in time: ${JSON.stringify(value)}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** One second of a tone: 8000 samples of 8 bits. */
function tone(): Uint8Array {
  const samples = 8000;
  const bytes = new Uint8Array(44 + samples);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at);
  text(0, "RIFF");
  view.setUint32(4, 36 + samples, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, samples, true);
  view.setUint32(28, samples, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  text(36, "data");
  view.setUint32(40, samples, true);
  for (let at = 0; at < samples; at += 1)
    bytes[44 + at] = 128 + 100 * Math.sin((at * 440 * 2 * Math.PI) / samples);
  return bytes;
}

/** A webhook receiver that records the recipient of each event and the number of forged requests. */
async function receiver() {
  const steps: string[] = [];
  let refused = 0;
  let secret = "";
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    try {
      const events = await verifyWebhook(Buffer.concat(parts), request.headers[SIGNATURE_HEADER], secret);
      for (const { type, data } of events) {
        if (type === "message_update") steps.push(`${data.sequence} ${data.to} ${data.status}`);
      }
      response.writeHead(204).end();
    } catch (error) {
      if (error instanceof WebhookVerificationError) refused += 1;
      response.writeHead(401).end();
    }
  };
  const server = createServer((request, response) => void receive(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/recado`,
    steps,
    refused: () => refused,
    trust: (value: string) => void (secret = value),
    close: () => server.close(),
  };
}

async function tour() {
  const hooks = await receiver();
  const webhook = await recado.webhooks.create({ url: hooks.url });
  hooks.trust(webhook.secret);

  const progress: number[] = [];
  const audio = await recado.files.upload(
    { data: tone(), usage: "template_media", content_type: "audio/wav", filename: "aviso.wav" },
    { onProgress: ({ sentBytes }) => progress.push(sentBytes) },
  );

  const notice = await recado.templates.create({
    name: `Aviso ${word}`,
    channel: "sms",
    content: { type: "text", text: "Olá {{name}}, seu pedido chegou." },
  });
  const call = await recado.templates.create({
    name: `Chamada ${word}`,
    channel: "voice",
    content: { type: "audio", file_id: audio.id },
  });
  const again = await recado.templates
    .create({ name: notice.name, channel: "sms", content: { type: "text", text: "Oi" } })
    .catch((error: unknown) => (isRecadoError(error, "conflict") ? error : Promise.reject(error)));

  const sent = await recado.messages.send(
    {
      template_id: notice.id,
      recipients: [
        { to: "(11) 98765-4321", variables: { name: "Ana" } },
        { to: "+55 21 99876-0001", variables: { name: "Rui" } },
        { to: "011 3456-7890", variables: { name: "Eva" } },
      ],
    },
    { idempotencyKey: `tour-${word}` },
  );
  await recado.messages.send({
    channel: "rcs",
    content: {
      type: "text",
      text: "Oi! Posso ajudar?",
      suggestions: [{ type: "reply", text: "Sim", postback_data: "yes" }],
    },
    recipients: [{ to: "11 98765-0004" }],
  });
  await recado.messages.send({ template_id: call.id, recipients: [{ to: "+55 (0) 11 3456-7890" }] });
  const delivered = await until(
    () => recado.messages.get({ message_id: sent.data[0]?.message_id ?? "" }),
    ({ status }) => status === "delivered",
  );

  const table = await recado.files.upload({
    data: "telefone;nome;pedido\n(11) 91234-5678;Ana;A-1\n21 99876-1111;Rui;\n123;Eva;C-3\n",
    usage: "contact_import",
    content_type: "text/csv",
  });
  const list = await recado.contactLists.create({ name: `Clientes ${word}`, type: "default" });
  const load = await recado.imports.create({ list_id: list.id, file_id: table.id });
  await until(
    () => recado.imports.get({ list_id: list.id, import_id: load.id }),
    ({ status }) => status === "completed",
  );
  const rejected = await recado.imports.getErrors({ list_id: list.id, import_id: load.id });
  const rejectedRows = (await (await fetch(rejected.url)).text()).trim().split("\n").length - 1;

  const order = await recado.templates.create({
    name: `Pedido ${word}`,
    channel: "sms",
    content: { type: "text", text: "Olá {{name}}, o pedido {{pedido}} saiu." },
  });
  const { id: campaign_id } = await recado.campaigns.create({
    name: `Pedidos de hoje ${word}`,
    template_id: order.id,
    list_id: list.id,
  });
  await recado.campaigns.launch({ campaign_id });
  const campaign = await until(
    () => recado.campaigns.get({ campaign_id }),
    ({ status }) => status === "completed",
  );
  const outcomes: MessageStatus[] = [];
  for await (const { status } of recado.messages.list({ campaign_id: [campaign_id], limit: 1 }))
    outcomes.push(status);

  const phone = (text: string) =>
    fetch(new URL("/sandbox/replies", baseUrl), {
      method: "POST",
      headers: { "X-API-Key": apiKey, "Content-Type": "application/json" },
      body: JSON.stringify({ channel: "sms", from: "+5511912345678", text }),
    });
  const offer = async () => {
    const recipients = [{ to: "11 91234-5678", variables: { name: "Ana" } }];
    const { data } = await recado.messages.send({ template_id: notice.id, recipients });
    return data[0]?.status;
  };
  await phone("SAIR");
  const [reply] = (await recado.inbound.listMessages({ limit: 1 })).data;
  const afterLeaving = await offer();
  await phone("VOLTAR");
  const afterReturning = await offer();

  await until(
    async () => hooks.steps.length,
    (count) => count >= 22,
  );
  await recado.webhooks.delete({ webhook_id: webhook.id });
  hooks.close();
  return {
    audio: audio.status,
    progress: [progress[0], progress.at(-1)],
    nameTaken: [again instanceof Error, "status" in again && again.status],
    sent: sent.data.map(({ status, error }) => error?.code ?? status),
    history: delivered.status_history.map(({ status }) => status),
    rejectedRows,
    campaign: [campaign.progress.total, campaign.progress.error],
    outcomes: outcomes.length,
    reply: reply?.content_type,
    offers: [afterLeaving, afterReturning],
    steps: hooks.steps.sort(),
    refused: hooks.refused(),
  };
}

tour().then(
  (report) => console.log(JSON.stringify(report)),
  (error: unknown) => {
    console.error(error);
    process.exit(1);
  },
);
