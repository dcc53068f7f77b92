import { setMaxListeners } from "node:events";
import type { Logger } from "pino";
import { errorMessage } from "../../platform/error-text";
import { BindRejectedError } from "./session-errors";
import { type BindCommand, Session, type SessionOptions } from "./session";

/** Pauses between bind attempts, in milliseconds; the last pause repeats. */
const PAUSES = [250, 500, 1_000, 2_000, 3_000];
/** Minimum time from the bind attempt to the end of its session that resets the pauses, in milliseconds. */
const LASTED = 10_000;

interface Bind {
  command: BindCommand;
  session: Session | null;
}

/** Opens the binds of a connection and reopens a bind that ends, until `stop`. */
export class Binds {
  private readonly stopping = new AbortController();
  private readonly binds: Bind[];
  private readonly loops: Promise<void>[] = [];
  /** Last logged reason of each bind. A repeated reason is logged at the debug level only. */
  private readonly lastReasons = new Map<Bind, string>();

  constructor(
    commands: readonly BindCommand[],
    private readonly options: SessionOptions,
    private readonly log: Logger,
    /** Called when a session begins or ends. */
    private readonly onChange: () => void,
  ) {
    // Each bind adds several listeners, which would exceed Node's default warning limit of ten.
    setMaxListeners(0, this.stopping.signal);
    this.binds = commands.map((command) => ({ command, session: null }));
  }

  start(): void {
    for (const bind of this.binds) this.loops.push(this.maintain(bind));
  }

  get transmitters(): Session[] {
    return this.binds.flatMap(({ command, session }) =>
      session?.isOpen && command !== "bind_receiver" ? [session] : [],
    );
  }

  /** Whether a session of each kind is open, so that messages go out and reports come in. */
  get isOpen(): boolean {
    const open = new Set(this.binds.flatMap(({ command, session }) => (session?.isOpen ? command : [])));
    return this.binds.every(({ command }) => open.has(command));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.binds.map(async ({ session }) => session?.close()));
    await Promise.all(this.loops);
  }

  private async maintain(bind: Bind): Promise<void> {
    const { signal } = this.stopping;
    for (let failures = 0; !signal.aborted; failures++) {
      const since = performance.now();
      const reason = await this.hold(bind, signal);
      if (signal.aborted) return;
      this.say(bind, reason);
      if (performance.now() - since > LASTED) failures = 0;
      await pause(PAUSES[Math.min(failures, PAUSES.length - 1)] as number, signal);
    }
  }

  /** Binds and waits for the end of the session. Returns the reason for the end or for the failed bind. */
  private async hold(bind: Bind, signal: AbortSignal): Promise<string> {
    try {
      const session = await Session.bind(bind.command, this.options, signal);
      bind.session = session;
      const { systemId } = session;
      this.log.info({ bind: bind.command, smsc: systemId }, "bound to the carrier");
      this.lastReasons.delete(bind);
      this.onChange();
      // `stop` was called during the bind.
      if (signal.aborted) await session.close();
      return await session.ended;
    } catch (error) {
      return error instanceof BindRejectedError
        ? error.message
        : `the carrier was not reached: ${errorMessage(error)}`;
    } finally {
      bind.session = null;
      this.onChange();
    }
  }

  private say(bind: Bind, reason: string): void {
    const { host, port } = this.options;
    const about = { bind: bind.command, host, port, reason };
    if (this.lastReasons.get(bind) === reason) this.log.debug(about, "still not bound to the carrier");
    else this.log.warn(about, "not bound to the carrier; retrying");
    this.lastReasons.set(bind, reason);
  }
}

/** Waits `ms` with 20 % jitter, so that many binds do not reconnect at once. An abort ends the wait. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms * (0.8 + 0.4 * Math.random()));
    function done() {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    }
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}
