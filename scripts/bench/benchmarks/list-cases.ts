import { foldForSearch } from "../../../src/platform/search-text";
import { DAY, toTimestamp } from "../../../src/platform/time";
import { firstIdAt, lastIdAt } from "../../../src/platform/ids";
import type { DatabaseKind } from "../databases";
import { numberOf } from "../seed";
import { COMMON_NAME, fullName, type MessageStore } from "../seed-history";
import { quoted } from "../sql";

export interface Store {
  kind: DatabaseKind;
  accountId: string;
  contacts: number;
  listId: string;
  messages: number;
  messageStore: MessageStore;
}

/** List query with many variants. Each turn uses another variant, so that no cache repeats a response. */
export interface Case {
  name: string;
  path: (turn: number) => string;
  /** Bare SQL query of the page. */
  floor: (turn: number) => string;
  /** Maximum p95 of the response time, in milliseconds. */
  p95: number;
  total?: number;
}

const PAGE = 10;
const SEARCH = 100;
/** Maximum p95 at a deep offset, where the query reads all rows before the offset. */
const DEEP = 100;
const LIMIT = 25;

/** Returns an index far from the previous turn's index. The service and the baseline use equal indexes. */
const spread = (turn: number, count: number) => (turn * 7_919) % count;

export function contactCases({ kind, accountId, contacts, listId }: Store): Case[] {
  const mine = `account_id = '${accountId}'`;
  const member = `m.account_id = '${accountId}' and m.list_id = '${listId}'`;
  const newest = (where: string, offset = 0) =>
    `select * from contacts where ${mine} and deleted_at is null ${where} order by id desc limit ${LIMIT} offset ${offset}`;
  const holding = (text: string) => {
    const foldedText = foldForSearch(text);
    return kind === "sqlite"
      ? `select c.* from contacts_search f cross join contacts c on c.row_id = f.rowid
           where f.contacts_search match ${quoted(`"${foldedText}"`)} and c.${mine} order by f.rowid desc limit ${LIMIT}`
      : newest(`and search like ${quoted(`%${foldedText}%`)}`);
  };
  const members = (offset: number) =>
    `select c.* from (select contact_id from list_members m where ${member} order by contact_id desc
       limit ${LIMIT} offset ${offset}) as p join contacts c on c.${mine} and c.id = p.contact_id order by c.id desc`;
  const search = (path: string, text: (turn: number) => string) => ({
    path: (turn: number) => `${path}?search=${encodeURIComponent(text(turn))}`,
    floor: (turn: number) => holding(text(turn)),
    p95: SEARCH,
  });
  const name = (turn: number) => fullName(spread(turn, contacts));
  const digits = (turn: number) => numberOf(11, spread(turn, contacts)).slice(-6);
  const common = () => COMMON_NAME;
  const deep = Math.floor(contacts * 0.8);
  const inList = `/contact-lists/${listId}/contacts`;
  return [
    { name: "contacts", path: () => "/contacts", floor: () => newest(""), p95: PAGE, total: contacts },
    {
      name: "contacts, phone",
      path: (turn) => `/contacts?phone=${encodeURIComponent(numberOf(11, spread(turn, contacts)))}`,
      floor: (turn) =>
        `select * from contacts where ${mine} and phone = '${numberOf(11, spread(turn, contacts))}'`,
      p95: PAGE,
      total: 1,
    },
    {
      name: "contacts, by name, deep offset",
      path: () => `/contacts?sort=name&offset=${deep}`,
      floor: () =>
        `select * from contacts where ${mine} and deleted_at is null
           order by search${kind === "sqlite" ? "" : ' collate "C"'}, id limit ${LIMIT} offset ${deep}`,
      p95: DEEP,
      total: contacts,
    },
    { name: "contacts, search full name", ...search("/contacts", name), total: 1 },
    { name: "contacts, search 6 digits", ...search("/contacts", digits) },
    { name: "contacts, search common name", ...search("/contacts", common), total: Math.ceil(contacts / 20) },
    {
      name: "contacts, deep offset",
      path: () => `/contacts?offset=${deep}`,
      floor: () => newest("", deep),
      p95: DEEP,
      total: contacts,
    },
    {
      name: "contact lists",
      path: () => "/contact-lists",
      floor: () =>
        `select * from contact_lists where ${mine} and deleted_at is null order by id desc limit ${LIMIT}`,
      p95: PAGE,
    },
    {
      name: "contact list",
      path: () => `/contact-lists/${listId}`,
      floor: () => `select * from contact_lists where ${mine} and id = '${listId}'`,
      p95: PAGE,
    },
    { name: "members", path: () => inList, floor: () => members(0), p95: PAGE, total: contacts },
    { name: "members, search full name", ...search(inList, name), total: 1 },
    { name: "members, search 6 digits", ...search(inList, digits) },
    { name: "members, search common name", ...search(inList, common), total: Math.ceil(contacts / 20) },
    {
      name: "members, deep offset",
      path: () => `${inList}?offset=${deep}`,
      floor: () => members(deep),
      p95: DEEP,
      total: contacts,
    },
  ];
}

