// A service with several accounts and slow carriers, for the benchmarks `latency`, `window`, `fair` and
// `share`.
import type { Api } from "./api";
import type { clientTasks, Target } from "./client";
import type { DatabaseAddress } from "./databases";
import { type Deployed, type DeployOptions, holdsWithin, usageOf } from "./deployment";
import type { Helper, Usage } from "./processes";
import { type Outcome, outcomesOf } from "./outcomes";
import { progress, type Scope } from "./run";
import { type Tenant, tenantWith } from "./seed";

interface TrafficPlan extends DeployOptions {
  accounts: Readonly<Record<string, string>>;
  campaign?: { account: string; contacts: number };
}

/** Rate and number of unmeasured sends before a measurement, because a new process is slow at first. */
export const WARM_UP = { perSecond: 100, count: 200 };
const WARM_WITHIN_MS = 60_000;
/** Polling interval in milliseconds; long, so that polling adds little load. */
const POLL_EVERY = 100;

interface Party {
  tenant: Tenant & { listIds: { everybody: string } };
  api: Api;
}

export class Traffic {
  private constructor(
    private readonly scope: Scope,
    readonly address: DatabaseAddress,
    readonly deployed: Deployed,
    private readonly parties: ReadonlyMap<string, Party>,
  ) {}

  static async start(scope: Scope, plan: TrafficPlan): Promise<Traffic> {
    const { accounts, campaign, ...options } = plan;
    const { address, tenants } = await scope.seeded(async (db) => {
      const tenants = new Map<string, Party["tenant"]>();
      for (const [name, carrier] of Object.entries(accounts)) {
        const contacts = name === campaign?.account ? campaign.contacts : 0;
        tenants.set(name, await tenantWith({ name, carrier, contacts, lists: { everybody: contacts } })(db));
      }
      return { tenants };
    });
    const deployed = await scope.deploy(address, options);
    const parties = [...tenants].map(
      ([name, tenant]) => [name, { tenant, api: deployed.api(tenant.key) }] as const,
    );
    return new Traffic(scope, address, deployed, new Map(parties));
  }

  private party(account: string) {
    const party = this.parties.get(account);
    if (!party) throw new Error(`there is no account ${account}`);
    return party;
  }

  target(account: string): Target {
    return { origin: this.deployed.origin, key: this.party(account).tenant.key };
  }

  api(account: string): Api {
    return this.party(account).api;
  }

  /** Sends the account's warm-up messages and waits until they are final. */
  async warmUp(account: string, client: Helper<typeof clientTasks>): Promise<void> {
    await client.call("run", { ...this.target(account), ...WARM_UP });
    if (!(await this.settles(account, WARM_WITHIN_MS))) progress("the warm-up did not end in time");
  }

  async campaign(account: string, text: string): Promise<string> {
    const { api, tenant } = this.party(account);
    return api.campaign("campaign", await api.template("campaign", text), tenant.listIds.everybody);
  }

  /** Waits for the campaign's completion. Returns false if the time limit is reached first. */
  completes(account: string, campaignId: string, withinMs: number): Promise<boolean> {
    return holdsWithin(withinMs, POLL_EVERY, async () => {
      const { body } = await this.api(account).call<{ status: string }>("GET", `/campaigns/${campaignId}`);
      return body.status === "completed";
    });
  }

  /** Waits until all messages of the account are final. Returns false if the time limit is reached first. */
  settles(account: string, withinMs: number): Promise<boolean> {
    const open = "/messages?status=pending&status=sent&limit=1";
    return holdsWithin(withinMs, POLL_EVERY, async () => (await this.api(account).total(open)) === 0);
  }

  usage(): Promise<Usage> {
    return usageOf(this.deployed.services);
  }

  /** Stops the service and returns the outcomes of each account's messages. */
  async end(): Promise<(account: string) => Outcome[]> {
    await this.deployed.stop();
    const outcomes = new Map<string, Outcome[]>();
    await this.scope.using(this.address, async (db) => {
      for (const [name, { tenant }] of this.parties)
        outcomes.set(name, await outcomesOf(db, tenant.accountId));
    });
    return (account) => outcomes.get(account) ?? [];
  }
}
