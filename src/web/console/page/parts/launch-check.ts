import type { Campaign, Contact, PreviewResult, Recado } from "../../../../client";
import type { Texts } from "../texts/en";
import type { Localization } from "./reasons";

/** Maximum number of contacts to check, which is the contract's maximum for one preview request. */
const MAX_CHECKED = 1_000;
/** Number of sections sampled from a list over `MAX_CHECKED`. Sections cover both old and new contacts. */
const PARTS = 5;

const SECTION = MAX_CHECKED / PARTS;
const FIRST_PAGE = { limit: SECTION, offset: 0 };

/**
 * Returns the pages of a list to check after the first page. A list of more than `MAX_CHECKED` contacts has
 * evenly spaced sections, a shorter list its remaining contacts.
 */
export function pagesAfterFirst(people: number): { limit: number; offset: number }[] {
  if (people <= SECTION) return [];
  if (people <= MAX_CHECKED) return [{ limit: MAX_CHECKED - SECTION, offset: SECTION }];
  return Array.from({ length: PARTS - 1 }, (_, part) => ({
    limit: SECTION,
    offset: Math.floor(((part + 1) * (people - SECTION)) / (PARTS - 1)),
  }));
}

export interface Fault {
  /** Error code of the contract. */
  code: string;
  count: number;
  /** Number and message of the first contact with this error. */
  example: { to: string; message: string };
}

/** Result of a check before a launch. A sample's message counts and price are scaled to the whole list. */
export interface Check {
  people: number;
  checked: number;
  willReceive: number;
  blocked: number;
  /**
   * Number of messages that a sending rule would hold after the launch. `waitingFrom` and `waitingTo` are
   * their earliest and latest time.
   */
  waiting: number;
  waitingFrom: string | null;
  waitingTo: string | null;
  /** Reasons of the blocked messages, each once. */
  blockReasons: string[];
  faults: Fault[];
  /** Price of all messages in millionths of a real. */
  price: number;
  /** Number of segments of the longest message; null on channels without segments. */
  maxSegments: number | null;
  /** Preview of the first message that would be sent; null if no checked contact would get one. */
  sample: PreviewResult | null;
  /** Name of the sample's recipient; null if unknown. */
  sampleName: string | null;
}

export const isSampled = ({ checked, people }: Check): boolean => checked < people;

/** Returns a function that marks a text as an estimate if only a sample of the list was checked. */
export const aboutIn =
  (check: Check, t: Texts) =>
  (value: string): string =>
    isSampled(check) ? t.campaigns.check.about(value) : value;

type Checked = Pick<PreviewResult, "to" | "status" | "error" | "segments" | "price">;

/**
 * Sums up the previews of a list with `people` contacts. `contacts` has the order of `results`. Messages with
 * a time after `launchAt`, in milliseconds, count as waiting.
 */
export function summed(
  people: number,
  results: readonly PreviewResult[],
  contacts: readonly Pick<Contact, "name">[] = [],
  launchAt = 0,
): Check {
  const scaled = (count: number) =>
    results.length === 0 || results.length >= people ? count : Math.round((count / results.length) * people);
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const sample = results.findIndex(({ status }) => status === "pending");
  const times = results
    .flatMap(({ status, not_before: at }) => (status === "pending" ? (at ?? []) : []))
    .filter((at) => Date.parse(at) > launchAt)
    .sort();
  const segments = results.map((result) => result.segments ?? 0);
  return {
    people,
    checked: results.length,
    willReceive: scaled(count("pending")),
    blocked: scaled(count("blocked")),
    waiting: scaled(times.length),
    waitingFrom: times[0] ?? null,
    waitingTo: times.at(-1) ?? null,
    blockReasons: [...new Set(results.flatMap(({ block_reason: reason }) => reason ?? []))],
    faults: faultsOf(results).map((fault) => ({ ...fault, count: scaled(fault.count) })),
    price: scaled(results.reduce((sum, { price }) => sum + price, 0)),
    maxSegments: Math.max(0, ...segments) || null,
    sample: results[sample] ?? null,
    sampleName: contacts[sample]?.name || null,
  };
}

function faultsOf(results: readonly Checked[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const { to, error } of results) {
    if (error === null) continue;
    const known = faults.get(error.code);
    if (known) known.count += 1;
    else faults.set(error.code, { code: error.code, count: 1, example: { to, message: error.message } });
  }
  return [...faults.values()].sort((a, b) => b.count - a.count);
}

