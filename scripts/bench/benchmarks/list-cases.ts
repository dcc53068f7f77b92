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

/**
 * Returns the index of a contact or message, far from that of the previous turn. The service and the baseline
 * use equal indexes.
 */
const spread = (turn: number, count: number) => (turn * 7_919) % count;

export function contactCases({ kind, accountId, contacts, listId }: Store): Case[] {
  const mine = `account_id = '${accountId}'`;
  const member = `m.account_id = '${accountId}' and m.list_id = '${listId}'`;
  const newest = (where: string) =>
    `select * from contacts where ${mine} and deleted_at is null ${where} order by id desc limit ${LIMIT}`;
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
  const deep = Math.floor(contacts * 0.8);
  const inList = `/contact-lists/${listId}/contacts`;
  const one = (name: string, p95: number, path: string, floor: string, total?: number): Case => ({
    name,
    p95,
    total,
    path: () => path,
    floor: () => floor,
  });
  const search = (name: string, path: string, text: (turn: number) => string, total?: number): Case => ({
    name,
    p95: SEARCH,
    total,
    floor: (turn) => holding(text(turn)),
    path: (turn) => `${path}?${new URLSearchParams({ search: text(turn) })}`,
  });
  const phone = (turn: number) => numberOf(11, spread(turn, contacts));
  const searches = (name: string, path: string): Case[] => [
    search(`${name}, search full name`, path, (turn) => fullName(spread(turn, contacts)), 1),
    search(`${name}, search 6 digits`, path, (turn) => phone(turn).slice(-6)),
    search(`${name}, search common name`, path, () => COMMON_NAME, Math.ceil(contacts / 20)),
  ];
  const byName = `select * from contacts where ${mine} and deleted_at is null
    order by search${kind === "sqlite" ? "" : ' collate "C"'}, id limit ${LIMIT} offset ${deep}`;
  const lists = `select * from contact_lists where ${mine}`;
  return [
    one("contacts", PAGE, "/contacts", newest(""), contacts),
    {
      name: "contacts, phone",
      p95: PAGE,
      total: 1,
      path: (turn) => `/contacts?${new URLSearchParams({ phone: phone(turn) })}`,
      floor: (turn) => `select * from contacts where ${mine} and phone = '${phone(turn)}'`,
    },
    one("contacts, by name, deep offset", DEEP, `/contacts?sort=name&offset=${deep}`, byName, contacts),
    ...searches("contacts", "/contacts"),
    one("contacts, deep offset", DEEP, `/contacts?offset=${deep}`, `${newest("")} offset ${deep}`, contacts),
    one(
      "contact lists",
      PAGE,
      "/contact-lists",
      `${lists} and deleted_at is null order by id desc limit ${LIMIT}`,
    ),
    one("contact list", PAGE, `/contact-lists/${listId}`, `${lists} and id = '${listId}'`),
    one("members", PAGE, inList, members(0), contacts),
    ...searches("members", inList),
    one("members, deep offset", DEEP, `${inList}?offset=${deep}`, members(deep), contacts),
  ];
}

interface MessagePage {
  /** Values that the service and the bare query compare for equality. */
  equal?: (turn: number) => Readonly<Record<string, string>>;
  /** Whether the query is limited to the messages of one day. */
  ofDay?: boolean;
  offset?: number;
  total?: number;
}

export function messageCases({ accountId, messages, messageStore }: Store): Case[] {
  const { senderIds, templateIds, campaignIds, day } = messageStore;
  const last = day + DAY - 1;
  const inDay = `and id between '${firstIdAt(day)}' and '${lastIdAt(last)}'`;
  const page = (
    name: string,
    p95: number,
    { equal = () => ({}), ofDay = false, offset = 0, total }: MessagePage = {},
  ): Case => ({
    name: `messages${name}`,
    p95,
    total,
    path: (turn) => {
      const query = new URLSearchParams(equal(turn));
      if (ofDay) query.set("from", toTimestamp(day));
      if (ofDay) query.set("to", toTimestamp(last));
      if (offset > 0) query.set("offset", String(offset));
      return `/messages?${query}`;
    },
    floor: (turn) => {
      const conditions = Object.entries(equal(turn)).map(([column, value]) => `and ${column} = '${value}'`);
      const where = [...conditions, ofDay ? inDay : ""].join(" ");
      return `select * from messages where account_id = '${accountId}' ${where} order by id desc limit ${LIMIT} offset ${offset}`;
    },
  });
  const pick = (values: readonly string[], turn: number) => values[turn % values.length] ?? "";
  const ofCampaign = (turn: number) => ({ campaign_id: pick(campaignIds, turn) });
  const statuses = ["delivered", "sent", "failed", "pending"];
  // Half of the messages belong to campaigns, and more than eight in ten of them are delivered.
  const deepInCampaign = Math.floor((messages / 2 / campaignIds.length) * 0.8);
  const [common, rare] = [senderIds.common, senderIds.rare].map((sender_id) => () => ({ sender_id }));
  return [
    page("", PAGE, { total: messages }),
    page(", status", PAGE, { equal: (turn) => ({ status: pick(statuses, turn) }) }),
    page(", channel", PAGE, { equal: (turn) => ({ channel: pick(["sms", "rcs", "voice"], turn) }) }),
    page(", template", PAGE, { equal: (turn) => ({ template_id: pick(templateIds, turn) }) }),
    page(", campaign", PAGE, { equal: ofCampaign }),
    page(", status of a campaign, deep offset", DEEP, {
      equal: (turn) => ({ ...ofCampaign(turn), status: "delivered" }),
      offset: deepInCampaign,
    }),
    // No index contains the sender, so these queries examine all messages of the day, as a search does.
    page(", common sender of a day", SEARCH, { equal: common, ofDay: true }),
    page(", rare sender of a day", SEARCH, { equal: rare, ofDay: true }),
    page(", sender of a campaign", SEARCH, {
      equal: (turn) => ({ sender_id: senderIds.rare, ...ofCampaign(turn) }),
    }),
    page(", recipient", PAGE, {
      equal: (turn) => ({ recipient: numberOf(11, spread(turn, messages)) }),
      total: 1,
    }),
    page(", a day", PAGE, { ofDay: true }),
    page(", deep offset", DEEP, { offset: Math.floor(messages * 0.8), total: messages }),
  ];
}
