import type { ContentSupport } from "../../carriers/kind";
import type { Channel } from "../../messaging/channel";
import { fileIdsOf } from "../../messaging/content";
import type { Db } from "../../platform/db/dialect";
import { isDatabaseAway } from "../../platform/db/errors";
import { uploadedFiles } from "../files/files.store";
import type { Message } from "../messages/message";
import { whyUnsupported } from "../messages/rendered-message";
import type { Sender } from "../senders/sender";
import { chosenSender, defaultSender } from "../senders/senders.store";
import { findTemplate } from "../templates/templates.store";

/** Fields of the followed message that determine the follow-up's sender. */
type Parent = Pick<Message, "channel" | "senderId"> | undefined;

/** Returns the parent's sender if it is present on the follow-up's channel, else the default sender. */
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

/**
 * Returns whether the template exists and its content is supported by the sender's carrier. Returns false if
 * the check fails, except for an unavailable database.
 */
export async function isSendable(
  deps: { db: Db; connections: ContentSupport },
  accountId: string,
  templateId: string,
  parent: Parent,
): Promise<boolean> {
  try {
    const template = await findTemplate(deps.db, accountId, templateId);
    if (template === null) return false;
    const sender = await followingSender(deps.db, accountId, template.channel, parent);
    const files = await uploadedFiles(deps.db, accountId, fileIdsOf(template.content));
    return whyUnsupported(deps.connections, { ...template, files }, sender) === null;
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // The send itself reports the error. This check must not stop other follow-ups.
    return false;
  }
}
