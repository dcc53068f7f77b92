import type { components } from "../../../generated/schema";
import type { TemplatesApi } from "../../../generated/server/templates.api";
import { lockAccount } from "../accounts/accounts.store";
import type { IdMaker } from "../../platform/ids";
import type { Platform } from "../../platform/platform";
import { etagOf, type Precondition, preconditionOf } from "../../platform/precondition";
import type { Db } from "../../platform/db/dialect";
import { pageRequest, streamedPageOf, tooLong } from "../../platform/db/page";
import { orderOf } from "../../platform/db/reads/order";
import { lockSharedUploadedFiles } from "../files/files.store";
import { checkFollowUps, type FollowUpRuleInput } from "./follow-up-check";
import type { FollowUpRule } from "../../messaging/follow-up-rules";
import { conflict, notFound, unprocessable } from "../../platform/problem";
import { cleanName } from "../../platform/text";
import { toTimestamp } from "../../platform/time";
import type { Channel } from "../../messaging/channel";
import { checkContent, fileIdsOf, hasSameTexts, variablesOf, type Content } from "../../messaging/content";
import { withDialNumbers } from "../../messaging/dial-numbers";
import { checkMedia } from "./media";
import * as templates from "./templates.store";

const toContract = (template: templates.Template): components["schemas"]["Template"] => ({
  id: template.id,
  name: template.name,
  channel: template.channel,
  purpose: template.purpose,
  content: template.content,
  variables: variablesOf(template.content),
  validity_seconds: template.validitySeconds,
  follow_ups: template.followUps.map(({ id, on, afterSeconds, templateId }) => ({
    id,
    on,
    after_seconds: afterSeconds,
    template_id: templateId,
  })),
  created_at: toTimestamp(template.createdAt),
  updated_at: toTimestamp(template.updatedAt),
});

/**
 * Returns the ETag of the fields that callers can change. Leaves out the ids of the follow-up rules, because
 * an update with the same rules gives them new ids.
 */
const tagOf = ({ id, name, purpose, content, followUps, validitySeconds }: templates.Template) =>
  etagOf({
    id,
    name,
    purpose,
    content,
    followUps: followUps.map(({ id: _, ...rule }) => rule),
    ...(validitySeconds === null ? {} : { validitySeconds }),
  });

const shown = (template: templates.Template) => ({
  headers: { ETag: tagOf(template) },
  body: toContract(template),
});

/** Returns whether an unfinished campaign needs the template. Runs in the transaction that deletes it. */
type TemplateNeeded = (trx: Db, accountId: string, templateId: string) => Promise<boolean>;

