import type { NextFunction, Request, RequestHandler, Response } from "express";
import { fact, Recording, STORED } from "./facts";
import {
  type Field,
  fieldsOf,
  itemsOf,
  type Model,
  type Node,
  type Operation,
  type Place,
  type Reply,
} from "./model";
import { seeBody } from "./seen";
import { Tracker } from "./tracked";

/** A request as handlers are given it. */
interface HandlerRequest {
  params: object;
  query: object;
  headers: object;
  body: unknown;
}

type Handler = (request: HandlerRequest) => Promise<unknown>;

const PARTS: readonly (readonly [keyof HandlerRequest, Place])[] = [
  ["params", "path"],
  ["query", "query"],
  ["headers", "header"],
];

/** Parameters as if they were the fields of an object. */
const asNode = (pointer: string, fields: ReadonlyMap<string, Field>): Node => ({
  ...{ pointer, fields, items: null, branches: [], discriminator: null, isNull: false },
  values: new Map(),
});

/** Notes what handlers read of their requests, what is answered, and what endpoints are sent. */
export class Observer {
  readonly recording = new Recording();
  readonly tracker: Tracker;
  private readonly paths: readonly { operation: Operation; path: RegExp }[];

  /** Whose looks at a request count: `counts` tells by the file of the code. */
  constructor(
    readonly model: Model,
    counts: (file: string) => boolean,
  ) {
    this.tracker = new Tracker(this.recording, counts);
    const pattern = (path: string) => new RegExp(`^${path.replace(/\{[^}]+\}/g, "[^/]+")}$`);
    this.paths = model.operations
      .map((operation) => ({ operation, path: pattern(operation.path) }))
      // Static paths come first, as in the router.
      .sort((a, b) => Number(a.operation.path.includes("{")) - Number(b.operation.path.includes("{")));
  }

  /** The same handlers, given requests that tell what is read of them. */
  handlers<T extends object>(handlers: T): T {
    const watched = this.model.operations.map((operation) => {
      const { id, parameters, body } = operation;
      const handler = Reflect.get(handlers, id) as Handler;
      const nodes = PARTS.map(
        ([part, place]) => [part, asNode(`${id} ${place}`, parameters[place])] as const,
      );
      const track: Handler = (request) => {
        const parts = nodes.map(
          ([part, node]) => [part, this.tracker.track(request[part], node, id)] as const,
        );
        const tracked = {
          ...Object.fromEntries(parts),
          body: body && this.tracker.track(request.body, body, id),
        };
        // What else there is may be made where it is asked for.
        return handler(Object.assign(Object.create(request) as HandlerRequest, tracked));
      };
      return [id, track] as const;
    });
    return { ...handlers, ...Object.fromEntries(watched) };
  }

  /** Notes what the router answers. It comes before the router. */
  replies(): RequestHandler {
    return (req: Request, res: Response, next: NextFunction) => {
      const { method, path } = req;
      const operation = this.operationOf(method, path);
      let body: unknown;
      const json = res.json.bind(res);
      res.json = (answer: unknown) => {
        body = answer;
        return json(answer);
      };
      res.once("finish", () => {
        if (operation) this.answered(operation, req, res, body);
        // No operation declares what is answered to a method that its path does not have.
        else seeBody(this.recording, "reply", this.model.nodeAt("#/components/schemas/ErrorEnvelope"), body);
      });
      next();
    };
  }

  private operationOf(method: string, path: string): Operation | undefined {
    const asked = method === "HEAD" ? "GET" : method;
    return this.paths.find((one) => one.operation.method === asked && one.path.test(path))?.operation;
  }

  private answered(operation: Operation, req: Request, res: Response, body: unknown): void {
    const reply = operation.replies.find(({ status }) => status === String(res.statusCode));
    if (!reply) return;
    this.replied(operation.id, reply, (name) => res.hasHeader(name), body);
    if (res.statusCode >= 400) return;
    for (const [name, scheme] of [
      ["x-api-key", "ApiKeyHeader"],
      ["authorization", "BearerKey"],
      ["x-recado-console", "ConsoleSession"],
    ] as const) {
      if (req.headers[name] !== undefined) this.recording.add(fact.security(scheme));
    }
  }

  private replied(id: string, reply: Reply, hasHeader: (name: string) => boolean, body: unknown): void {
    this.recording.add(fact.status(id, reply.status));
    for (const { name } of reply.headers) {
      if (hasHeader(name)) this.recording.add(fact.header(id, reply.status, name));
    }
    if (reply.body) seeBody(this.recording, "reply", reply.body, body);
  }

  /** An endpoint has answered to what was posted to it. */
  delivered(status: number, headers: Readonly<Record<string, string>>, body: Buffer): void {
    if (status < 200 || status > 299) return;
    const events = JSON.parse(body.toString("utf8")) as object[];
    const event = this.eventOf(events[0]);
    if (!event?.body) return;
    this.recording.add(fact.status(event.id, "2XX"));
    const sent = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
    for (const { name, pointer } of event.parameters.header.values()) {
      if (sent.has(name.toLowerCase())) this.recording.add(fact.filled("event", pointer));
    }
    seeBody(this.recording, "event", event.body, events);
  }

  /** A request carries events of one type. */
  private eventOf(first: object | undefined): Operation | undefined {
    if (first === undefined) return undefined;
    const type: unknown = Reflect.get(first, "type");
    return this.model.events.find(({ body }) => {
      const items = body && itemsOf(body);
      return items && fieldsOf(items, first, "type").some(({ node }) => node.values.has(type));
    });
  }

  /** What is handed to a carrier: the content of a message, however it got there. */
  submitted<T>(content: T): T {
    return this.tracker.track(content, this.model.nodeAt("#/components/schemas/Content"), STORED);
  }
}
