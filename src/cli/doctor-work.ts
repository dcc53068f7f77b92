import type { Knex } from "knex";
import { ConnectionTestError } from "../carriers/kind";
import { leasableKeys } from "../app/gauges";
import { listAccounts } from "../features/accounts/accounts.store";
import { openedConnection } from "../features/connections/connection";
import {
  listConnections,
  type StoredConnection,
  unreadableConnections,
} from "../features/connections/connections.store";
import { unreadableEndpointSecrets } from "../features/webhooks/endpoint-secrets.store";
import { troubledEndpoints } from "../features/webhooks/webhooks.store";
import { ConfigError } from "../platform/config-error";
import type { SecretBox } from "../platform/secrets/secret-box";
import { unreadableServiceSecrets } from "../platform/secrets/service-secrets.store";
import { openSecretBox } from "../platform/secrets/unlock";
import { DAY, MINUTE, SECOND, toTimestamp } from "../platform/time";
import { readHold } from "../queue/hold.store";
import { JOB_KINDS } from "../queue/job";
import { oldestDueOf } from "../queue/maintenance.store";
import { kindOf, carrierDepsOf } from "./carrier-connections";
import {
  type Check,
  type CheckResult,
  CORRECT_ABOVE,
  error,
  type Finding,
  ok,
  runCheck,
  warning,
} from "./doctor-check";
import { plural } from "./output";
import type { Session } from "./session";

/** Age of a due job above which workers seem to be behind, as in the alert RecadoQueueBehind. */
const BEHIND_MS = MINUTE;
/** Maximum number of ids or rules that the text of a finding lists. */
const NAMED = 5;

export const queueCheck = ({ db, clock }: Pick<Session, "db" | "clock">): Check => ({
  name: "queue",
  advice: "check the database",
  async run() {
    const now = clock.now();
    const hold = await readHold(db);
    const { since } = hold;
    const overdue: string[] = [];
    for (const kind of JOB_KINDS) {
      const dueAt = await oldestDueOf(db, kind, now, (keys) => leasableKeys(db, kind, keys, now), hold);
      const age = now - (dueAt ?? now);
      if (age > BEHIND_MS) overdue.push(`${kind} (${Math.round(age / SECOND)} s)`);
    }
    const found: Finding[] = [];
    if (since !== null) {
      found.push(
        warning(
          `The queue has been held since ${toTimestamp(since)}: held work is not submitted or delivered`,
          '"npm run recado -- queue status" shows the held jobs, and "npm run recado -- queue release" ends the hold',
        ),
      );
    }
    if (overdue.length > 0) {
      found.push(
        warning(
          `Jobs are overdue: ${overdue.join(", ")}`,
          "check that a process with the role worker runs, and that carriers and the database respond; the rate of a whole connection also delays jobs",
        ),
      );
    }
    return found.length === 0 ? ok("No job has been due for more than a minute") : found;
  },
});

export const webhooksCheck = (db: Knex): Check => ({
  name: "webhooks",
  advice: "check the database",
  async run() {
    const troubled = await troubledEndpoints(db);
    if (troubled.length === 0) return ok("No webhook endpoint fails");
    const ids = troubled.slice(0, NAMED).map(({ id }) => id);
    const failing = troubled.filter(({ status }) => status === "enabled").length;
    const more = troubled.length > NAMED ? ", …" : "";
    return warning(
      `Webhook endpoints: ${failing} failing, ${troubled.length - failing} disabled for failures (${ids.join(", ")}${more})`,
      '"npm run recado -- webhooks list" shows them; after a repair, "npm run recado -- webhooks enable" and "npm run recado -- webhooks replay"',
    );
  },
});

