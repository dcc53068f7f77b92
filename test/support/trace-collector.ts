import { createServer, type IncomingHttpHeaders } from "node:http";
import { listening } from "./listening";
import { until } from "./until";

type Value = string | number | boolean;

export interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  kind: number;
  attributes: Readonly<Record<string, Value>>;
  links: readonly string[];
  /** 2 for an error. */
  status: number | undefined;
}

interface WireSpan extends Omit<ReceivedSpan, "attributes" | "links" | "status"> {
  attributes?: { key: string; value: Record<string, Value> }[];
  links?: { traceId: string; spanId: string }[];
  status?: { code?: number };
}

interface WireBody {
  resourceSpans?: { scopeSpans?: { spans?: WireSpan[] }[] }[];
}

export interface TraceCollector {
  url: string;
  requests: { path: string; headers: IncomingHttpHeaders; body: Buffer }[];
  /** Returns the spans of all requests in JSON, in order of arrival. */
  spans(): ReceivedSpan[];
  /** Resolves with the spans once there are `count`. */
  received(count: number): Promise<ReceivedSpan[]>;
  /** Resolves with the spans once there is one with each name. */
  named(...names: string[]): Promise<ReceivedSpan[]>;
  /** Sets the status of later responses; null to leave requests without a response. */
  respondsWith(status: number | null): void;
  close(): Promise<void>;
}

/** Starts a collector of traces by OTLP. */
export async function traceCollector(): Promise<TraceCollector> {
  const requests: TraceCollector["requests"] = [];
  let status: number | null = 200;
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on("data", (chunk: Buffer) => chunks.push(chunk));
    req.on("end", () => {
      requests.push({ path: req.url ?? "", headers: req.headers, body: Buffer.concat(chunks) });
      if (status !== null) res.writeHead(status, { "Content-Type": "application/json" }).end("{}");
    });
  });
  const { url, stop } = await listening(server);
  const spans = () =>
    requests
      .filter(({ headers }) => headers["content-type"] === "application/json")
      .flatMap(({ body }) => (JSON.parse(body.toString()) as WireBody).resourceSpans ?? [])
      .flatMap(({ scopeSpans = [] }) => scopeSpans.flatMap((scope) => scope.spans ?? []))
      .map(toSpan);
  return {
    url,
    requests,
    spans,
    respondsWith: (next) => void (status = next),
    async received(count) {
      await until(`${count} spans`, 10, async () => spans().length >= count, 5);
      return spans();
    },
    async named(...names) {
      const has = (name: string) => spans().some((span) => span.name === name);
      await until(`spans named ${names.join(", ")}`, 10, async () => names.every(has), 5);
      return spans();
    },
    async close() {
      server.closeAllConnections();
      await stop();
    },
  };
}

const toSpan = ({ attributes = [], links = [], status, ...span }: WireSpan): ReceivedSpan => ({
  ...span,
  parentSpanId: span.parentSpanId || undefined,
  attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] as Value])),
  links: links.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`),
  status: status?.code,
});
