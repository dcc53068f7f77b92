import type { Carrier, DeliveryReportSink, InboundSink } from "../../carriers/carrier";
import type {
  CallbackReader,
  CarrierKind,
  CarrierDeps,
  Connection,
  ContentSupport,
  UnsupportedContent,
  NamedFiles,
} from "../../carriers/kind";
import { brokenCarrier, LiveCarrier } from "../../carriers/live-carrier";
import type { Channel } from "../../messaging/channel";
import type { Content } from "../../messaging/content-types";
import { errorMessage } from "../../platform/error-text";
import type { Platform } from "../../platform/platform";
import { SECOND } from "../../platform/time";
import { type CarrierKinds, openedConnection } from "./connection";
import { connectionStates, findConnection, versionOf } from "./connections.store";

type Deps = Pick<Platform, "db" | "log" | "secrets">;

/** Polling interval for changes, in milliseconds. Changes must take effect within ten seconds. */
const REFRESH_EVERY = 3 * SECOND;

interface Known {
  version: string;
  kind: CarrierKind | null;
  carrier: LiveCarrier;
  callbacks: CallbackReader | null;
}

export interface CarrierSinks {
  reportsFrom(carrier: string): DeliveryReportSink;
  inboundFrom(carrier: string): InboundSink;
}

interface CarrierState {
  name: string;
  isUp: boolean;
  /** Whether the connection was paused at the last poll. */
  isPaused: boolean;
  /** Whether the carrier reports deliveries. */
  reports: boolean;
}

/** Open carriers. They are opened, replaced and closed when the operator changes stored connections. */
export class LiveConnections implements ContentSupport {
  /** Open carriers by connection name. The map follows changes of connections. */
  readonly carriers: Map<string, Carrier>;

  private readonly known = new Map<string, Known>();
  private paused: ReadonlySet<string> = new Set();
  private sinks: CarrierSinks | null = null;
  private timer: NodeJS.Timeout | null = null;
  private refreshing: Promise<void> | null = null;

  constructor(
    private readonly deps: Deps,
    private readonly kinds: CarrierKinds,
    /** Carriers that need no connection in the database. */
    builtIn: readonly Carrier[],
    private readonly carrierDepsOf: (connection: string) => CarrierDeps,
  ) {
    this.carriers = new Map(builtIn.map((carrier) => [carrier.name, carrier]));
  }

  /** Replaces the built-in carriers. Must be called before `start`. */
  use(builtIn: readonly Carrier[]): void {
    for (const name of [...this.carriers.keys()]) if (!this.known.has(name)) this.carriers.delete(name);
    for (const carrier of builtIn) this.carriers.set(carrier.name, carrier);
  }

  /** Starts the carriers. A process that submits no messages opens carriers without starting them. */
  async start(sinks: CarrierSinks): Promise<void> {
    this.sinks = sinks;
    for (const carrier of this.carriers.values()) await this.startOne(carrier);
  }

  poll(): void {
    this.timer = setInterval(() => {
      this.refresh().catch((error: unknown) =>
        this.deps.log.warn({ err: error }, "failed to check carrier connections"),
      );
    }, REFRESH_EVERY).unref();
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.refreshing?.catch(() => {});
    await Promise.all([...this.carriers.values()].map((carrier) => carrier.stop()));
  }

  /** Loads new and changed connections and stops removed ones. Concurrent callers share one run. */
  refresh(): Promise<void> {
    this.refreshing ??= this.refreshNow().finally(() => (this.refreshing = null));
    return this.refreshing;
  }

  /** Loads changed connections if a name is unknown: its connection may be newer than the last poll. */
  async ensure(names: Iterable<string>): Promise<void> {
    for (const name of names) {
      if (this.carriers.has(name)) continue;
      await this.refreshing?.catch(() => {});
      return this.refresh();
    }
  }

  async callbacks(name: string): Promise<CallbackReader | null> {
    await this.ensure([name]);
    return this.known.get(name)?.callbacks ?? null;
  }

