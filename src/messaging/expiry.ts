/**
 * Sentences of the error `expired`, by cause. The console translates them. A carrier's adapter writes a
 * sentence that contains `not_delivered`; the service writes the other sentences.
 */
export const EXPIRY = {
  not_delivered: "not delivered within its validity",
  not_submitted: "it was not submitted within its validity",
  submission_timeout: "it could not be submitted in time",
  revoked: "revoked before its follow-up was sent",
  campaign_deleted: "its campaign was deleted",
  ended_by_operator: "the operator ended the messages that the queue held",
} as const;

export type ExpiryCause = keyof typeof EXPIRY;

/** Returns the cause that a sentence states; null for a sentence that states none of `EXPIRY`. */
export function readExpiry(sentence: string): ExpiryCause | null {
  const bare = sentence.replace(/^(the carrier reports that )?it was (?=not delivered)|, and revoked$/g, "");
  const causes = Object.keys(EXPIRY) as ExpiryCause[];
  return causes.find((cause) => EXPIRY[cause] === sentence || EXPIRY[cause] === bare) ?? null;
}
