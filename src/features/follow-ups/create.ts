import type { ContentSupport } from "../../carriers/kind";
import { compileContent, fileIdsOf } from "../../messaging/content";
import { attachedRules } from "../../messaging/follow-up-rules";
import { chunksBySize } from "../../platform/db/chunk-by-size";
import type { Db } from "../../platform/db/dialect";
import { runQuery } from "../../platform/db/statement-batch";
import { groupBy } from "../../platform/group-by";
import type { Platform } from "../../platform/platform";
import { consentUseOf, sendingTermsQuery } from "../accounts/sending-rules.store";
import { contactsByPhone, withAttributes } from "../contact-lists/known-contacts.store";
import type { SuppressionKey } from "../consents/number-hash";
import { consentCheck } from "../consents/states.store";
import { lockSharedUploadedFiles } from "../files/files.store";
import { type Announcement, prepareMessages, writeMessages } from "../messages/creation";
import type { MessageEffects } from "../messages/message-effects";
import type { FollowedMessage } from "../messages/outgoing.store";
import { applyRule } from "../messages/rule-application";
import {
  measureMessage,
  renderMessage,
  segmentCounter,
  SLICE_CONTENT,
  unsupportedCheck,
} from "../messages/rendered-message";
import type { Template } from "../templates/templates.store";
import type { FollowUp } from "./follow-ups.store";
import { followingSender } from "./sendable";

type CreationDeps = Pick<Platform, "db" | "clock" | "ids" | "log" | "metrics"> &
  MessageEffects & { connections: ContentSupport; suppressionKey: SuppressionKey };

export interface Fired {
  rule: FollowUp;
  message: FollowedMessage;
}

/** Creates the follow-ups in slices, grouped by depth in their chain. Checks the current suppression. */
export async function createFollowUps(
  deps: CreationDeps,
  trx: Db,
  accountId: string,
  template: Template,
  parent: FollowedMessage | undefined,
  fired: readonly Fired[],
): Promise<Announcement[]> {
  const { channel, purpose, content } = template;
  const numbers = fired.map(({ message }) => message.recipient);
  const contacts = await contactsByPhone(trx, { accountId, channel, purpose }, numbers);
  const fileIds = fileIdsOf(content);
  const files = await lockSharedUploadedFiles(trx, accountId, fileIds);
  const sender = await followingSender(trx, accountId, channel, parent);
  const terms = await runQuery(trx, sendingTermsQuery(accountId));
  const rule = terms.rules[purpose] ?? null;
  const mediaAvailable = fileIds.every((id) => files.has(id));
  const compiled = compileContent(channel, content);
  const common = {
    channel,
    content: compiled,
    hasSender: sender !== null,
    mediaAvailable,
    whyUnsupported: unsupportedCheck(deps.connections, { channel, files }, sender),
    consentOf: await consentCheck(
      trx,
      deps.suppressionKey,
      { accountId, channel, purpose },
      consentUseOf(terms, purpose),
      numbers,
    ),
    segmentsOf: segmentCounter(),
  };
  const announcements: Announcement[] = [];
  for (const [depth, some] of groupBy(fired, ({ message }) => String((message.followUps?.depth ?? 0) + 1))) {
    const followUps = attachedRules(template.followUps, Number(depth));
    const group = {
      accountId,
      channel,
      purpose,
      templateId: template.id,
      sender,
      followUps,
      campaignId: parent?.campaignId ?? null,
      tags: parent?.tags,
      outlivesRun: true,
      validitySeconds: template.validitySeconds,
    };
    for (const run of chunksBySize(some, ({ message }) => contacts.get(message.recipient)?.size ?? 0)) {
      const known = await withAttributes(
        trx,
        accountId,
        run.map(({ message }) => contacts.get(message.recipient)),
      );
      const recipients = run.map(({ message }, index) => ({
        message,
        recipient: { to: message.recipient, variables: message.variables, contact: known[index] },
      }));
      const slices = chunksBySize(
        recipients,
        ({ recipient }) => measureMessage(common, recipient),
        SLICE_CONTENT,
      );
      for (const slice of slices) {
        const specs = slice.map(({ message, recipient }) => ({
          to: recipient.to,
          contactId: recipient.contact?.id ?? null,
          clientReference: message.clientReference,
          variables: recipient.variables,
          parentMessageId: message.id,
          draft: renderMessage(common, recipient),
          notBefore: null,
        }));
        const ruled = await applyRule({ db: trx, accountId, purpose, rule, now: deps.clock.now() }, specs);
        const made = await prepareMessages(deps, group, ruled);
        await writeMessages(deps, trx, made);
        announcements.push(made.announcement);
      }
    }
  }
  return announcements;
}
