import {
  type Link,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { type ExportResult, ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  BatchSpanProcessor,
  type ReadableSpan,
  type SpanExporter,
  type SpanProcessor,
} from "@opentelemetry/sdk-trace-base";
import { SECOND } from "../time";
import { withTimeout } from "../with-timeout";
import { NO_SPAN, type Span, type SpanOptions, type TraceParent, type Tracing } from "./tracing";

export interface OtlpSettings {
  /** Full URL of the collector's path for traces. */
  url: string;
  protocol: "http/protobuf" | "http/json";
}

interface OtlpOptions {
  version: string;
  onDropped(spans: number, reason: unknown): void;
}

/** Maximum finished spans that wait for their export. Further spans are dropped. */
const MAX_WAITING = 2_048;
/** Maximum duration of the last export at a stop, in milliseconds. */
const STOP_WITHIN_MS = 2 * SECOND;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

/**
 * Returns tracing that exports spans by OTLP. OpenTelemetry's packages read the other `OTEL_*` variables. If
 * the collector is slow or unreachable, spans are dropped, and the service is not delayed.
 */
export function otlpTracing({ url, protocol }: OtlpSettings, { version, onDropped }: OtlpOptions): Tracing {
  const exporter = protocol === "http/json" ? new JsonExporter({ url }) : new ProtobufExporter({ url });
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": "recado", "service.version": version }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [countingProcessor(exporter, onDropped)],
  });
  const tracer = provider.getTracer("recado", version);
  const start = (name: string, parent: SpanContext | null, links: Link[], options: SpanOptions): Span => {
    const context = parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
    const { kind, attributes = {} } = options;
    return toSpan(tracer.startSpan(name, { kind: KINDS[kind], attributes, links }, context));
  };
  return {
    isOn: true,
    begin: (name, { traceParent, ...options }) => start(name, contextOf(traceParent), [], options),
    follow(name, { parent, links }, options) {
      const linked = linksTo(links);
      const context = parent === null ? null : contextOf(parent);
      return context === null && linked.length === 0 ? NO_SPAN : start(name, context, linked, options);
    },
    async stop() {
      await withTimeout(STOP_WITHIN_MS, provider.shutdown()).catch(() => {});
    },
  };
}

function contextOf(traceParent: string | undefined): SpanContext | null {
  const context = traceParent === undefined ? null : parseTraceParent(traceParent);
  return context && { ...context, isRemote: true };
}

const linksTo = (parents: Iterable<TraceParent>): Link[] =>
  [...parents].flatMap((parent) => {
    const context = contextOf(parent);
    return context === null ? [] : { context };
  });

function toSpan(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceParent: `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`,
    isSampled: (traceFlags & TraceFlags.SAMPLED) !== 0,
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    link: (parents) => void span.addLinks(linksTo(parents)),
    end(error) {
      if (error !== undefined) {
        span.setAttribute("error.type", error).setStatus({ code: SpanStatusCode.ERROR });
      }
      span.end();
    },
  };
}

/** Returns the batch processor of the SDK, with a count of dropped spans. The SDK itself drops silently. */
function countingProcessor(exporter: SpanExporter, onDropped: OtlpOptions["onDropped"]): SpanProcessor {
  let waiting = 0;
  const counted: SpanExporter = {
    export(spans: ReadableSpan[], done: (result: ExportResult) => void) {
      waiting -= spans.length;
      exporter.export(spans, (result) => {
        if (result.code !== ExportResultCode.SUCCESS) onDropped(spans.length, result.error);
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
  const batches = new BatchSpanProcessor(counted, { maxQueueSize: MAX_WAITING });
  return {
    onStart: (span, context) => batches.onStart(span, context),
    onEnd(span) {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
      if (waiting >= MAX_WAITING) return onDropped(1, new Error("too many spans wait for their export"));
      waiting += 1;
      batches.onEnd(span);
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  };
}
