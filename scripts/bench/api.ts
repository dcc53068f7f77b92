import { Client } from "undici";

/** Answers of the service, as what the caller knows them to be. */
export interface Answer<T> {
  body: T;
  milliseconds: number;
}

/** Asks the service one thing after the other over one connection, and tells how long each answer took. */
export class Api {
  private readonly client: Client;

  constructor(
    origin: string,
    private readonly key: string,
  ) {
    this.client = new Client(origin);
  }

  /** Any answer that tells of no success ends the benchmark. An empty body comes as null. */
  async call<T>(method: "GET" | "POST" | "PATCH", path: string, body?: object): Promise<Answer<T>> {
    const headers = {
      "x-api-key": this.key,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const sent = body === undefined ? null : JSON.stringify(body);
    const started = performance.now();
    const answer = await this.client.request({ method, path: `/v3${path}`, headers, body: sent });
    const text = await answer.body.text();
    const milliseconds = performance.now() - started;
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode}: ${text}`);
    return { body: (text === "" ? null : JSON.parse(text)) as T, milliseconds };
  }

  async create(path: string, body: object): Promise<string> {
    return (await this.call<{ id: string }>("POST", path, body)).body.id;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
