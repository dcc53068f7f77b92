import { setTimeout as pause } from "node:timers/promises";
import type { components } from "../../../generated/schema";
import { SECOND } from "../../../src/platform/time";
import { databases } from "../../support/databases";
import { arrivalsById, contradicted, doubled, tally } from "../../support/arrival-checks";
import { numbersFrom, RuleRun, SEED } from "../../support/rule-run";
import { seededRandom } from "../../support/random";
import { until } from "../../support/until";
import { fault } from "./fault-figures";

type Purpose = components["schemas"]["Purpose"];
type Consent = components["schemas"]["Consent"];
type List = components["schemas"]["ContactList"];
type Preview = components["schemas"]["PreviewMessagesResponse"];

const NUMBERS = numbersFrom(0, 24);
const PURPOSES: readonly Purpose[] = ["otp", "transactional", "marketing"];
const SENT: readonly Purpose[] = ["transactional", "marketing"];
/** Longest time between changes of a number's consent, in milliseconds. */
const LONGEST = 14 * SECOND;
/**
 * Age of a check that a process does not repeat while a message waits for its turn at the carrier, and the
 * duration of a submission on a busy machine, in milliseconds.
 */
const CHECKED_WITHIN = 5 * SECOND + SECOND;

/** A time in which a number has revoked a purpose: from the response until the grant is requested. */
interface Revoked {
  to: string;
  purposes: readonly Purpose[];
  from: number;
  until: number;
}

interface Send {
  from: number;
  until: number;
}