type Sent = Pick<Campaign, "list_id" | "template_id" | "sender_id" | "status" | "scheduled_at">;

type Source = Pick<Recado, "contactLists" | "messages">;

/** Maximum time between now and a preview's `send_at`, in milliseconds, from the contract. */
const MAX_AHEAD = 90 * 24 * 60 * 60 * 1_000;

/** Returns the launch time of a scheduled campaign; null for other campaigns. */
export const plannedLaunch = ({ status, scheduled_at: at }: Pick<Sent, "status" | "scheduled_at">) =>
  status === "scheduled" ? at : null;

/**
 * Previews the campaign's messages for all contacts of the list, or for a sample of a long list. A scheduled
 * campaign's messages are previewed for the time of its launch.
 */
export async function checkLaunch(recado: Source, campaign: Sent, now: number): Promise<Check> {
  const { list_id } = campaign;
  const read = (page: typeof FIRST_PAGE) => recado.contactLists.listMembers({ list_id, ...page });
  // The first page reports the number of contacts, so the check needs no request for the list.
  const first = await read(FIRST_PAGE);
  const people = first.pagination.total;
  const others = await Promise.all(pagesAfterFirst(people).map(read));
  const contacts = [first, ...others].flatMap(({ data }) => data);
  const results = await previewsFor(recado, campaign, contacts, now);
  const at = plannedLaunch(campaign);
  return summed(people, results, contacts, at === null ? 0 : Date.parse(at));
}

async function previewsFor(
  recado: Source,
  campaign: Sent,
  contacts: readonly Contact[],
  now: number,
): Promise<PreviewResult[]> {
  if (contacts.length === 0) return [];
  const { template_id, sender_id } = campaign;
  const from = sender_id === null ? {} : { sender_id };
  const at = plannedLaunch(campaign);
  const ahead = at === null ? 0 : Date.parse(at) - now;
  const time = at !== null && ahead > 0 && ahead <= MAX_AHEAD ? { send_at: at } : {};
  const recipients = contacts.map(({ phone }) => ({ to: phone }));
  return (await recado.messages.preview({ template_id, ...from, ...time, recipients })).data;
}

export const hasNoRecipients = (check: Check | null): boolean => check !== null && check.willReceive === 0;

/**
 * Returns whether a launch would reach no recipient at any time. False if a sending window or a frequency cap
 * blocks a message, because these depend on the time.
 */
export const hasNoRecipientsAtAnyTime = (check: Check | null): boolean =>
  check !== null &&
  hasNoRecipients(check) &&
  !check.blockReasons.some((reason) => reason === "outside_window" || reason === "frequency");

/**
 * Returns a warning that a launch would reach no recipient, with the reason. `at` is the formatted time of a
 * planned launch; null for an immediate launch.
 */
export function noRecipientsText(check: Check, at: string | null, { t, format }: Localization): string {
  const words = t.campaigns.check;
  const warning = (): string => {
    if (!isSampled(check)) return at === null ? words.noRecipients : words.noRecipientsAt(at);
    const checked = format.number(check.checked);
    return at === null ? words.noRecipientsInSample(checked) : words.noRecipientsInSampleAt(at, checked);
  };
  const about = aboutIn(check, t);
  const faulty = check.faults.reduce((sum, { count }) => sum + count, 0);
  const why = words.noRecipientsWhy(
    format.number(check.people),
    about(format.number(check.blocked)),
    about(format.number(faulty)),
  );
  return `${warning()} ${check.people === 0 ? words.empty : why}`;
}

/** Number of contacts that `checkWithoutRecipients` checks first. */
const FIRST_CHECKED = 10;

/**
 * Returns the check of a launch that would reach no contact, otherwise null. Skips the full check if one of
 * the first `FIRST_CHECKED` contacts would get a message.
 */
export async function checkWithoutRecipients(
  recado: Source,
  campaign: Sent,
  now: number,
): Promise<Check | null> {
  const page = { list_id: campaign.list_id, limit: FIRST_CHECKED, offset: 0 };
  const { data } = await recado.contactLists.listMembers(page);
  const results = await previewsFor(recado, campaign, data, now);
  if (results.some(({ status }) => status === "pending")) return null;
  const check = await checkLaunch(recado, campaign, now);
  return hasNoRecipients(check) ? check : null;
}
