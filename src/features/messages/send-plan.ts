import type { OperationRequest } from "../../../generated/server/binding";
import type { ContentSupport, NamedFiles } from "../../carriers/kind";
import type { Platform } from "../../platform/platform";
import { contactsQuery, type FoundContact, withAttributes } from "../contact-lists/known-contacts.store";
import type { SuppressionKey } from "../consents/number-hash";
import { consentCheck } from "../consents/states.store";
import { normalizePhone } from "../../messaging/phone";
import type { Db } from "../../platform/db/dialect";
import { chunksBySize } from "../../platform/db/chunk-by-size";
import { mapCooperatively } from "../../platform/event-loop";
import { type FileRow, uploadedFilesQuery } from "../files/files.store";
import { attachedRules, type MessageFollowUps } from "../../messaging/follow-up-rules";
import { type FieldProblem, notFound, payloadTooLarge, unprocessable } from "../../platform/problem";
import { consentUseOf, type SendingTerms } from "../accounts/sending-rules.store";
import type { RuleInForce } from "../../messaging/sending-rules/rule-in-force";
import { requireChosenSender, type Sender } from "../senders/sender";
import { senderAndTermsQuery } from "../senders/senders.store";
import {
  checkContent,
  type CompiledContent,
  compileContent,
  type Content,
  fileIdsOf,
  shortestContent,
} from "../../messaging/content";
import { withDialNumbers } from "../../messaging/dial-numbers";
import { checkMediaKinds } from "../templates/media";
import { findTemplate } from "../templates/templates.store";
import {
  type RenderedMessage,
  type RenderingContext,
  renderMessage,
  type MessageRecipient,
  measureMessage,
  SLICE_CONTENT,
  segmentCounter,
  unsupportedCheck,
} from "./rendered-message";
import { applyRule } from "./rule-application";
import type { Channel } from "../../messaging/channel";
import type { Purpose } from "../../messaging/purpose";
import type { Instant } from "../../platform/time";
import { type NotBeforeOf, notBeforeOfSend } from "./send-time";
import { distinctTags } from "../../messaging/tags";

export type SendBody = OperationRequest<"sendMessages">["body"];

/** Maximum size of the contents for all recipients of one request, in bytes of stored JSON. */
export const MAX_REQUEST_CONTENT = 8 * 1024 * 1024;

export interface PlannedRecipient extends Omit<MessageRecipient, "contact"> {
  clientReference: string | null;
  contact: FoundContact | undefined;
}

export interface DraftedRecipient extends MessageRecipient {
  clientReference: string | null;
  /** Time that the message is scheduled for; null if it is submitted at once or not at all. */
  notBefore: Instant | null;
  draft: RenderedMessage;
}

/** A validated send with the stored data that its messages depend on. Nothing is written yet. */
export interface SendPlan {
  accountId: string;
  channel: Channel;
  purpose: Purpose;
  templateId: string | null;
  followUps: MessageFollowUps | null;
  tags: readonly string[];
  sender: Sender | null;
  validitySeconds: number | null;
  notBeforeOf: NotBeforeOf;
  /** Sending rule of the purpose; null without a restriction. */
  rule: RuleInForce | null;
  common: RenderingContext;
  fileIds: readonly string[];
  /** Recipients in order, in slices of limited content size. */
  slices: PlannedRecipient[][];
}

interface PlanOptions {
  hidesContacts?: boolean;
}

export interface ReadSend extends Awaited<ReturnType<typeof contentOf>> {
  accountId: string;
  body: SendBody;
  /** Id of the chosen sender; null for the channel's default. */
  senderId: string | null;
  tags: readonly string[];
  /** Numbers in E.164, in the order of the recipients. */
  phones: string[];
  compiled: CompiledContent;
}

/** Parses a send request and reads its template. Throws 404 or 422 if the request is invalid. */
export async function readSend(db: Db, accountId: string, body: SendBody): Promise<ReadSend> {
  const chosen = await contentOf(db, accountId, body);
  const tags = distinctTags(body.tags);
  const phones = await normalizeAll(body.recipients);
  const compiled = compileContent(chosen.channel, chosen.content);
  return { ...chosen, accountId, body, senderId: body.sender_id ?? null, tags, phones, compiled };
}

