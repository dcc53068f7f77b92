import { AsyncLocalStorage } from "node:async_hooks";

/** Context of a span, as in the header `traceparent` of W3C Trace Context. */
export type TraceParent = string;

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export interface SpanOptions {
  kind: "server" | "client" | "consumer" | "internal";
  /**
   * Attributes of the span. Names follow OpenTelemetry's conventions. Values have no phone numbers, message
   * contents or API keys.
   */
  attributes?: Attributes;
}

export interface Span {
  /** Context to send to other services; null without tracing. */
  readonly traceParent: TraceParent | null;
  /** Whether the span is exported. If not, the work that it causes later has no spans either. */
  readonly isSampled: boolean;
  rename(name: string): void;
  set(attributes: Attributes): void;
  link(parents: Iterable<TraceParent>): void;
  /** Ends the span. `error` is the type of the failure, such as an HTTP status. */
  end(error?: string): void;
}

export interface TraceCauses {
  /** Span whose trace the work continues. If null, only work with links gets a span, in a new trace. */
  parent: TraceParent | null;
  links: readonly TraceParent[];
}

export interface Tracing {
  readonly isOn: boolean;
  /** Starts a span that begins a trace, or continues the trace of a caller's `traceparent` header. */
  begin(name: string, options: SpanOptions & { traceParent?: string | undefined }): Span;
  /** Starts a span of work that sampled spans caused. Returns `NO_SPAN` if there is no cause. */
  follow(name: string, causes: TraceCauses, options: SpanOptions): Span;
  /** Exports the finished spans, for at most two seconds, and ends the tracing. */
  stop(): Promise<void>;
}

export const NO_SPAN: Span = {
  traceParent: null,
  isSampled: false,
  rename() {},
  set() {},
  link() {},
  end() {},
};

export const NO_TRACING: Tracing = {
  isOn: false,
  begin: () => NO_SPAN,
  follow: () => NO_SPAN,
  async stop() {},
};

const active = new AsyncLocalStorage<Span>();

/** Returns the span of the running request or job. */
export const activeSpan = (): Span => active.getStore() ?? NO_SPAN;

/** Runs work as part of a span. `NO_SPAN` detaches a job from the request that woke the worker. */
export function runInSpan<T>(span: Span, work: () => T): T {
  // Without tracing, the storage is never enabled and costs nothing.
  return span === activeSpan() ? work() : active.run(span, work);
}

/** Runs work as part of a span, and ends the span. A failure has the type `_OTHER`. */
export async function runWholeSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  let error: string | undefined = "_OTHER";
  try {
    const result = await runInSpan(span, work);
    error = undefined;
    return result;
  } finally {
    span.end(error);
  }
}

/** Returns the context to store for later work; null if the span is not sampled. */
export const storedTraceParent = ({ isSampled, traceParent }: Span): TraceParent | null =>
  isSampled ? traceParent : null;

const MAX_LINKS = 8;

export const NO_CAUSES: TraceCauses = { parent: null, links: [] };

/**
 * Joins the causes of work that is done together. The work continues the first parent's trace, and links to
 * the other causes, up to `MAX_LINKS`.
 */
export function joinCauses(all: readonly TraceCauses[]): TraceCauses {
  const parent = all.find((one) => one.parent !== null)?.parent ?? null;
  const links = new Set(all.flatMap((one) => [...(one.parent === null ? [] : [one.parent]), ...one.links]));
  if (parent !== null) links.delete(parent);
  return parent === null && links.size === 0 ? NO_CAUSES : { parent, links: [...links].slice(0, MAX_LINKS) };
}
