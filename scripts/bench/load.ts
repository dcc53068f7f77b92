import type { clientTasks, Load } from "./client";
import { rateOf, spentOn } from "./deployment";
import type { Helper, Usage } from "./processes";
import type { Scope } from "./run";

/** Client that posts requests as fast as responses arrive, and measures the service's CPU time. */
export class Loader {
  sent = 0;

  private constructor(
    private readonly client: Helper<typeof clientTasks>,
    private readonly recipients: number,
    private readonly usage: () => Promise<Usage>,
  ) {}

  static async start(scope: Scope, load: Load, usage: () => Promise<Usage>): Promise<Loader> {
    const client = scope.helper<typeof clientTasks>("client.ts");
    await client.call("aim", load);
    return new Loader(client, load.plan.recipients, usage);
  }

  /** Returns figures per message; p50 and p99 are milliseconds per request. */
  async load(requests: number) {
    const load = { first: this.sent, requests };
    const spent = await spentOn(this.usage, () => this.client.call("load", load));
    this.sent += requests;
    const { seconds, p50, p99 } = spent.result;
    return { ...rateOf(requests * this.recipients, { ...spent, seconds }), p50, p99 };
  }
}