export function lookupsOf(
  db: Db,
  { accountId, channel, purpose, senderId, phones, compiled, content }: ReadSend,
) {
  const fileIds = fileIdsOf(content);
  return {
    senderAndTerms: senderAndTermsQuery(accountId, channel, senderId),
    contacts: contactsQuery(db, { accountId, channel, purpose }, phones, compiled.variables.length > 0),
    files: fileIds.length === 0 ? null : uploadedFilesQuery(db, accountId, fileIds),
  };
}

interface Lookups {
  sender: Sender | null;
  contacts: ReadonlyMap<string, FoundContact>;
  /** Uploaded files of the content by id; null if the content has no files. */
  files: ReadonlyMap<string, FileRow> | null;
  terms: SendingTerms;
}

const NO_FILES: ReadonlyMap<string, FileRow> = new Map();

type PlanDeps = Pick<Platform, "db" | "clock"> & {
  connections: ContentSupport;
  suppressionKey: SuppressionKey;
};

/** Plans a send. Throws 413 or 422 for an invalid send. A recipient's problem becomes a message status. */
export async function planSend(
  { db, clock, connections, suppressionKey }: PlanDeps,
  send: ReadSend,
  { sender, contacts, files, terms }: Lookups,
  { hidesContacts = false }: PlanOptions = {},
): Promise<SendPlan> {
  const { accountId, body, channel, purpose, content, templateId, followUps, senderId, phones, compiled } =
    send;
  requireChosenSender(senderId, channel, sender);
  const uploaded = files ?? NO_FILES;
  const fileIds = fileIdsOf(content);
  const unfit = checkMediaKinds(content, uploaded);
  if (unfit.length > 0) throw unprocessable("The content has files of the wrong kind", unfit);
  rejectUnsupportedContent(connections, { channel, content, templateId, files: uploaded }, sender);
  const common: RenderingContext = {
    channel,
    content: compiled,
    hasSender: sender !== null,
    mediaAvailable: fileIds.every((id) => uploaded.has(id)),
    whyUnsupported: unsupportedCheck(connections, { channel, files: uploaded }, sender),
    hidesContacts,
    consentOf: await consentCheck(
      db,
      suppressionKey,
      { accountId, channel, purpose },
      consentUseOf(terms, purpose),
      phones,
    ),
    segmentsOf: segmentCounter(),
  };
  const recipients = body.recipients.map(({ variables, client_reference }, index): PlannedRecipient => {
    const to = phones[index] as string;
    return { to, variables, contact: contacts.get(to), clientReference: client_reference ?? null };
  });
  const slices = await cutIntoSlices(db, accountId, common, recipients);
  const notBeforeOf = await notBeforeOfSend(db, send, clock.now());
  const validitySeconds = body.validity_seconds ?? send.validitySeconds;
  const plan = { accountId, channel, purpose, templateId, followUps, tags: send.tags, sender, fileIds };
  return { ...plan, validitySeconds, notBeforeOf, rule: terms.rules[purpose] ?? null, common, slices };
}

/**
 * Throws 422 for content that the sender's carrier cannot send, whatever the values of its placeholders are.
 */
export function rejectUnsupportedContent(
  connections: ContentSupport,
  {
    channel,
    content,
    templateId,
    files,
  }: Pick<ReadSend, "channel" | "content" | "templateId"> & { files: NamedFiles },
  sender: Sender | null,
): void {
  const shortest = shortestContent(content);
  const found =
    sender && shortest && connections.unsupportedContent(sender.carrier, channel, shortest, files);
  if (!found) return;
  const field = templateId === null ? `content.${found.field}` : "template_id";
  const message =
    templateId === null ? found.message : `refers to content whose ${found.field} ${found.message}`;
  throw unprocessable(`The carrier ${sender.carrier} cannot send this content`, [{ field, message }]);
}

/**
 * Splits the recipients into slices by the size of their contacts and contents. Throws 413 if the total
 * exceeds the maximum.
 */
