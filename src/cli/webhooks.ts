import type { Command } from "commander";
import { type Account, findAccount } from "../features/accounts/accounts.store";
import { deliveryCounts } from "../features/webhooks/delivery-counts.store";
import { type DeliveryCounts, type Endpoint, toContract } from "../features/webhooks/endpoint";
import { replayOf, replayPart } from "../features/webhooks/replay";
import { endpointOfId, everyEndpoint, updateEndpoint } from "../features/webhooks/webhooks.store";
import { isId } from "../platform/ids";
import { type Instant, toTimestamp, toTimestampOrNull } from "../platform/time";
import { runs } from "./command";
import { CommandError, UsageError } from "./errors";
import { instantOption, newestFirst } from "./options";
import { changed, type Output, table, unchanged } from "./output";
import type { CommandContext, Session } from "./session";

const ALL = { queued: Infinity, read: Infinity };

interface ReplayOptions {
  since: Instant;
  until?: Instant;
  includeDelivered?: boolean;
}

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
  const isHealthy = endpoint.status === "enabled" && endpoint.failingSince === null;
  const enabled = isHealthy
    ? endpoint
    : await updateEndpoint(db, account.id, webhookId, { status: "enabled" }, now);
  if (enabled === null) throw new CommandError(`The webhook endpoint ${webhookId} no longer exists`);
  const countsOf = await deliveryCounts(db, account.id, [webhookId], now);
  const json = toJson(account, enabled, countsOf(webhookId));
  return isHealthy
    ? unchanged(json, `the webhook endpoint ${webhookId} is enabled and not failing`)
    : changed(json, `Enabled: ${webhookId} of ${account.name}`);
}

export async function webhooksReplay(
  session: Pick<Session, "db" | "clock">,
  webhookId: string,
  { since, until, includeDelivered = false }: ReplayOptions,
): Promise<Output> {
  if (until !== undefined && until < since) throw new UsageError("--until must not be before --since");
  const { db, clock } = session;
  const { account, endpoint } = await endpointOf(session, webhookId);
  if (endpoint.status === "disabled") {
    throw new CommandError(
      `The webhook endpoint is disabled: "npm run recado -- webhooks enable ${webhookId}" enables it`,
    );
  }
  const now = clock.now();
  const replay = replayOf({ since, until, includeDelivered }, now);
  const { queued } = await replayPart({ db, now }, { accountId: account.id, webhookId }, replay, ALL);
  const json = { id: webhookId, account: account.name, since: toTimestamp(since), replayed: queued };
  const kind = includeDelivered ? "finished" : "abandoned";
  return queued > 0
    ? changed(json, `Queued again: ${queued} ${queued === 1 ? "delivery" : "deliveries"}`)
    : unchanged(json, `the webhook endpoint has no ${kind} delivery since ${json.since}`);
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
    .description("queue the abandoned deliveries of an endpoint again, or all finished ones")
    .argument("<id>", "id of the webhook endpoint")
    .requiredOption(
      "--since <instant>",
      "creation of the oldest delivery to send, such as 2030-01-31T12:00:00Z",
      instantOption,
    )
    .option(
      "--until <instant>",
      "creation of the newest delivery to send; the present by default",
      instantOption,
    )
    .option("--include-delivered", "also send delivered ones that were not attempted after --until");
  runs<[string], ReplayOptions>(replay, context, (session, [id], options) =>
    webhooksReplay(session, id, options),
  );
}
