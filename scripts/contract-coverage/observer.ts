import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Request } from "express";
import { type Direction, factOf, FIELD_KINDS } from "./elements";
import { fieldsOf, itemsOf, type Model, type Node, type Operation } from "./model";
import { Recording } from "./recording";

const PREFIX = "/v3";

/** Error statuses that handlers return for requests that match the contract. */
const HANDLER_STATUSES = [404, 409, 412, 422];

const SCHEMES = {
  ApiKeyHeader: "x-api-key",
  BearerKey: "authorization",
  ConsoleSession: "x-recado-console",
};

/** Records which elements of the contract occur in requests, responses and events of tests. */
export class Observer {
  readonly recording = new Recording();
  private readonly paths: readonly { operation: Operation; path: RegExp }[];

  constructor(private readonly model: Model) {
    const pattern = (path: string) => new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`);
    this.paths = model.operations
      .map((operation) => ({ operation, path: pattern(operation.path) }))
      // Static paths precede parameterized paths, as in the router.
      .sort((a, b) => Number(a.operation.path.includes("{")) - Number(b.operation.path.includes("{")));
  }

  /** Wraps an application to record each response when it ends. */
  watching<T extends RequestListener>(app: T): T {
    return new Proxy(app, {
      apply: (listener, self, given: [IncomingMessage, ServerResponse]) => {
        const [req, res] = given;
        const end = res.end as (...given: unknown[]) => ServerResponse;
        res.end = ((...written: unknown[]) => {
          this.recordResponse(req as Request, res, written[0]);
          return end.apply(res, written);
        }) as typeof res.end;
        return Reflect.apply(listener, self, given) as unknown;
      },
    });
  }

  private recordResponse(req: Request, res: ServerResponse, written: unknown): void {
    const path = (req.originalUrl ?? req.url).split("?")[0] ?? "";
    if (!path.startsWith(`${PREFIX}/`)) return;
    const body =
      (typeof written === "string" || Buffer.isBuffer(written)) &&
      /json/.test(String(res.getHeader("content-type")))
        ? (JSON.parse(written.toString()) as unknown)
        : undefined;
    // No operation declares 405, the response to a method that the path does not offer.
    if (res.statusCode === 405)
      this.see("reply", this.model.nodeAt("#/components/schemas/ErrorEnvelope"), body);
    const operation = this.operationOf(req.method, path.slice(PREFIX.length));
    const reply = operation?.replies.find(({ status }) => status === String(res.statusCode));
    if (!operation || !reply) return;
    this.recording.add(factOf("status", reply.pointer));
    for (const { name, pointer } of reply.headers) {
      if (res.hasHeader(name)) this.recording.add(factOf("header", pointer));
    }
    if (reply.body) this.see("reply", reply.body, body);
    if (res.statusCode < 400 || HANDLER_STATUSES.includes(res.statusCode)) this.recordRequest(operation, req);
    if (res.statusCode >= 400) return;
    for (const { name, pointer } of this.model.securitySchemes) {
      if (req.get(SCHEMES[name as keyof typeof SCHEMES]) !== undefined) {
        this.recording.add(factOf("security", pointer));
      }
    }
  }

  private operationOf(method: string, path: string): Operation | undefined {
    const effectiveMethod = method === "HEAD" ? "GET" : method;
    return this.paths.find((one) => one.operation.method === effectiveMethod && one.path.test(path))
      ?.operation;
  }

  private recordRequest({ parameters, body }: Operation, req: Request): void {
    for (const { place, name, node } of parameters) {
      this.see(
        "request",
        node,
        { path: req.params[name], query: req.query[name], header: req.get(name) }[place],
      );
    }
    if (body) this.see("request", body, req.body);
  }

  /**
   * Records the events in a webhook request that the receiver accepted. Ignores requests without a header of
   * the contract's webhooks. `headers` are lower-case names.
   */
  delivered(headers: readonly string[], body: unknown): void {
    const sent = (event: Operation) =>
      event.parameters.filter(({ name }) => headers.includes(name.toLowerCase()));
    if (!this.model.events.some((event) => sent(event).length > 0)) return;
    const events = JSON.parse(String(body)) as object[];
    const [first] = events;
    const event = first && this.model.events.find((one) => isOfType(one.body, first));
    if (!event?.body) return;
    for (const { pointer } of sent(event)) this.recording.add(factOf("event", pointer));
    for (const { pointer } of event.replies) this.recording.add(factOf("status", pointer));
    this.see("event", event.body, events);
  }

  /**
   * Records enumerated values, and the fields of responses and events. Null counts only for a field that is
   * always null.
   */
  see(direction: Direction, node: Node, value: unknown): void {
    if (Array.isArray(value)) {
      const items = itemsOf(node);
      if (items) for (const one of value) this.see(direction, items, one);
    } else if (typeof value === "object" && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        for (const field of fieldsOf(node, value, name)) {
          if (inner === undefined || (inner === null && !field.node.isNull)) continue;
          if (direction !== "request") this.recording.add(factOf(FIELD_KINDS[direction], field.pointer));
          this.see(direction, field.node, inner);
        }
      }
    } else {
      const pointer = node.values.get(value);
      if (pointer !== undefined) this.recording.add(factOf(`value ${direction}`, pointer));
      for (const branch of node.branches) this.see(direction, branch, value);
    }
  }
}

function isOfType(body: Node | null, event: object): boolean {
  const items = body && itemsOf(body);
  const type: unknown = Reflect.get(event, "type");
  return items !== null && fieldsOf(items, event, "type").some(({ node }) => node.values.has(type));
}