async function cutIntoSlices(
  db: Db,
  accountId: string,
  common: RenderingContext,
  recipients: readonly PlannedRecipient[],
): Promise<PlannedRecipient[][]> {
  const runs = chunksBySize(recipients, ({ contact }) => contact?.size ?? 0);
  // SMS contents are not measured: a thousand messages of ten segments have at most 4 MiB.
  if (common.channel === "sms") return runs;
  const slices: PlannedRecipient[][] = [];
  let total = 0;
  for (const run of runs) {
    const known = await withContacts(db, accountId, run);
    const sizes = await mapCooperatively(known, (recipient) => measureMessage(common, recipient));
    let slice: PlannedRecipient[] = [];
    let bytes = 0;
    slices.push(slice);
    for (const [index, recipient] of run.entries()) {
      if (bytes >= SLICE_CONTENT) {
        slices.push((slice = []));
        bytes = 0;
      }
      slice.push(recipient);
      bytes += sizes[index] ?? 0;
    }
    total += sizes.reduce((sum, size) => sum + size, 0);
  }
  if (total <= MAX_REQUEST_CONTENT) return slices;
  throw payloadTooLarge(
    `The contents for all recipients have ${total} bytes together, but a request may have at most ${MAX_REQUEST_CONTENT}`,
    [
      {
        field: "recipients",
        message: "are too many for content of this size; divide them among several requests",
      },
    ],
  );
}

export async function draftSlice(
  { db, clock }: Pick<Platform, "db" | "clock">,
  { accountId, purpose, rule, common, notBeforeOf }: SendPlan,
  slice: readonly PlannedRecipient[],
): Promise<DraftedRecipient[]> {
  const known = await withContacts(db, accountId, slice);
  const drafted = await mapCooperatively(known, (recipient) => {
    const draft = renderMessage(common, recipient);
    const notBefore = draft.status === "pending" ? notBeforeOf(recipient.to) : null;
    return Object.assign({}, recipient, { draft, notBefore });
  });
  return applyRule({ db, accountId, purpose, rule, now: clock.now() }, drafted);
}

async function withContacts(db: Db, accountId: string, recipients: readonly PlannedRecipient[]) {
  const contacts = await withAttributes(
    db,
    accountId,
    recipients.map(({ contact }) => contact),
  );
  return recipients.map((recipient, index) => ({ ...recipient, contact: contacts[index] }));
}

async function normalizeAll(recipients: SendBody["recipients"]): Promise<string[]> {
  const problems: FieldProblem[] = [];
  const phones = await mapCooperatively(recipients, ({ to }, index) => {
    const phone = normalizePhone(to);
    if (phone === null) {
      problems.push({ field: `recipients[${index}].to`, message: "is not a valid phone number" });
    }
    return phone ?? "";
  });
  if (problems.length > 0) {
    throw unprocessable(
      `${problems.length} of ${phones.length} recipients have no valid phone number; nothing was sent`,
      problems,
    );
  }
  return phones;
}

async function contentOf(
  db: Platform["db"],
  accountId: string,
  { template_id, channel, content, purpose }: SendBody,
): Promise<{
  channel: Channel;
  purpose: Purpose;
  content: Content;
  templateId: string | null;
  followUps: MessageFollowUps | null;
  /** Validity of the template in seconds; null without a template, or if the template sets none. */
  validitySeconds: number | null;
}> {
  if (template_id !== undefined) {
    const template = await findTemplate(db, accountId, template_id);
    if (!template) throw notFound("The template");
    const given = Object.entries({ channel, content, purpose }).filter(([, value]) => value !== undefined);
    if (given.length > 0) {
      throw unprocessable(
        "A send names either a template or a channel with content",
        given.map(([field]) => ({ field, message: "cannot be combined with `template_id`" })),
      );
    }
    const followUps = attachedRules(template.followUps, 0);
    const { validitySeconds } = template;
    return {
      channel: template.channel,
      purpose: template.purpose,
      content: template.content,
      templateId: template.id,
      followUps,
      validitySeconds,
    };
  }
  if (channel === undefined || content === undefined) {
    const missing = [
      channel === undefined ? ["channel"] : [],
      content === undefined ? ["content"] : [],
    ].flat();
    throw unprocessable(
      "A send names either a template or a channel with content",
      missing.map((field) => ({ field, message: "is required without `template_id`" })),
    );
  }
  const stored = withDialNumbers(content);
  const problems = checkContent(channel, stored);
  if (problems.length > 0) throw unprocessable("The content does not suit the channel", problems);
  const none = { templateId: null, followUps: null, validitySeconds: null };
  return { channel, purpose: purpose ?? "transactional", content: stored, ...none };
}
