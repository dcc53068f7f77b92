import { ends, type Hold, waitingFrom } from "../../queue/hold";
import type { Instant } from "../../platform/time";
import type { Campaign, CampaignError } from "./campaign";

type DueStart = { do: "launch" } | { do: "wait" } | { do: "fail"; error: CampaignError };

export interface StartSettings {
  /** Maximum delay of a start that was missed because the service was down, in milliseconds. */
  missedAfter: number;
  /** Maximum time that a start waits for an import, in milliseconds. */
  importWait: number;
  hold: Hold;
}

const fail = (code: CampaignError["code"], message: string): DueStart => ({
  do: "fail",
  error: { code, message },
});

export function dueStart(
  campaign: Pick<Campaign, "scheduledAt" | "waitingSince">,
  { present, importing }: { present: boolean; importing: boolean },
  senderRemoved: boolean,
  now: Instant,
  { missedAfter, importWait, hold }: StartSettings,
): DueStart {
  const { scheduledAt, waitingSince } = campaign;
  // For a waiting campaign, the delay counts from the end of its import wait.
  const latest = waitingSince === null ? scheduledAt : waitingSince + importWait;
  if (scheduledAt !== null && ends(hold, scheduledAt)) {
    return fail(
      "missed_schedule",
      "the launch was due while the operator held the queue, and the operator canceled it",
    );
  }
  if (latest !== null && now - waitingFrom(hold, latest, now) > missedAfter) {
    return fail("missed_schedule", "the service was down at the scheduled time and came back too late");
  }
  if (!present) return fail("list_deleted", "the contact list was deleted before the launch");
  if (senderRemoved) return fail("sender_removed", "the campaign's sender was removed before the launch");
  if (!importing) return { do: "launch" };
  return waitingSince !== null && now - waitingSince >= importWait
    ? fail("import_timeout", "an import on the contact list did not end in time")
    : { do: "wait" };
}
