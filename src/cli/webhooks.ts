import type { Command } from "commander";
import { type Account, findAccount } from "../features/accounts/accounts.store";
import { replayDeliveries } from "../features/webhooks/deliveries.store";
import { deliveryCounts } from "../features/webhooks/delivery-counts.store";
import { type DeliveryCounts, type Endpoint, toContract } from "../features/webhooks/endpoint";
import { enableEndpoint, endpointOfId, everyEndpoint } from "../features/webhooks/webhooks.store";
import { isId, lastIdAt } from "../platform/ids";
import { type Instant, toTimestamp, toTimestampOrNull } from "../platform/time";
import { runs } from "./command";
import { CommandError } from "./errors";
import { instantOption, newestFirst } from "./options";
import { changed, type Output, table, unchanged } from "./output";
import type { CommandContext, Session } from "./session";

/** Maximum deliveries that one step reads and queues again. */
const READ_AT_ONCE = 500;

const toJson = (account: Account, endpoint: Endpoint, counts: DeliveryCounts) => ({
  account: account.name,
  ...toContract(endpoint, counts),
});

export async function webhooksList(
  { db, clock }: Pick<Session, "db" | "clock">,
  options: { account?: string },
): Promise<Output> {
  const now = clock.now();
  const found = await newestFirst(db, options.account, async (_, accountId) => {
    const endpoints = await everyEndpoint(db, accountId);
    const ids = endpoints.map(({ id }) => id);
    const countsOf = await deliveryCounts(db, accountId, ids, now);
    return endpoints.map((endpoint) => ({ id: endpoint.id, endpoint, counts: countsOf(endpoint.id) }));
  });
  return {
    json: found.map(({ account, item: { endpoint, counts } }) => toJson(account, endpoint, counts)),
    text: table(
      ["id", "account", "url", "status", "reason", "delivered", "failed", "failing since", "created at"],
      found.map(({ account, item: { endpoint, counts } }) => [
        endpoint.id,
        account.name,
        endpoint.url,
        endpoint.status,
        endpoint.disabledReason,
        counts.delivered,
        counts.failed,
        toTimestampOrNull(endpoint.failingSince),
        toTimestamp(endpoint.createdAt),
      ]),
    ),
  };
}

async function endpointOf({ db }: Pick<Session, "db">, id: string) {
  const endpoint = isId(id) ? await endpointOfId(db, id) : null;
  const account = endpoint && (await findAccount(db, endpoint.accountId));
  if (endpoint && account) return { endpoint, account };
  throw new CommandError(`There is no webhook endpoint with the id ${id}`);
}

export async function webhooksEnable(
  session: Pick<Session, "db" | "clock">,
  webhookId: string,
): Promise<Output> {
  const { db, clock } = session;
  const { account, endpoint } = await endpointOf(session, webhookId);
  const now = clock.now();
  const enabled = await enableEndpoint(db, endpoint, now);
  if (enabled === null) throw new CommandError(`The webhook endpoint ${webhookId} no longer exists`);
  const countsOf = await deliveryCounts(db, account.id, [webhookId], now);
  const json = toJson(account, enabled.endpoint, countsOf(webhookId));
  return enabled.isChanged
    ? changed(json, `Enabled: ${webhookId} of ${account.name}`)
    : unchanged(json, `the webhook endpoint ${webhookId} is enabled and not failing`);
}

export async function webhooksReplay(
  session: Pick<Session, "db" | "clock">,
  webhookId: string,
  { since }: { since: Instant },
): Promise<Output> {
  const { db, clock } = session;
  const { account, endpoint } = await endpointOf(session, webhookId);
  if (endpoint.status === "disabled") {
    throw new CommandError(`The webhook endpoint is disabled: "webhooks enable ${webhookId}" enables it`);
  }
  const now = clock.now();
  let replayed = 0;
  for (let after: string | null = lastIdAt(since - 1); after !== null;) {
    const key = { accountId: account.id, webhookId };
    const some = await replayDeliveries(db, key, { after, limit: READ_AT_ONCE }, now);
    replayed += some.replayed;
    after = some.last;
  }
  const json = { id: webhookId, account: account.name, since: toTimestamp(since), replayed };
  return replayed > 0
    ? changed(json, `Queued again: ${replayed} ${replayed === 1 ? "delivery" : "deliveries"}`)
    : unchanged(json, `the webhook endpoint has no abandoned delivery since ${json.since}`);
}

export function webhooksCommands(program: Command, context: CommandContext): void {
  const webhooks = program.command("webhooks").description("webhook endpoints and their deliveries");
  const list = webhooks
    .command("list")
    .description("list webhook endpoints, newest first, with the deliveries of the last 24 hours")
    .option("--account <name>", "only for one account");
  runs<[], { account?: string }>(list, context, (session, _args, options) => webhooksList(session, options));
  const enable = webhooks
    .command("enable")
    .description("enable an endpoint and end its failing period; its pending deliveries continue")
    .argument("<id>", "id of the webhook endpoint");
  runs<[string], object>(enable, context, (session, [id]) => webhooksEnable(session, id));
  const replay = webhooks
    .command("replay")
    .description("queue the abandoned deliveries of an endpoint again")
    .argument("<id>", "id of the webhook endpoint")
    .requiredOption(
      "--since <instant>",
      "creation of the oldest delivery to send, such as 2030-01-31T12:00:00Z",
      instantOption,
    );
  runs<[string], { since: Instant }>(replay, context, (session, [id], options) =>
    webhooksReplay(session, id, options),
  );
}
