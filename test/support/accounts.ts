import { Campaigns } from "./campaigns";
import { Exchange } from "./exchange";
import type { TestAccount, TestService } from "./service";

export interface Account extends TestAccount {
  name: string;
  exchange: Exchange;
  campaigns: Campaigns;
}

let made = 0;

export async function testAccount(
  service: TestService,
  { name = `account ${++made}`, ...options }: { name?: string; senders?: boolean; rateLimit?: number } = {},
): Promise<Account> {
  const account = await service.account(name, options);
  return {
    ...account,
    name,
    exchange: new Exchange(service, account),
    campaigns: new Campaigns(service, account),
  };
}
