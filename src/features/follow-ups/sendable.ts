import type { ContentSupport } from "../../carriers/kind";
import type { Channel } from "../../messaging/channel";
import { fileIdsOf, shortestContent } from "../../messaging/content";
import type { Db } from "../../platform/db/dialect";
import { isDatabaseAway } from "../../platform/db/errors";
import { runQuery } from "../../platform/db/statement-batch";
import type { Platform } from "../../platform/platform";
import { sendingTermsQuery } from "../accounts/sending-rules.store";
import type { SuppressionKey } from "../consents/number-hash";
import { blockedPhones } from "../contact-lists/suppression.store";
import { uploadedFiles } from "../files/files.store";
import type { Message } from "../messages/message";
import { unsupportedCheck } from "../messages/rendered-message";
import { ruleDecider } from "../messages/rule-application";
import type { Sender } from "../senders/sender";
import { chosenSender, defaultSender } from "../senders/senders.store";
import { findTemplate, type Template } from "../templates/templates.store";

type Parent = Pick<Message, "channel" | "senderId"> | undefined;

/**
 * Returns the parent's sender if it is present on the follow-up's channel, else the default sender; null if
 * the channel has none.
 */
export async function followingSender(
  db: Db,
  accountId: string,
  channel: Channel,
  parent: Parent,
): Promise<Sender | null> {
  const senderId = parent?.channel === channel ? parent.senderId : null;
  return (
    (await chosenSender(db, accountId, channel, senderId)) ?? (await defaultSender(db, accountId, channel))
  );
}

type SendableDeps = Pick<Platform, "db" | "clock"> & {
  connections: ContentSupport;
  suppressionKey: SuppressionKey;
};

/**
 * Returns the numbers to which the template can be sent now. Returns no number if the check fails, except for
 * an unavailable database.
 */
export async function sendableNumbers(
  deps: SendableDeps,
  accountId: string,
  templateId: string,
  parent: Parent,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  try {
    const template = await findTemplate(deps.db, accountId, templateId);
    if (template === null || !(await isSendable(deps, accountId, template, parent))) return new Set();
    return await unblockedNumbers(deps, accountId, template, numbers);
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // An empty set only skips the revocation. The follow-up is still sent, and reports a persistent error.
    // Throwing here would stop the account's other follow-ups.
    return new Set();
  }
}

/**
 * Returns whether the template's channel has a sender, the template's files exist, and the sender's carrier
 * supports the content with all placeholders empty. Does not check that recipients have values for the
 * placeholders.
 */
async function isSendable(
  { db, connections }: SendableDeps,
  accountId: string,
  { channel, content }: Template,
  parent: Parent,
): Promise<boolean> {
  const sender = await followingSender(db, accountId, channel, parent);
  if (sender === null) return false;
  const files = await uploadedFiles(db, accountId, fileIdsOf(content));
  if (!fileIdsOf(content).every((id) => files.has(id))) return false;
  const shortest = shortestContent(content);
  if (shortest === null) return false;
  return unsupportedCheck(connections, { channel, files }, sender)(shortest) === null;
}

/** Returns the numbers to which neither suppression, consent nor the sending rule blocks the template now. */
async function unblockedNumbers(
  { db, clock, suppressionKey }: SendableDeps,
  accountId: string,
  { channel, purpose }: Template,
  numbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const blocked = await blockedPhones(db, suppressionKey, { accountId, channel, purpose }, numbers);
  const rule = (await runQuery(db, sendingTermsQuery(accountId))).rules[purpose];
  const decide = rule && (await ruleDecider({ db, accountId, purpose, rule, now: clock.now() }, numbers));
  const isAllowed = (phone: string) => decide === undefined || "notBefore" in decide(phone, null);
  return new Set(numbers.filter((phone) => !blocked.has(phone) && isAllowed(phone)));
}
