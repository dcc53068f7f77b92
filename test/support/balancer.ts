import { Agent, request } from "node:http";

/** Interval of the readiness checks, in milliseconds. */
const CHECK_EVERY_MS = 250;

interface Backend {
  port: number;
  agent: Agent;
  isUp: boolean;
}

/** Status of a response, or the message of a connection error. */
export type Outcome = number | string;

/** Spreads requests over processes like a reverse proxy that checks `/readyz` and does not retry. */
export class Balancer {
  private readonly backends: Backend[];
  private readonly checks: NodeJS.Timeout;
  private turn = 0;
  private isChecking = false;

  constructor(ports: readonly number[]) {
    this.backends = ports.map((port) => ({ port, agent: new Agent({ keepAlive: true }), isUp: true }));
    this.checks = setInterval(() => void this.check(), CHECK_EVERY_MS);
  }

  get(path: string): Promise<Outcome> {
    const up = this.backends.filter(({ isUp }) => isUp);
    const backend = up[this.turn++ % up.length];
    return backend === undefined
      ? Promise.resolve("no process is up")
      : send(backend.port, path, backend.agent);
  }

  get isComplete(): boolean {
    return this.backends.every(({ isUp }) => isUp);
  }

  close(): void {
    clearInterval(this.checks);
    for (const { agent } of this.backends) agent.destroy();
  }

  private async check(): Promise<void> {
    if (this.isChecking) return;
    this.isChecking = true;
    for (const backend of this.backends) backend.isUp = (await send(backend.port, "/readyz")) === 200;
    this.isChecking = false;
  }
}

function send(port: number, path: string, agent?: Agent): Promise<Outcome> {
  return new Promise((resolve) => {
    const req = request({ host: "127.0.0.1", port, path, agent }, (res) => {
      res.resume();
      res.once("end", () => resolve(res.statusCode ?? 0));
      res.once("error", (error) => resolve(error.message));
    });
    req.once("error", (error) => resolve(error.message));
    req.end();
  });
}
