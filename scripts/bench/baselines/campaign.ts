// Baseline of `campaign`: one statement that inserts the same messages from the same tables.
import { smsSegments } from "../../../src/messaging/segments";
import { searchOfContent } from "../../../src/features/messages/rendered-message";
import { parseText } from "../../../src/messaging/variables";
import { idMaker } from "../../../src/platform/ids";
import { systemClock } from "../../../src/platform/time";
import type { DatabaseAddress, DatabaseKind } from "../databases";
import { perform } from "../processes";
import { openBare, quoted } from "../sql";
import { secondsOf } from "../stats";

interface CampaignBaseline {
  address: DatabaseAddress;
  accountId: string;
  listId: string;
  blacklistId: string;
  templateId: string;
  /** Text of the template. Its placeholders name attributes of contacts. */
  text: string;
}

export const campaignTasks = {
  /** Inserts a message for each member of the list. Returns the duration in seconds. */
  async insert(given: CampaignBaseline): Promise<number> {
    const sql = statement(given.address.kind, given);
    const connection = await openBare(given.address);
    const seconds = await secondsOf(() => connection.run(sql));
    await connection.close();
    return seconds;
  },
};

/** Returns an SQL expression for the text, with the contact's attributes instead of the placeholders. */
function concatenated(kind: DatabaseKind, text: string, wrap: (value: string) => string): string {
  const { literals, names } = parseText(text);
  const attributes = kind === "postgres" ? "c.attributes::json" : "c.attributes";
  const parts = literals.flatMap((literal, index) => {
    const name = names[index];
    return name === undefined ? [quoted(literal)] : [quoted(literal), wrap(`(${attributes} ->> '${name}')`)];
  });
  return parts.join(" || ");
}

/** Returns the statement that inserts the messages. A message reuses its contact's id and needs no new id. */
function statement(
  kind: DatabaseKind,
  { accountId, listId, blacklistId, templateId, text }: CampaignBaseline,
): string {
  const ids = idMaker(systemClock);
  const now = systemClock.now();
  const uuid = (id: string) => (kind === "postgres" ? `'${id}'::uuid` : `'${id}'`);
  const content = concatenated(kind, JSON.stringify({ type: "text", text }), (value) => value);
  const search = concatenated(kind, searchOfContent({ type: "text", text }), (value) => `lower(${value})`);
  const ofStatus = (pending: string, blocked: string) =>
    `case when b.contact_id is null then ${pending} else ${blocked} end`;
  return `
    insert into messages (account_id, id, batch_id, channel, status, recipient, sender, contact_id, template_id,
      campaign_id, content, segments, price, history, search, created_at, updated_at)
    select m.account_id, m.contact_id, ${ofStatus(uuid(ids.next()), "null")}, 'sms',
      ${ofStatus("'pending'", "'blocked'")}, c.phone, '27000', m.contact_id, ${uuid(templateId)}, ${uuid(ids.next())},
      ${content}, ${smsSegments(text).segments}, 0,
      ${ofStatus(`'[["pending",${now}]]'`, `'[["blocked",${now}]]'`)}, c.phone || ${search}, ${now}, ${now}
    from list_members m
      join contacts c on c.account_id = m.account_id and c.id = m.contact_id
      left join list_members b
        on b.account_id = m.account_id and b.list_id = ${uuid(blacklistId)} and b.contact_id = m.contact_id
    where m.account_id = ${uuid(accountId)} and m.list_id = ${uuid(listId)}
    order by m.contact_id`;
}

perform(campaignTasks);