export function templatesApi(
  { db, reads, clock, ids }: Pick<Platform, "db" | "reads" | "clock" | "ids">,
  isNeeded: TemplateNeeded,
): TemplatesApi {
  async function templateOf(accountId: string, templateId: string): Promise<templates.Template> {
    const template = await templates.findTemplate(db, accountId, templateId);
    if (template === null) throw notFound("The template");
    return template;
  }

  return {
    async listTemplates({ query, caller: { accountId }, signal }) {
      const page = pageRequest(query);
      const reading = reads.of({ accountId, signal }, tooLong(query, "search for more of the name"));
      const order = orderOf(query.sort, "name_search");
      const found = await templates.listTemplates(db, reading, accountId, query, order, page);
      return { status: 200, body: streamedPageOf(found, page, (run) => run.map(toContract)) };
    },

    async createTemplate({ body, caller: { accountId } }) {
      const { channel, purpose = "transactional" } = body;
      const content = withDialNumbers(body.content);
      const name = cleanName(body.name);
      await templates.refuseTakenName(db, accountId, name);
      const now = clock.now();
      const common = {
        accountId,
        id: ids.next(),
        name,
        channel,
        purpose,
        content,
        createdAt: now,
        updatedAt: now,
        validitySeconds: body.validity_seconds ?? null,
      };
      const template = await db.transaction(async (trx) => {
        await refuseUnfit(trx, accountId, channel, content);
        const followUps = await followUpsOf(trx, ids, accountId, null, body.follow_ups ?? []);
        await templates.insertTemplate(trx, { ...common, followUps });
        return { ...common, followUps };
      });
      return { status: 201, ...shown(template) };
    },

    async getTemplate({ params, caller }) {
      return { status: 200, ...shown(await templateOf(caller.accountId, params.template_id)) };
    },

    async updateTemplate({ params: { template_id: id }, headers, body, caller: { accountId } }) {
      const precondition = preconditionOf(headers, "The template");
      const template = await templateOf(accountId, id);
      precondition.require(tagOf(template));
      const { purpose, follow_ups: rules, validity_seconds: validitySeconds } = body;
      const content = body.content && withDialNumbers(body.content);
      const name = body.name === undefined ? undefined : cleanName(body.name);
      if ([name, purpose, content, rules, validitySeconds].every((given) => given === undefined)) {
        return { status: 200, ...shown(template) };
      }
      if (name !== undefined) await templates.refuseTakenName(db, accountId, name, id);
      const updated = await db.transaction(async (trx) => {
        if (content !== undefined) {
          await refuseUnfit(trx, accountId, template.channel, content, template.content);
        }
        const followUps = rules && (await followUpsOf(trx, ids, accountId, id, rules));
        await requireUnchanged(trx, accountId, id, precondition);
        const changes = { name, purpose, content, followUps, validitySeconds };
        return templates.updateTemplate(trx, accountId, id, changes, clock.now());
      });
      if (updated === null) throw notFound("The template");
      return { status: 200, ...shown(updated) };
    },

    // A message has copies of its template's content and rules, so messages never prevent a deletion.
    async deleteTemplate({ params, headers, caller }) {
      const { template_id: id } = params;
      const precondition = preconditionOf(headers, "The template");
      await db.transaction(async (trx) => {
        await lockAccount(trx, caller.accountId);
        await requireUnchanged(trx, caller.accountId, id, precondition);
        if (!(await templates.deleteTemplate(trx, caller.accountId, id))) throw notFound("The template");
        if (await templates.isFollowUp(trx, caller.accountId, id)) {
          throw conflict("A follow-up rule of another template sends this template");
        }
        // Check after the deletion. A concurrent creation of a campaign has then committed, or fails because
        // the template is deleted.
        if (await isNeeded(trx, caller.accountId, id)) {
          throw conflict("A campaign that is not completed was made with this template");
        }
      });
      return { status: 204 };
    },
  };
}

/**
 * Locks the template and checks the precondition, if one is given. The lock prevents changes between the
 * check and the write.
 */
async function requireUnchanged(
  trx: Db,
  accountId: string,
  templateId: string,
  precondition: Precondition,
): Promise<void> {
  if (!precondition.isGiven) return;
  const template = await templates.lockTemplate(trx, accountId, templateId);
  if (template === null) throw notFound("The template");
  precondition.require(tagOf(template));
}

/**
 * Throws 422 for invalid content. Must come first in its transaction, because it locks the content's files
 * against deletion. Accepts invalid placeholders if the texts equal the texts of the `stored` content.
 */
async function refuseUnfit(
  trx: Db,
  accountId: string,
  channel: Channel,
  content: Content,
  stored: Content | null = null,
): Promise<void> {
  const isStored = stored !== null && hasSameTexts(content, stored);
  const problems = checkContent(channel, content, { isStored });
  if (problems.length === 0) {
    problems.push(...checkMedia(content, await lockSharedUploadedFiles(trx, accountId, fileIdsOf(content))));
  }
  if (problems.length > 0) throw unprocessable("The content cannot be used for this template", problems);
}

/**
 * Returns the rules with ids, checked against the rules of all other templates. Locks the account, so that
 * rules change one request at a time.
 */
async function followUpsOf(
  trx: Db,
  ids: IdMaker,
  accountId: string,
  templateId: string | null,
  inputs: readonly FollowUpRuleInput[],
): Promise<FollowUpRule[]> {
  if (inputs.length === 0) return [];
  await lockAccount(trx, accountId);
  const targets = inputs.map((rule) => rule.template_id);
  const known = await templates.knownTemplates(trx, accountId, targets);
  const after = await templates.followUpGraph(trx, accountId, targets);
  const before = templateId === null ? 0 : await templates.followUpsBefore(trx, accountId, templateId);
  const problems = checkFollowUps(inputs, { templateId, before, after, known });
  if (problems.length > 0) throw unprocessable("The follow-up rules cannot be used", problems);
  return inputs.map(({ on, after_seconds: afterSeconds = 0, template_id: to }) => ({
    id: ids.next(),
    on: [...on],
    afterSeconds,
    templateId: to,
  }));
}
