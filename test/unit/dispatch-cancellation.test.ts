import { claim, offer } from "../../src/features/dispatch/cancellation";
import type { Outgoing, Route } from "../../src/features/dispatch/leased-batch";
import { SenderQueue } from "../../src/features/dispatch/sender-queues";
import type { Db } from "../../src/platform/db/dialect";

const PREPARED_AT = 1_000_000;
const clock = { now: () => PREPARED_AT + 11_000 };
const unreachable = new Proxy({} as Db, {
  get: () => {
    throw new Error("the database is away");
  },
});

const waiting = (id: string) =>
  ({
    batch: { job: { accountId: "a", lease: "lease" }, preparedAt: PREPARED_AT },
    message: { id, accountId: "a" },
  }) as unknown as Outgoing;

describe("the claim of waiting messages", () => {
  it("throws for messages whose offer has failed, which may be written later", async () => {
    const queue = new SenderQueue({ sender: { id: "s" } } as Route);
    const one = waiting("m1");
    await expect(offer({ db: unreachable }, queue, [one])).rejects.toThrow("the database is away");
    await expect(claim({ db: unreachable, clock }, queue, [one])).rejects.toThrow(
      "a cancellation offer failed",
    );
  });

  it("takes messages that have not waited long without a statement", async () => {
    const queue = new SenderQueue({ sender: { id: "s" } } as Route);
    const one = waiting("m1");
    const early = { now: () => PREPARED_AT + 9_000 };
    expect(await claim({ db: unreachable, clock: early }, queue, [one])).toEqual({
      due: [one],
      decided: [],
    });
  });
});