/** Returns the check for limits of sending rules that cover more days than messages are kept. */
export const rulesCheck = ({ config, db }: Pick<Session, "config" | "db">): Check => ({
  name: "rules",
  advice: "check the database",
  async run() {
    const { retainMessagesDays: kept } = config;
    const longer = (await listAccounts(db)).flatMap(({ name, rules }) =>
      Object.entries(rules).flatMap(([purpose, { countsForMs }]) => {
        const days = Math.ceil((countsForMs ?? 0) / DAY);
        return kept !== 0 && days > kept ? { days, rule: `${name} (${purpose})` } : [];
      }),
    );
    if (longer.length === 0)
      return ok("The limits of sending rules cover no more days than messages are kept");
    const named = longer.slice(0, NAMED).map(({ rule }) => rule);
    const more = longer.length > NAMED ? ", …" : "";
    return warning(
      `Messages are deleted after ${plural(kept, "day")}, and limits of sending rules cover more: ${named.join(", ")}${more}`,
      `set RECADO_RETAIN_MESSAGES_DAYS to at least ${Math.max(...longer.map(({ days }) => days))}, or to 0`,
    );
  },
});

export const secretsCheck = ({ config, db }: Pick<Session, "config" | "db">): Check => ({
  name: "secrets",
  advice: "set the key that the secrets were encrypted with",
  async run() {
    const box = await openSecretBox({ config, db });
    if (box === null) return ok("The database has no secrets yet");
    const unreadable =
      (await unreadableServiceSecrets(db, box)) +
      (await unreadableConnections(db, box)) +
      (await unreadableEndpointSecrets(db, box));
    if (unreadable === 0) return ok("The current key opens all secrets");
    return error(
      `The current key does not open ${plural(unreadable, "secret")}`,
      "set RECADO_SECRET_KEY or RECADO_SECRET_KEY_PREVIOUS to the key that they were encrypted with, or set these secrets again",
    );
  },
});

type CarrierSession = Pick<Session, "config" | "db" | "clock" | "kinds">;

/** Checks all connections at once, each within its own time limit. Sends no message. */
export async function carrierResults(session: CarrierSession): Promise<CheckResult[]> {
  let found: { box: SecretBox | null; connections: StoredConnection[] } = { box: null, connections: [] };
  const listed = await runCheck({
    name: "carriers",
    advice: "check the database",
    async run() {
      const connections = await listConnections(session.db);
      if (connections.length === 0) return ok("The sandbox is the only connection to a carrier");
      try {
        found = { connections, box: await openSecretBox(session) };
        return [];
      } catch (failure) {
        if (!(failure instanceof ConfigError)) throw failure;
        return warning("Not checked: the secrets of the connections cannot be opened", CORRECT_ABOVE);
      }
    },
  });
  const { box, connections } = found;
  if (box === null) return listed;
  const results = await Promise.all(
    connections.map(async (stored) => [
      ...pauseResults(stored),
      ...(await runCheck(carrierCheck(session, box, stored))),
    ]),
  );
  return results.flat();
}

/** Reports a pause apart from the timed check, so that a carrier that does not respond cannot hide it. */
function pauseResults({ name, pausedAt }: StoredConnection): CheckResult[] {
  if (pausedAt === null) return [];
  const paused = warning(
    `The connection has been paused since ${toTimestamp(pausedAt)}: its messages wait`,
    `"npm run recado -- carriers resume ${name}" ends the pause`,
  );
  return [{ check: `carrier ${name}`, ...paused }];
}

function carrierCheck(session: CarrierSession, box: SecretBox, stored: StoredConnection): Check {
  const { name } = stored;
  const advice = `"npm run recado -- carriers show ${name}" shows its settings, and "npm run recado -- carriers test ${name}" tries again`;
  return {
    name: `carrier ${name}`,
    advice,
    async run(signal) {
      const kind = kindOf(session, stored.kind);
      const connection = openedConnection(kind, box, stored);
      try {
        return ok(await kind.test(connection, carrierDepsOf(session, name), signal));
      } catch (failure) {
        if (!(failure instanceof ConnectionTestError)) throw failure;
        return error(failure.message, advice);
      }
    },
  };
}
