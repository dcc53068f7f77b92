import type { Campaign, Contact, PreviewResult, Recado } from "../../../../client";

/** How many people are looked at before a launch: as many as one preview takes. */
export const MAX_CHECKED = 1_000;
/** In how many parts people of a longer list are taken: the newest contacts alone would tell little of the oldest. */
const PARTS = 10;

/** Pages of a list whose people are looked at: all of them, or parts that isHorizontal evenly from its beginning to its end. */
export function pagesToCheck(people: number): { limit: number; offset: number }[] {
  if (people <= MAX_CHECKED) return [{ limit: MAX_CHECKED, offset: 0 }];
  const limit = MAX_CHECKED / PARTS;
  return Array.from({ length: PARTS }, (_, part) => ({
    limit,
    offset: Math.floor((part * (people - limit)) / (PARTS - 1)),
  }));
}

export interface Fault {
  /** In the contract's word. */
  code: string;
  count: number;
  /** The first of them. */
  example: { to: string; message: string };
}

/** What a launch would do. Where not everybody was looked at, counts and price are scaled up from those who were. */
export interface Check {
  people: number;
  checked: number;
  willReceive: number;
  suppressed: number;
  faults: Fault[];
  /** Millionths of a real. */
  price: number;
  /** Of the longest message; null on channels without segments. */
  mostSegments: number | null;
  /** What the first person who gets one gets. */
  sample: PreviewResult | null;
}

type Looked = Pick<PreviewResult, "to" | "status" | "error" | "segments" | "price">;

export function summed(people: number, results: readonly PreviewResult[]): Check {
  const scaled = (count: number) =>
    results.length === 0 || results.length >= people ? count : Math.round((count / results.length) * people);
  const count = (status: string) => results.filter((result) => result.status === status).length;
  const segments = results.map((result) => result.segments ?? 0);
  return {
    people,
    checked: results.length,
    willReceive: scaled(count("pending")),
    suppressed: scaled(count("blocked")),
    faults: faultsOf(results).map((fault) => ({ ...fault, count: scaled(fault.count) })),
    price: scaled(results.reduce((sum, { price }) => sum + price, 0)),
    mostSegments: Math.max(0, ...segments) || null,
    sample: results.find(({ status }) => status === "pending") ?? null,
  };
}

/** The most frequent first. */
function faultsOf(results: readonly Looked[]): Fault[] {
  const faults = new Map<string, Fault>();
  for (const { to, error } of results) {
    if (error === null) continue;
    const known = faults.get(error.code);
    if (known) known.count += 1;
    else faults.set(error.code, { code: error.code, count: 1, example: { to, message: error.message } });
  }
  return [...faults.values()].sort((a, b) => b.count - a.count);
}

type Sent = Pick<Campaign, "list_id" | "template_id" | "sender_id">;

/** Looks at who is on the list, or at people from all of a long one, and at what each would get. */
export async function checked(
  recado: Pick<Recado, "contactLists" | "messages">,
  { list_id, template_id, sender_id }: Sent,
  signal: AbortSignal,
): Promise<Check> {
  const { contact_count: people } = await recado.contactLists.get({ list_id }, { signal });
  const contacts: Contact[] = [];
  for (const page of pagesToCheck(people)) {
    contacts.push(...(await recado.contactLists.listMembers({ list_id, ...page }, { signal })).data);
  }
  const from = sender_id === null ? {} : { sender_id };
  const recipients = contacts.map(({ phone }) => ({ to: phone }));
  const results: PreviewResult[] =
    recipients.length === 0
      ? []
      : (await recado.messages.preview({ template_id, ...from, recipients }, { signal })).data;
  return summed(people, results);
}

/** Whether a launch would send nothing to anybody, as far as was looked. */
export const hasNoRecipients = (check: Check | null): boolean => check !== null && check.willReceive === 0;
