import type { OperationRequest } from "../../generated/server/binding";
import type { App } from "../app";
import { contactsByPhone } from "../contacts/contacts.store";
import { normalizePhone } from "../contacts/phone";
import { uploadedFiles } from "../files/files.store";
import { attachedRules, type MessageFollowUps } from "../follow-ups/rules";
import { type FieldProblem, notFound, unprocessable } from "../problem";
import type { Sender } from "../senders/sender";
import { defaultSender } from "../senders/senders.store";
import { checkContent, compileContent, type Content, fileIdsOf } from "../templates/content";
import { checkMediaKinds } from "../templates/media";
import { findTemplate } from "../templates/templates.store";
import { type Draft, type DraftCommon, draftMessage, type DraftRecipient } from "./draft";
import type { Channel } from "./message";

export type SendBody = OperationRequest<"sendMessages">["body"];

/** A send with everything looked up that decides what becomes of each recipient; nothing is written yet. */
export interface SendPlan {
  channel: Channel;
  templateId: string | null;
  followUps: MessageFollowUps | null;
  sender: Sender | null;
  recipients: (DraftRecipient & { clientReference: string | null; draft: Draft })[];
}

/** Refuses what makes the whole request meaningless (404, 422); what concerns one recipient becomes its status. */
export async function planSend(
  { db }: Pick<App, "db">,
  accountId: string,
  body: SendBody,
): Promise<SendPlan> {
  const { channel, content, templateId, followUps } = await contentOf(db, accountId, body);
  const phones = normalizeAll(body.recipients);
  const fileIds = fileIdsOf(content);
  const [sender, contacts, files] = [
    await defaultSender(db, accountId, channel),
    await contactsByPhone(db, accountId, channel, phones),
    fileIds.length === 0 ? null : await uploadedFiles(db, accountId, fileIds),
  ];
  const unfit = files === null ? [] : checkMediaKinds(content, files);
  if (unfit.length > 0) throw unprocessable("The content holds files of the wrong kind", unfit);
  const common: DraftCommon = {
    channel,
    content: compileContent(content),
    hasSender: sender !== null,
    mediaAvailable: files === null || fileIds.every((id) => files.has(id)),
  };
  return {
    channel,
    templateId,
    followUps,
    sender,
    recipients: body.recipients.map(({ variables, client_reference }, index) => {
      const to = phones[index] as string;
      const recipient = { to, variables, contact: contacts.get(to) };
      return {
        ...recipient,
        clientReference: client_reference ?? null,
        draft: draftMessage(common, recipient),
      };
    }),
  };
}

function normalizeAll(recipients: SendBody["recipients"]): string[] {
  const problems: FieldProblem[] = [];
  const phones = recipients.map(({ to }, index) => {
    const phone = normalizePhone(to);
    if (phone === null) {
      problems.push({ field: `recipients[${index}].to`, message: "is not a valid phone number" });
    }
    return phone ?? "";
  });
  if (problems.length > 0) {
    throw unprocessable(
      `${problems.length} of ${phones.length} recipients have no valid number; nothing was sent`,
      problems,
    );
  }
  return phones;
}

async function contentOf(
  db: App["db"],
  accountId: string,
  { template_id, channel, content }: SendBody,
): Promise<{
  channel: Channel;
  content: Content;
  templateId: string | null;
  followUps: MessageFollowUps | null;
}> {
  if (template_id !== undefined) {
    const template = await findTemplate(db, accountId, template_id);
    if (!template) throw notFound("The template");
    const given = [channel === undefined ? [] : ["channel"], content === undefined ? [] : ["content"]].flat();
    if (given.length > 0) {
      throw unprocessable(
        "A send names either a template or a channel with content",
        given.map((field) => ({ field, message: "must be absent beside template_id, which settles it" })),
      );
    }
    const followUps = attachedRules(template.followUps, 0);
    return { channel: template.channel, content: template.content, templateId: template.id, followUps };
  }
  if (channel === undefined || content === undefined) {
    const missing = [
      channel === undefined ? ["channel"] : [],
      content === undefined ? ["content"] : [],
    ].flat();
    throw unprocessable(
      "A send names either a template or a channel with content",
      missing.map((field) => ({ field, message: "is needed where there is no template_id" })),
    );
  }
  const problems = checkContent(channel, content);
  if (problems.length > 0) throw unprocessable("The content does not suit the channel", problems);
  return { channel, content, templateId: null, followUps: null };
}
