import type { Command } from "commander";
import { LONG_LIMITS, readWithin } from "../platform/db/limits";
import { type Instant, SECOND, toExactTimestamp, toTimestamp, toTimestampOrNull } from "../platform/time";
import { held, type Hold, released } from "../queue/hold";
import { changeHold, readHold } from "../queue/hold.store";
import { type KindStatus, queueStatus } from "../queue/status.store";
import { runs } from "./command";
import { UsageError } from "./errors";
import { instantOption } from "./options";
import { changed, type Output, table, unchanged } from "./output";
import type { CommandContext, Session } from "./session";

type QueueSession = Pick<Session, "db" | "clock">;

const holdJson = ({ since, upTo, endedUpTo }: Hold) => ({
  held: since !== null,
  held_since: toTimestampOrNull(since),
  held_created_up_to: upTo === null ? null : toExactTimestamp(upTo),
  ended_created_up_to: endedUpTo === null ? null : toExactTimestamp(endedUpTo),
});

function holdText({ since, upTo }: Hold): string {
  if (since === null) return "The queue is not held";
  const which = upTo === null ? "" : `, for work created up to ${toTimestamp(upTo)}`;
  return `The queue has been held since ${toTimestamp(since)}${which}`;
}

/** Returns a line about the jobs that the operator has ended and the workers have not settled, if any. */
function endedLines({ endedUpTo }: Hold, kinds: readonly KindStatus[]): string[] {
  const jobs = kinds.reduce((sum, { ended }) => sum + ended, 0);
  if (endedUpTo === null || jobs === 0) return [];
  return [
    `"npm run recado -- queue release --expire" ended ${jobs} ${jobs === 1 ? "job" : "jobs"} created up to ${toTimestamp(endedUpTo)}: the workers settle them without running them`,
  ];
}

const ageOf = ({ oldestDueAt }: KindStatus, now: Instant) =>
  oldestDueAt === null ? null : Math.floor((now - oldestDueAt) / SECOND);

async function queueStatusShown({ db, clock }: QueueSession): Promise<Output> {
  const now = clock.now();
  const { hold, kinds } = await readWithin(db, LONG_LIMITS, async (reader) => {
    const hold = await readHold(reader);
    return { hold, kinds: await queueStatus(reader, hold, now) };
  });
  return {
    json: {
      ...holdJson(hold),
      kinds: kinds.map((one) => ({
        kind: one.kind,
        due: one.due,
        oldest_due_seconds: ageOf(one, now),
        leased: one.leased,
        later: one.later,
        parked: one.parked,
        held: one.held,
      })),
    },
    text: [
      holdText(hold),
      ...endedLines(hold, kinds),
      "",
      table(
        ["kind", "due", "oldest due (s)", "leased", "later", "parked", "held"],
        kinds.map((one) => [
          ...[one.kind, one.due, ageOf(one, now), one.leased, one.later, one.parked, one.held],
        ]),
      ),
    ].join("\n"),
  };
}

export async function queueHold({ db, clock }: QueueSession): Promise<Output> {
  const now = clock.now();
  const { before, after } = await changeHold(db, (hold) => held(hold, now));
  return before.since !== null && before.upTo === null
    ? unchanged(holdJson(after), `the queue has been held since ${toTimestamp(before.since)}`)
    : changed(
        holdJson(after),
        'The queue is held: running processes obey within a second. "npm run recado -- queue release" ends the hold',
      );
}

interface ReleaseOptions {
  createdAfter?: Instant;
  expire?: boolean;
}

export async function queueRelease(
  { db, clock }: QueueSession,
  { createdAfter = null, expire = false }: { createdAfter?: Instant | null; expire?: boolean },
): Promise<Output> {
  const now = clock.now();
  if (createdAfter !== null && createdAfter > now) {
    throw new UsageError("--created-after must not be in the future");
  }
  const { before, after } = await changeHold(db, (hold) =>
    hold.since === null || isReleased(hold, createdAfter, expire)
      ? hold
      : released(hold, { createdAfter, expire }, now),
  );
  const json = holdJson(after);
  if (before.since === null) return unchanged(json, "the queue is not held");
  if (isReleased(before, createdAfter, expire)) {
    return unchanged(json, `work that was created after ${toTimestamp(before.upTo ?? now)} is not held`);
  }
  const text = `Released. ${holdText(after)}`;
  if (!expire || after.endedUpTo === null) return changed(json, text);
  return changed(
    json,
    `${text}\nThe workers end the work created up to ${toTimestamp(after.endedUpTo)} instead of running it`,
  );
}

/**
 * Returns whether `queue release` has nothing to do: an earlier release freed all work created after
 * `createdAfter`. With `expire`, the command also ends older held work, so it always has something to do.
 */
const isReleased = ({ upTo }: Hold, createdAfter: Instant | null, expire: boolean): boolean =>
  !expire && createdAfter !== null && upTo !== null && createdAfter >= upTo;

export function queueCommands(program: Command, context: CommandContext): void {
  const queue = program.command("queue").description("hold and release background work");
  const status = queue
    .command("status")
    .description("show whether the queue is held, and the number of jobs by kind");
  runs<[], object>(status, context, (session) => queueStatusShown(session));
  const hold = queue
    .command("hold")
    .description(
      "stop submissions to carriers, webhook deliveries, follow-ups and campaigns; requests are accepted and wait",
    );
  runs<[], object>(hold, context, (session) => queueHold(session));
  const release = queue
    .command("release")
    .description("end the hold: all held work runs")
    .option(
      "--created-after <instant>",
      "release only work created after this instant, such as 2030-01-31T12:00:00Z; older work stays held",
      instantOption,
    )
    .option(
      "--expire",
      "end the work that would stay held, and with it the hold; without --created-after, all of it",
    );
  runs<[], ReleaseOptions>(release, context, (session, _args, options) => queueRelease(session, options));
}
