import type { components } from "../../generated/schema";
import { CHANNELS } from "../../src/messaging/channel";
import { PURPOSES } from "../../src/messaging/purpose";
import { MINUTE, SECOND } from "../../src/platform/time";
import { testAccount } from "../support/accounts";
import { databases } from "../support/databases";
import { importBench } from "../support/imports";
import { seededRandom } from "../support/random";
import { testService } from "../support/service";
import { times } from "../support/times";

type Schemas = components["schemas"];
type Purpose = Schemas["Purpose"];
type Channel = Schemas["Channel"];

const NUMBERS = ["+5511987651234", "+5511987651235", "+5592987651234"] as const;
const STEPS = 30;
/** Purpose whose rule requires a consent. */
const STRICT: Purpose = "marketing";

/** Consents that hold for a number. A purpose and channel without a consent is absent. */
class Ledger {
  private readonly states = new Map<string, "granted" | "revoked">();

  record(status: "granted" | "revoked", purposes: readonly Purpose[], channels: readonly Channel[]): void {
    for (const purpose of purposes)
      for (const channel of channels) this.states.set(`${purpose} ${channel}`, status);
  }

  /** Ends what the deletion of the contact or the erasure of the number ends: grants, but no opt-out. */
  forget(): void {
    for (const [of, status] of this.states) if (status === "granted") this.states.delete(of);
  }

  blockReason(purpose: Purpose, channel: Channel): Schemas["BlockReason"] | null {
    const status = this.states.get(`${purpose} ${channel}`);
    if (status === "revoked") return "suppressed";
    return purpose === STRICT && status === undefined ? "no_consent" : null;
  }
}

describe.each(databases)("opt-outs on %s", (database) => {
  const service = testService(database);

  it.each([1, 2])(
    "keeps opt-outs in force after deletions and erasures until a grant (seed %i)",
    async (seed) => {
      const account = await testAccount(service);
      const { exchange } = account;
      const bench = importBench(service, () => account);
      await account.request.put(`/v3/sending-rules/${STRICT}`).send({ require_consent: true }).expect(200);
      const random = seededRandom(seed);
      const oneOf = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
      const someOf = <T>(values: readonly T[]): T[] => {
        const some = values.filter(() => random() < 0.5);
        return some.length === 0 ? [oneOf(values)] : some;
      };
      const ledgers = new Map(NUMBERS.map((number) => [number, new Ledger()]));
      const upserted = async (phone: string) =>
        (await account.request.post("/v3/contacts").send({ phone })).body as Schemas["Contact"];

      type Step = (phone: string, ledger: Ledger) => Promise<unknown>;
      const steps: Readonly<Record<string, Step>> = {
        async SAIR(phone, ledger) {
          await exchange.reply(phone, "SAIR");
          ledger.record("revoked", PURPOSES, CHANNELS);
        },
        async VOLTAR(phone, ledger) {
          await exchange.reply(phone, "VOLTAR");
          ledger.record("granted", PURPOSES, CHANNELS);
        },
        async consent(phone, ledger) {
          const status = oneOf(["granted", "revoked"] as const);
          const [purposes, channels] = [someOf(PURPOSES), someOf(CHANNELS)];
          await exchange.posted("/v3/consents", { phone, status, purposes, channels }, 201);
          ledger.record(status, purposes, channels);
          return { status, purposes, channels };
        },
        async deletion(phone, ledger) {
          const { id } = await upserted(phone);
          await account.request.delete(`/v3/contacts/${id}`).expect(204);
          ledger.forget();
        },
        async erasure(phone, ledger) {
          const body = { phone, kind: "erasure" };
          const { id } = await exchange.posted<{ id: string }>("/v3/privacy-requests", body, 202);
          await service.drain();
          await service.drainAfter(2 * MINUTE);
          expect(await exchange.got(`/v3/privacy-requests/${id}`)).toMatchObject({ status: "completed" });
          ledger.forget();
        },
        async import(phone) {
          expect((await bench.run(`telefone\n${phone.slice(3)}\n`)).done).toMatchObject({ rejected: 0 });
        },
        async upsert(phone) {
          expect(await upserted(phone)).toMatchObject({ phone });
        },
      };

      const taken: unknown[] = [];
      for (const name of times(STEPS, () => oneOf(Object.keys(steps)))) {
        const phone = oneOf(NUMBERS);
        service.clock.advance(SECOND);
        taken.push([name, phone, await steps[name]?.(phone, ledgers.get(phone) as Ledger)]);
        for (const purpose of PURPOSES) {
          const preview = await exchange.posted<Schemas["PreviewMessagesResponse"]>(
            "/v3/messages/preview",
            {
              channel: "sms",
              purpose,
              content: { type: "text", text: "Oi" },
              recipients: NUMBERS.map((to) => ({ to })),
            },
            200,
          );
          expect({ taken, purpose, reasons: preview.data.map(({ block_reason }) => block_reason) }).toEqual({
            taken,
            purpose,
            reasons: [...ledgers.values()].map((ledger) => ledger.blockReason(purpose, "sms")),
          });
        }
      }
    },
  );
});
