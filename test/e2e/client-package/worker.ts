// An edge worker: a request handler with web globals and without Node's. It receives a webhook and sends a
// reply to the recipient of each delivered message.
import {
  createRecado,
  isRecadoError,
  SIGNATURE_HEADER,
  verifyWebhook,
  WebhookVerificationError,
} from "recado/client";

export interface WorkerSettings {
  baseUrl: string;
  apiKey: string;
  secret: string;
}

export async function handle(
  request: Request,
  { baseUrl, apiKey, secret }: WorkerSettings,
): Promise<Response> {
  const recado = createRecado({ baseUrl, apiKey });
  try {
    const events = await verifyWebhook(await request.text(), request.headers.get(SIGNATURE_HEADER), secret);
    const data = new TextEncoder().encode("GIF89a");
    const file = await recado.files.upload(
      { data, usage: "template_media", content_type: "image/gif" },
      { onProgress: () => undefined },
    );
    const { data: results } = await recado.messages.send({
      channel: "sms",
      content: { type: "text", text: "Obrigado!" },
      recipients: events.flatMap(({ type, data }) =>
        type === "message_update" && data.to !== null ? { to: data.to } : [],
      ),
    });
    const ids: string[] = [];
    for await (const message of recado.messages.list({ limit: 1 })) ids.push(message.id);
    const missing = await recado.templates.get({ template_id: file.id }).catch((error: unknown) => error);
    return Response.json({
      file: file.status,
      results: results.map(({ status }) => status),
      listed: ids.length,
      missing: isRecadoError(missing, "not_found"),
    });
  } catch (error) {
    if (error instanceof WebhookVerificationError) return new Response(error.reason, { status: 401 });
    throw error;
  }
}