describe("a revocation", () => {
  const runs: RuleRun[] = [];

  afterAll(async () => {
    await Promise.all(runs.map((run) => run.close()));
  });

  fault("rules").each(databases)(
    "stops the messages of its purposes on %s while the processes are killed, and ledger, state and list agree",
    async (kind) => {
      const processes = kind === "SQLite" ? [{}] : [{}, {}];
      const run = await RuleRun.start(kind, {
        processes,
        responseMs: 100,
        connection: ["window=4", "batch=5"],
      });
      runs.push(run);
      const random = seededRandom(SEED);
      const { provisioned_list_id: listId } = await run.request<components["schemas"]["Account"]>(
        "GET",
        "/account",
      );
      const list = await run.request<List>("GET", `/contact-lists/${listId}`);
      const revoked: Revoked[] = [];
      const sends: Send[] = [];
      let isOver = false;

      /** Changes the consent of a number until the end, by records and by the provisioned list. */
      const person = async (to: string) => {
        const { id } = await run.request<{ id: string }>("POST", "/contacts", { phone: to });
        const record = (status: string, purposes: readonly Purpose[]) =>
          run.request("POST", "/consents", { phone: to, status, purposes });
        const member = `/contact-lists/${listId}/contacts/${id}`;
        while (!isOver) {
          const isWhole = random() < 0.7;
          const purposes = isWhole ? PURPOSES : (["marketing"] as const);
          if (isWhole && random() < 0.5) await run.request("PUT", member);
          else await record("revoked", purposes);
          const from = Date.now();
          // Records of one second apply in the order of their ids, and each process generates ids
          // independently.
          await pause(SECOND + random() * LONGEST);
          revoked.push({ to, purposes, from, until: isOver ? Infinity : Date.now() });
          if (isOver) return;
          // A repeated removal finds no member.
          if (isWhole && random() < 0.5) await run.ask("DELETE", member);
          else await record("granted", purposes);
          await pause(SECOND + random() * (LONGEST / 4));
        }
      };
      /** Sends messages at once and later. Their text names their purpose and their send. */
      const sender = async () => {
        while (!isOver) {
          const index = sends.push({ from: Date.now(), until: Infinity }) - 1;
          const purpose = SENT[index % SENT.length];
          const isLater = random() < 0.5;
          const dueAt = new Date(Date.now() + 2 * SECOND + random() * 5 * SECOND).toISOString();
          const { status } = await run.ask("POST", "/messages", {
            channel: "sms",
            content: { type: "text", text: `${purpose} ${index}` },
            purpose,
            ...(isLater && { send_at: dueAt }),
            recipients: NUMBERS.map((to) => ({ to })),
          });
          // The time may have passed while no process responded.
          if (status !== 202) expect([status, isLater]).toEqual([422, true]);
          (sends[index] as Send).until = Date.now();
          await pause(random() * SECOND);
        }
      };
      const working = Promise.all([...NUMBERS.map(person), sender(), sender()]);
      const killing = run.killRepeatedly(async () => {
        await pause(random() * 3 * SECOND);
        await run.killNext();
      });
      await Promise.race([killing, working]);
      isOver = true;
      await Promise.all([killing, working]);
      run.peer.takes(10);
      await until("no message is pending", 60, async () => (await run.count("status=pending")) === 0);

      const messages = await run.messages();
      process.stdout.write(
        `revocations on ${kind}, seed ${SEED}: ${run.kills.length} kills, ${revoked.length} revocations, ` +
          `${JSON.stringify(tally(messages.map(({ status, block_reason }) => block_reason ?? status)))}\n`,
      );
      const arrived = [...arrivalsById(run.peer.arrivals).values()].flat().map((arrival) => {
        const [purpose, index] = arrival.text.split(" ");
        return { ...arrival, purpose: purpose as Purpose, send: sends[Number(index)] as Send };
      });
      const isWrong = ({ to, purpose, at, send }: (typeof arrived)[number]) =>
        revoked.some(
          (one) =>
            one.to === to &&
            one.purposes.includes(purpose) &&
            ((one.from <= send.from && send.until <= one.until) ||
              (one.from + CHECKED_WITHIN < at && at < one.until)),
        );
      expect(arrived.filter(isWrong)).toEqual([]);
      expect(contradicted(messages, run)).toEqual([]);
      expect(doubled(run)).toEqual([]);
      expect(tally(messages.map(({ status }) => status)).blocked).toBeGreaterThan(20);

      // The newest record of each number, channel and purpose decides about messages and about the list.
      const states = await statesOf(run);
      const isRevoked = (to: string, channel: string, purpose: string) =>
        states.get(`${to} ${channel} ${purpose}`)?.status === "revoked";
      for (const purpose of PURPOSES) {
        const preview = await run.request<Preview>("POST", "/messages/preview", {
          channel: "sms",
          content: { type: "text", text: "Oi" },
          purpose,
          recipients: NUMBERS.map((to) => ({ to })),
        });
        const blocked = preview.data.filter(({ block_reason }) => block_reason === "suppressed");
        const expected = NUMBERS.filter((to) => isRevoked(to, "sms", purpose));
        expect([purpose, blocked.map(({ to }) => to)]).toEqual([purpose, expected]);
      }
      const members = await run.request<{ data: { phone: string }[] }>(
        "GET",
        `/contact-lists/${listId}/contacts?limit=1000`,
      );
      const covered = NUMBERS.filter((to) =>
        list.channels.every((channel) => list.purposes.every((purpose) => isRevoked(to, channel, purpose))),
      );
      expect(members.data.map(({ phone }) => phone).sort()).toEqual(covered);
      expect(covered.length).toBeGreaterThan(0);
    },
    600_000,
  );
});

/** Returns the newest record of each number, channel and purpose. */
async function statesOf(run: RuleRun): Promise<Map<string, Consent>> {
  const states = new Map<string, Consent>();
  const rank = ({ occurred_at, id }: Consent) => `${occurred_at} ${id}`;
  for (let offset = 0, total = 1; offset < total; offset += 1_000) {
    const page = await run.request<components["schemas"]["ConsentPage"]>(
      "GET",
      `/consents?limit=1000&offset=${offset}`,
    );
    total = page.pagination.total;
    for (const consent of page.data) {
      for (const channel of consent.channels) {
        for (const purpose of consent.purposes) {
          const key = `${consent.phone} ${channel} ${purpose}`;
          const known = states.get(key);
          if (!known || rank(known) < rank(consent)) states.set(key, consent);
        }
      }
    }
  }
  return states;
}
