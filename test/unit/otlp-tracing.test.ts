import { otlpTracing } from "../../src/platform/tracing/otlp";
import { NO_SPAN } from "../../src/platform/tracing/tracing";
import { type TraceCollector, traceCollector } from "../support/trace-collector";

const PARENT = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

describe("traces by OTLP", () => {
  let collector: TraceCollector;
  let dropped = 0;
  beforeEach(async () => {
    collector = await traceCollector();
    dropped = 0;
  });
  afterEach(() => collector.close());

  const tracing = (protocol: "http/protobuf" | "http/json") =>
    otlpTracing(
      { url: `${collector.url}/v1/traces`, protocol },
      { version: "1.2.3", onDropped: (spans) => void (dropped += spans) },
    );

  it("sends the finished spans as protobuf at a stop, with the name of the service", async () => {
    const traces = tracing("http/protobuf");
    traces.begin("the request", { kind: "server" }).end();
    await traces.stop();
    const [request] = collector.requests;
    expect(request).toMatchObject({
      path: "/v1/traces",
      headers: { "content-type": "application/x-protobuf" },
    });
    for (const text of ["the request", "service.name", "recado", "1.2.3"]) {
      expect(request?.body.includes(text)).toBe(true);
    }
  });

  it("keeps at most 2,048 spans for a collector that does not respond, and counts the rest", async () => {
    collector.respondsWith(null);
    const traces = tracing("http/json");
    for (let spans = 0; spans < 10_000; spans += 1) traces.begin("a request", { kind: "server" }).end();
    // One batch of 512 spans may be in flight.
    expect(dropped).toBeGreaterThanOrEqual(10_000 - 2_048 - 512);
    collector.respondsWith(400);
    await collector.close();
    await traces.stop();
  });

  it("starts no span of work without a cause", () => {
    const traces = tracing("http/json");
    expect(traces.follow("a job", { parent: null, links: [] }, { kind: "consumer" })).toBe(NO_SPAN);
    expect(traces.follow("a job", { parent: PARENT, links: [] }, { kind: "consumer" }).traceParent).toMatch(
      /^00-4bf92f3577b34da6a3ce929d0e0e4736-/,
    );
  });
});
