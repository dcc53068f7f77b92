import { setMaxListeners } from "node:events";
import type { Logger } from "pino";
import { BindRefused } from "./session-errors";
import { type BindCommand, Session, type SessionOptions } from "./session";

/** Pauses before a bind is tried again, in milliseconds; the last stays. A carrier that is back is found within seconds. */
const PAUSES = [250, 500, 1_000, 2_000, 3_000];
/** A session that lasted this long was no failure of the bind, in milliseconds. */
const LASTED = 10_000;

interface Bind {
  command: BindCommand;
  session: Session | null;
}

/** The binds of one connection: each is opened, watched, and opened again when it ends, until they are stopped. */
export class Binds {
  private readonly stopping = new AbortController();
  private readonly binds: Bind[];
  private readonly loops: Promise<void>[] = [];
  /** The reason that was logged last, for each bind: the same is not said again. */
  private readonly said = new Map<Bind, string>();

  constructor(
    commands: readonly BindCommand[],
    private readonly options: SessionOptions,
    private readonly log: Logger,
    /** Told when a session can be submitted to, or no more. */
    private readonly onChange: () => void,
  ) {
    // Each bind listens in several places.
    setMaxListeners(0, this.stopping.signal);
    this.binds = commands.map((command) => ({ command, session: null }));
  }

  /** Begins to open them; waits for none. */
  start(): void {
    for (const bind of this.binds) this.loops.push(this.keep(bind));
  }

  /** Sessions that take submissions now. */
  get transmitters(): Session[] {
    return this.binds.flatMap(({ command, session }) =>
      session?.isOpen && command !== "bind_receiver" ? [session] : [],
    );
  }

  /** Ends all of them in order. */
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

  /** Binds, and answers why that has failed or is over. */
  private async hold(bind: Bind, signal: AbortSignal): Promise<string> {
    try {
      const session = await Session.bind(bind.command, this.options, signal);
      bind.session = session;
      const { systemId } = session;
      this.log.info({ bind: bind.command, smsc: systemId }, "bound to the carrier");
      this.said.delete(bind);
      this.onChange();
      // Stopped while it was being bound.
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
    else this.log.warn(about, "not bound to the carrier; it is tried again");
    this.said.set(bind, reason);
  }
}

/** Longer or shorter by up to a fifth, so that many binds do not come back in one moment. Ends early with the signal. */
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