export function messageCases({ accountId, messages, messageStore }: Store): Case[] {
  const { senderIds, templateIds, campaignIds, day } = messageStore;
  const newest = (where = "", offset = 0) =>
    `select * from messages where account_id = '${accountId}' ${where} order by id desc limit ${LIMIT} offset ${offset}`;
  const pick = (ids: readonly string[], turn: number) => ids[turn % ids.length] ?? "";
  const filter = (name: string, value: (turn: number) => string, column = name) => ({
    name: `messages, ${name.replace("_id", "")}`,
    path: (turn: number) => `/messages?${name}=${value(turn)}`,
    floor: (turn: number) => newest(`and ${column} = '${value(turn)}'`),
    p95: PAGE,
  });
  const deep = Math.floor(messages * 0.8);
  // Half of the messages belong to campaigns, and more than eight in ten of them are delivered.
  const deepInCampaign = Math.floor((messages / 2 / campaignIds.length) * 0.8);
  const ofDay = (senderId: string) => ({
    path: () => `/messages?sender_id=${senderId}&from=${toTimestamp(day)}&to=${toTimestamp(day + DAY - 1)}`,
    floor: () =>
      newest(
        `and sender_id = '${senderId}' and id between '${firstIdAt(day)}' and '${lastIdAt(day + DAY - 1)}'`,
      ),
    p95: SEARCH,
  });
  return [
    { name: "messages", path: () => "/messages", floor: () => newest(), p95: PAGE, total: messages },
    filter("status", (turn) => pick(["delivered", "sent", "failed", "pending"], turn)),
    filter("channel", (turn) => pick(["sms", "rcs", "voice"], turn)),
    filter("template_id", (turn) => pick(templateIds, turn)),
    filter("campaign_id", (turn) => pick(campaignIds, turn)),
    {
      name: "messages, status of a campaign, deep offset",
      path: (turn) =>
        `/messages?campaign_id=${pick(campaignIds, turn)}&status=delivered&offset=${deepInCampaign}`,
      floor: (turn) =>
        newest(`and campaign_id = '${pick(campaignIds, turn)}' and status = 'delivered'`, deepInCampaign),
      p95: DEEP,
    },
    // No index contains the sender, so these queries examine all messages of the day, as a search does.
    { ...ofDay(senderIds.common), name: "messages, common sender of a day" },
    { ...ofDay(senderIds.rare), name: "messages, rare sender of a day" },
    {
      name: "messages, sender of a campaign",
      path: (turn) => `/messages?sender_id=${senderIds.rare}&campaign_id=${pick(campaignIds, turn)}`,
      floor: (turn) =>
        newest(`and sender_id = '${senderIds.rare}' and campaign_id = '${pick(campaignIds, turn)}'`),
      p95: SEARCH,
    },
    {
      name: "messages, recipient",
      path: (turn) => `/messages?recipient=${encodeURIComponent(numberOf(11, spread(turn, messages)))}`,
      floor: (turn) => newest(`and recipient = '${numberOf(11, spread(turn, messages))}'`),
      p95: PAGE,
      total: 1,
    },
    {
      name: "messages, a day",
      path: () => `/messages?from=${toTimestamp(day)}&to=${toTimestamp(day + DAY - 1)}`,
      floor: () => newest(`and id between '${firstIdAt(day)}' and '${lastIdAt(day + DAY - 1)}'`),
      p95: PAGE,
    },
    {
      name: "messages, deep offset",
      path: () => `/messages?offset=${deep}`,
      floor: () => newest("", deep),
      p95: DEEP,
      total: messages,
    },
  ];
}