  /** Returns the states of the carriers; an empty array in a process that does not submit messages. */
  states(): CarrierState[] {
    if (this.sinks === null) return [];
    return [...this.carriers].map(([name, { isConnected: isUp = true, reports }]) => ({
      name,
      isUp,
      isPaused: this.paused.has(name),
      reports,
    }));
  }

  unsupportedContent(
    carrier: string,
    channel: Channel,
    content: Content,
    files: NamedFiles,
  ): UnsupportedContent | null {
    return this.known.get(carrier)?.kind?.unsupportedContent?.(channel, content, files) ?? null;
  }

  private async refreshNow(): Promise<void> {
    const states = await connectionStates(this.deps.db);
    for (const [name, { version }] of states) {
      if (this.known.get(name)?.version !== version) await this.take(name);
    }
    this.notePaused(new Set([...states].flatMap(([name, { isPaused }]) => (isPaused ? name : []))));
    for (const [name, { carrier }] of this.known) {
      if (states.has(name)) continue;
      this.known.delete(name);
      this.carriers.delete(name);
      this.deps.log.info({ carrier: name }, "carrier connection removed");
      // A carrier may take long to stop, and must not delay changes of other connections.
      carrier.stop().catch(this.onStopFailure(name));
    }
  }

  private onStopFailure(name: string): (error: unknown) => void {
    return (error) =>
      this.deps.log.warn({ err: error, carrier: name }, "failed to stop a carrier connection");
  }

  private notePaused(paused: ReadonlySet<string>): void {
    const { log } = this.deps;
    for (const carrier of paused) {
      if (!this.paused.has(carrier)) log.info({ carrier }, "carrier connection paused");
    }
    for (const carrier of this.paused) {
      if (!paused.has(carrier)) log.info({ carrier }, "carrier connection resumed");
    }
    this.paused = paused;
  }

  private async take(name: string): Promise<void> {
    const { db, log } = this.deps;
    const stored = await findConnection(db, name);
    if (stored === null) return;
    const before = this.known.get(name);
    const opened = this.opened(stored, before?.carrier.open);
    if (before) {
      await before.carrier.replace(opened.carrier);
      this.known.set(name, { ...opened, carrier: before.carrier, version: versionOf(stored) });
      log.info({ carrier: name, revision: stored.revision }, "carrier connection changed");
      return;
    }
    const carrier = new LiveCarrier(name, opened.carrier, this.onStopFailure(name));
    this.known.set(name, { ...opened, carrier, version: versionOf(stored) });
    this.carriers.set(name, carrier);
    await this.startOne(carrier);
    log.info({ carrier: name, kind: stored.kind }, "carrier connection opened");
  }

  private opened(stored: NonNullable<Awaited<ReturnType<typeof findConnection>>>, before?: Carrier) {
    const { log, secrets } = this.deps;
    const kind = this.kinds.get(stored.kind) ?? null;
    try {
      if (kind === null) throw new Error(`there is no kind ${stored.kind}`);
      const connection = openedConnection(kind, secrets, stored);
      const carrierDeps = this.carrierDepsOf(stored.name);
      return {
        kind,
        carrier: withCommonSettings(kind.open(connection, carrierDeps, before), connection),
        callbacks: kind.callbacks?.(connection, carrierDeps) ?? null,
      };
    } catch (error) {
      const reason = errorMessage(error);
      log.error({ carrier: stored.name, reason }, "failed to open a carrier connection");
      const carrier = brokenCarrier(stored.name, `the connection ${stored.name} cannot be opened: ${reason}`);
      return { kind, carrier, callbacks: null };
    }
  }

  private async startOne(carrier: Carrier): Promise<void> {
    if (this.sinks === null) return;
    const { name } = carrier;
    await carrier.start(this.sinks.reportsFrom(name), this.sinks.inboundFrom(name));
  }
}

/** Sets the common settings on a carrier, except properties that the carrier already has. */
function withCommonSettings(carrier: Carrier, { settings }: Connection): Carrier {
  const common = {
    window: settings.window,
    deadlineMs: settings.timeout_seconds * SECOND,
    maxPerSecond: settings.max_per_second,
  };
  const missing = Object.entries(common).filter(([name]) => !(name in carrier));
  return Object.assign(carrier, Object.fromEntries(missing));
}
