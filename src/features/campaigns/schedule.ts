import type { Instant } from "../../platform/time";
import type { Campaign, CampaignError } from "./campaign";

/** What becomes of a scheduled campaign whose instant has come. */
export type DueStart = { do: "launch" } | { do: "wait" } | { do: "fail"; error: CampaignError };

export interface StartSettings {
  /** How late a start may come that was missed because the service was down, in milliseconds. */
  missedAfter: number;
  /** How long a start waits for an import, in milliseconds. */
  importWait: number;
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
  { missedAfter, importWait }: StartSettings,
): DueStart {
  const { scheduledAt, waitingSince } = campaign;
  // Who waits was there in time, and is late only where nobody was there when the longest wait was over.
  const latest = waitingSince === null ? scheduledAt : waitingSince + importWait;
  if (latest !== null && now - latest > missedAfter) {
    return fail("missed_schedule", "the service was down when it was due, and came back too late");
  }
  if (!present) return fail("list_deleted", "the contact list was deleted before the launch");
  if (senderRemoved) return fail("sender_removed", "the campaign's sender was removed before the launch");
  if (!importing) return { do: "launch" };
  return waitingSince !== null && now - waitingSince >= importWait
    ? fail("import_timeout", "an import on the contact list did not end in time")
    : { do: "wait" };
}
