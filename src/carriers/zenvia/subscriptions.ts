import { CHANNELS, type Channel } from "../../messaging/channel";
import { errorMessage } from "../../platform/error-text";
import { withCallbackToken } from "../callback-checks";
import { notReached } from "../http-client";
import { type CarrierDeps, ConnectionTestError } from "../kind";
import { EVENTS_PATH } from "./callbacks";
import { type Schemas, withApi, type ZenviaApi, type ZenviaConnection } from "./client";
import { wordsOf } from "./submit-outcomes";

type Subscription = Schemas["Subscription"];

interface RequiredSubscription {
  eventType: Schemas["EventType"];
  channel: Channel;
}

const REQUIRED: readonly RequiredSubscription[] = CHANNELS.flatMap((channel) => [
  { eventType: "MESSAGE_STATUS" as const, channel },
  { eventType: "MESSAGE" as const, channel },
]);

const urlFor = (connection: ZenviaConnection, { callbackUrl }: CarrierDeps) =>
  callbackUrl + withCallbackToken(connection, EVENTS_PATH);

const isFor =
  ({ eventType, channel }: RequiredSubscription) =>
  (one: Subscription) =>
    one.eventType === eventType && one.criteria?.channel === channel;

/**
 * Registers the connection's callbacks with Zenvia. Updates a subscription that is inactive or has an
 * outdated URL instead of creating another one. Zenvia allows two subscriptions per event type and channel
 * ("Subscription creation limit").
 */
export const subscribe = (
  connection: ZenviaConnection,
  deps: CarrierDeps,
  signal: AbortSignal,
): Promise<string[]> =>
  withApi(connection, async (api) => {
    const url = urlFor(connection, deps);
    const there = await list(api, connection, signal);
    const lines: string[] = [];
    for (const required of REQUIRED) {
      const name = `${required.eventType} of ${required.channel}`;
      const own = there.filter(isFor(required)).filter(({ webhook }) => leadsHere(webhook?.url, deps));
      const known = own.find(({ webhook }) => webhook?.url === url) ?? own[0];
      if (known?.id === undefined) {
        await create(api, connection, required, url, signal);
        lines.push(`subscribed to ${name}`);
      } else if (known.webhook?.url !== url || known.status === "INACTIVE") {
        await update(api, connection, known.id, { webhook: { url }, status: "ACTIVE" }, signal);
        lines.push(`renewed the subscription to ${name}`);
      } else {
        lines.push(`already subscribed to ${name}`);
      }
    }
    return lines;
  });

/** Removes all subscriptions of the connection. Attempts all removals before throwing for a failed one. */
export const unsubscribe = (
  connection: ZenviaConnection,
  deps: CarrierDeps,
  signal: AbortSignal,
): Promise<string[]> =>
  withApi(connection, async (api) => {
    const there = await list(api, connection, signal);
    const lines: string[] = [];
    const failures: string[] = [];
    for (const { id, eventType, criteria, webhook } of there) {
      if (id === undefined || !leadsHere(webhook?.url, deps)) continue;
      const name = `${eventType} of ${criteria?.channel ?? "every channel"}`;
      try {
        await remove(api, connection, id, signal);
        lines.push(`ended the subscription to ${name}`);
      } catch (error) {
        failures.push(`${name} (${errorMessage(error)})`);
      }
    }
    if (failures.length === 0) return lines;
    throw new ConnectionTestError(`the following subscriptions could not be deleted: ${failures.join(", ")}`);
  });

const leadsHere = (url: string | undefined, { callbackUrl }: CarrierDeps) =>
  url?.startsWith(`${callbackUrl}/`) ?? false;

export const testConnection = (
  connection: ZenviaConnection,
  deps: CarrierDeps,
  signal: AbortSignal,
): Promise<string> =>
  withApi(connection, async (api) => {
    const url = urlFor(connection, deps);
    const here = (await list(api, connection, signal)).filter(({ webhook }) => webhook?.url === url);
    const active = REQUIRED.filter((required) =>
      here.some((one) => isFor(required)(one) && one.status !== "INACTIVE"),
    );
    return `${connection.settings.url} accepts the token; ${active.length} of ${REQUIRED.length} subscriptions lead here`;
  });

async function list(
  api: ZenviaApi,
  connection: ZenviaConnection,
  signal: AbortSignal,
): Promise<Subscription[]> {
  const { data } = await responseOf(connection, () => api.GET("/subscriptions", { signal }));
  if (Array.isArray(data)) return data;
  throw new ConnectionTestError(`${connection.settings.url} did not return a list of subscriptions`);
}

const create = (
  api: ZenviaApi,
  connection: ZenviaConnection,
  { eventType, channel }: RequiredSubscription,
  url: string,
  signal: AbortSignal,
) =>
  responseOf(connection, () =>
    api.POST("/subscriptions", {
      body: {
        eventType,
        webhook: { url },
        criteria: eventType === "MESSAGE" ? { channel, direction: "IN" } : { channel },
        version: "v2",
      },
      signal,
    }),
  );

const update = (
  api: ZenviaApi,
  connection: ZenviaConnection,
  subscriptionId: string,
  body: Schemas["SubscriptionUpdate"],
  signal: AbortSignal,
) =>
  responseOf(connection, () =>
    api.PATCH("/subscriptions/{subscriptionId}", { params: { path: { subscriptionId } }, body, signal }),
  );

const remove = (api: ZenviaApi, connection: ZenviaConnection, subscriptionId: string, signal: AbortSignal) =>
  responseOf(
    connection,
    () => api.DELETE("/subscriptions/{subscriptionId}", { params: { path: { subscriptionId } }, signal }),
    // 404 means that the subscription was already removed.
    [404],
  );

/** Returns the response. Throws a one-line error for a failure whose status is not in `alsoAccepted`. */
async function responseOf<T extends { response: Response; error?: unknown }>(
  { settings: { url } }: ZenviaConnection,
  call: () => Promise<T>,
  alsoAccepted: readonly number[] = [],
): Promise<T> {
  const result = await call().catch((error: unknown) => {
    if (!(error instanceof SyntaxError)) throw notReached(url, error);
    throw new ConnectionTestError(`${url} did not return JSON`);
  });
  const { status, ok } = result.response;
  if (ok || alsoAccepted.includes(status)) return result;
  if (status === 401 || status === 403) throw new ConnectionTestError(`${url} rejects the token (${status})`);
  const { message, carrierCode } = wordsOf(result.error, status);
  throw new ConnectionTestError(`${url} returned ${status} ${carrierCode}: ${message}`);
}
