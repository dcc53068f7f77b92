import type { campaignTasks } from "../baselines/campaign";
import type { postTasks } from "../baselines/posts";
import type { settleTasks } from "../baselines/settle";
import { spentOn, usageOf, watchMemory } from "../deployment";
import { EVENTS_PER_REQUEST } from "../events";
import { byPath, clearMessages, DELIVERED, outcomesOf, rowsBy } from "../outcomes";
import type { Helper } from "../processes";
import type { receiverTasks } from "../receiver";
import { assertEqual, benchmark, figuresOf, type Run, type Scope } from "../run";
import { blacklistOf, SUPPRESSED_EACH, tenantWith, TEXTS } from "../seed";
import { now } from "../stats";

const SIZE = { quick: 10_000, usual: 200_000, million: 1_000_000 };
/** Divisor of the number of contacts for the warm-up campaign, which is not measured. */
const WARM_UP_PART = 10;
/** Maximum milliseconds from the last status to the last event. */
const LAST_EVENT_WITHIN = 1_000;
const ENV = { RECADO_SANDBOX_DELAY_MS: "0", RECADO_WEBHOOK_ALLOW_PRIVATE: "1" };

/** Measures a campaign from launch to the last received webhook, against bare statements and posts. */
export const bench = benchmark(["flow"], String, async (run) => {
  const contacts = run.pick(SIZE);
  const receiver = run.helper<typeof receiverTasks>("receiver.ts");
  const receives = await receiver.call("listen");
  const bare = bareFlow(run, receiver, receives);
  // The baseline repeats the service's turn on the same database.
  const turns = await run.turns((turn) =>
    run.turn(async (scope) => {
      const flow = await oneTurn(scope, receiver, receives, contacts, turn);
      return { ...flow, floor: contacts / (await bare(scope, flow, contacts, turn)) };
    }),
  );
  run.report(
    { bench: "flow", n: contacts, unit: "messages/s", aim: { atLeast: 0.5 } },
    turns.map(({ value, floor }) => ({ ours: value, floor })),
    figuresOf(turns),
  );
  const lateness = turns.map(({ lastEventAfter }) => ({ ours: lastEventAfter, floor: LAST_EVENT_WITHIN }));
  const bench = "flow, last event after last status, against 1 s";
  const aim = { atMost: LAST_EVENT_WITHIN, of: "ours" } as const;
  run.report({ bench, n: contacts, unit: "ms", aim }, lateness);
});

type Flow = Awaited<ReturnType<typeof oneTurn>>;

async function oneTurn(
  scope: Scope,
  receiver: Helper<typeof receiverTasks>,
  receives: string,
  contacts: number,
  turn: number,
) {
  const few = contacts / WARM_UP_PART;
  const seed = tenantWith({ contacts, lists: { few, everybody: contacts } });
  const { address, accountId, listIds, deployed, api } = await scope.service(seed, { env: ENV });
  const path = `/${turn}`;
  const endpoint = await api.call<{ secret: string }>("POST", "/webhooks", { url: receives + path });
  const { secret } = endpoint.body;
  await receiver.call("expect", { path, secret });
  const templateId = await api.template("flow", TEXTS.variables);
  await api.launch(await api.campaign("warm-up", templateId, listIds.few));
  await receiver.call("received", { path, events: expected([few]).events });
  const campaignId = await api.campaign("flow", templateId, listIds.everybody);

  const { events, byStatus } = expected([few, contacts]);
  const memory = watchMemory(deployed.services);
  const started = now();
  const { result: lastEvent, cpuSeconds } = await spentOn(
    () => usageOf(deployed.services),
    async () => {
      await api.launch(campaignId);
      return receiver.call("received", { path, events });
    },
  );
  const peaks = await memory.end();
  // Once the service has stopped, no event is outstanding. The receiver's report includes any unexpected
  // event.
  await deployed.stop();
  const { requests: _, ...received } = await receiver.call("report", path);
  assertEqual("what was received", received, { invalid: 0, events, ids: events, byStatus });
  const outcomes = await scope.using(address, (db) => outcomesOf(db, accountId));
  const paths = { blocked: byStatus.blocked, [DELIVERED]: byStatus.delivered };
  assertEqual("messages by their paths", byPath(outcomes), paths);
  const lastStatus = outcomes.reduce((latest, { finalAt }) => Math.max(latest, finalAt ?? NaN), 0);
  return {
    value: (contacts * 1_000) / (lastEvent - started),
    cpuMsPerRow: (cpuSeconds * 1_000) / contacts,
    rssBytes: Math.max(...peaks),
    lastEventAfter: lastEvent - lastStatus,
    address,
    accountId,
    listId: listIds.everybody,
    templateId,
    secret,
  };
}

/**
 * Returns a function that runs the baseline: inserts, updates and posts without the service, on the database
 * that the service has just used. The function returns the total duration in seconds.
 */
function bareFlow(run: Run, receiver: Helper<typeof receiverTasks>, receives: string) {
  const inserter = run.helper<typeof campaignTasks>("baselines/campaign.ts");
  const settler = run.helper<typeof settleTasks>("baselines/settle.ts");
  const poster = run.helper<typeof postTasks>("baselines/posts.ts");
  return async (
    scope: Scope,
    { address, accountId, listId, templateId, secret }: Flow,
    n: number,
    turn: number,
  ) => {
    const { events, byStatus } = expected([n]);
    const requests = Math.ceil(events / EVENTS_PER_REQUEST);
    const blacklistId = await scope.using(address, async (db) => {
      await clearMessages(db);
      return blacklistOf(db, accountId);
    });
    await scope.settle(address);
    const path = `/floor/${turn}`;
    await receiver.call("expect", { path, secret });
    const insert = { address, accountId, listId, blacklistId, templateId, text: TEXTS.variables };
    const seconds = [
      await inserter.call("insert", insert),
      await settler.call("settle", { address, accountId, requests, outbox: { kind: "own" } }),
      await poster.call("post", { origin: receives, path, secret, events }),
    ];
    const { requests: posted, invalid } = await receiver.call("report", path);
    assertEqual("the baseline's posts and wrong signatures", [posted, invalid], [requests, 0]);
    await scope.using(address, async (db) => {
      const { blocked, delivered } = byStatus;
      assertEqual("the baseline's messages", await rowsBy(db, "messages"), { blocked, delivered });
      assertEqual("the baseline's requests", await rowsBy(db, "floor_outbox"), { delivered: requests });
    });
    return seconds.reduce((sum, part) => sum + part, 0);
  };
}

/** Returns the expected events: one per suppressed contact, and three per other contact. */
function expected(sizes: readonly number[]) {
  const blocked = sizes.reduce((sum, contacts) => sum + Math.ceil(contacts / SUPPRESSED_EACH), 0);
  const reached = sizes.reduce((sum, contacts) => sum + contacts, 0) - blocked;
  const byStatus = { blocked, delivered: reached, pending: reached, sent: reached };
  return { events: blocked + 3 * reached, byStatus };
}
