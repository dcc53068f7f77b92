import { setMaxListeners } from "node:events";
import type { Logger } from "pino";
import { BindRefused } from "./session-errors";
import { type BindCommand, Session, type SessionOptions } from "./session";

/**
 * Pauses before a bind is retried, in milliseconds; the last one repeats. They are short, so that a carrier's
 * return is noticed within seconds.
 */
const PAUSES = [250, 500, 1_000, 2_000, 3_000];
/** Duration from which a session counts as a successful bind, in milliseconds. */
const LASTED = 10_000;

interface Bind {
  command: BindCommand;
  session: Session | null;
}

/** The binds of one connection. Each bind is opened, watched, and reopened when it ends, until stopped. */
export class Binds {
  private readonly stopping = new AbortController();
  private readonly binds: Bind[];
  private readonly loops: Promise<void>[] = [];
  /** Last logged reason of each bind, to avoid repeating it. */
  private readonly said = new Map<Bind, string>();

  constructor(
    commands: readonly BindCommand[],
    private readonly options: SessionOptions,
    private readonly log: Logger,
    /** Called when a session becomes available for submissions or ends. */
    private readonly onChange: () => void,
  ) {
    // Each bind adds several listeners.
    setMaxListeners(0, this.stopping.signal);
    this.binds = commands.map((command) => ({ command, session: null }));
  }

  /** Starts opening the binds without waiting for them. */
  start(): void {
    for (const bind of this.binds) this.loops.push(this.keep(bind));
  }

  /** Sessions that currently accept submissions. */
  get transmitters(): Session[] {
    return this.binds.flatMap(({ command, session }) =>
      session?.isOpen && command !== "bind_receiver" ? [session] : [],
    );
  }

  /** Unbinds and closes all sessions. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.binds.map(async ({ session }) => session?.close()));
    await Promise.all(this.loops);
  }

  private async keep(bind: Bind): Promise<void> {
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

  /** Binds, and returns why the bind failed or ended. */
  private async hold(bind: Bind, signal: AbortSignal): Promise<string> {
    try {
      const session = await Session.bind(bind.command, this.options, signal);
      bind.session = session;
      const { systemId } = session;
      this.log.info({ bind: bind.command, smsc: systemId }, "bound to the carrier");
      this.said.delete(bind);
      this.onChange();
      // The stop came during the bind.
      if (signal.aborted) await session.close();
      return await session.ended;
    } catch (error) {
      return error instanceof BindRefused
        ? error.message
        : `the carrier was not reached: ${error instanceof Error ? error.message : "unknown"}`;
    } finally {
      bind.session = null;
      this.onChange();
    }
  }

  private say(bind: Bind, reason: string): void {
    const { host, port } = this.options;
    const about = { bind: bind.command, host, port, reason };
    if (this.said.get(bind) === reason) this.log.debug(about, "still not bound to the carrier");
    else this.log.warn(about, "not bound to the carrier; retrying");
    this.said.set(bind, reason);
  }
}

/**
 * Waits for `ms` plus or minus up to a fifth, so that many binds do not reconnect at once. Ends early with
 * the signal.
 */
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
