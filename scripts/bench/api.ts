import { setImmediate as nextTurn } from "node:timers/promises";
import { Client } from "undici";

interface ApiResponse<T> {
  body: T;
  milliseconds: number;
}

/** Client that sends sequential requests over one connection and measures their durations. */
export class Api {
  private readonly client: Client;

  constructor(
    origin: string,
    private readonly key: string,
  ) {
    this.client = new Client(origin);
  }

  /** Sends a request to a path below /v3. Throws on a status of 300 or above. */
  async call<T>(
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
    path: string,
    body?: object,
  ): Promise<ApiResponse<T>> {
    const headers = {
      "x-api-key": this.key,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const sent = body === undefined ? null : JSON.stringify(body);
    // A long synchronous call blocks the event loop, and the service may close the idle connection during it.
    // Two turns of the event loop let the client notice this: the first may end before sockets are read.
    await nextTurn();
    await nextTurn();
    const started = performance.now();
    const response = await this.client.request({ method, path: `/v3${path}`, headers, body: sent });
    const text = await response.body.text();
    const milliseconds = performance.now() - started;
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.statusCode}: ${text}`);
    return { body: (text === "" ? null : JSON.parse(text)) as T, milliseconds };
  }

  async create(path: string, body: object): Promise<string> {
    return (await this.call<{ id: string }>("POST", path, body)).body.id;
  }

  async total(path: string): Promise<number> {
    return (await this.call<{ pagination: { total: number } }>("GET", path)).body.pagination.total;
  }

  template(name: string, text: string): Promise<string> {
    return this.create("/templates", { name, channel: "sms", content: { type: "text", text } });
  }

  campaign(name: string, templateId: string, listId: string): Promise<string> {
    return this.create("/campaigns", { name, template_id: templateId, list_id: listId });
  }

  async launch(campaignId: string): Promise<number> {
    return (await this.call("POST", `/campaigns/${campaignId}/launch`)).milliseconds;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
