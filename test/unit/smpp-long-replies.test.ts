import { LongReplies, type ReplyPart } from "../../src/carriers/smpp/replies";

describe("a part of a long reply that is repeated while the reply is being stored", () => {
  const part = (number: number): ReplyPart => ({
    from: "+5511987654321",
    to: "27000",
    reference: 7,
    total: 2,
    number,
    text: number === 1 ? "um " : "dois",
  });
  let texts: string[];
  let writes: { succeed(): void; fail(error: unknown): void }[];
  let incomplete: number;
  let replies: LongReplies;

  beforeEach(async () => {
    [texts, writes, incomplete] = [[], [], 0];
    const store = ({ text }: { text: string }) => {
      texts.push(text);
      return new Promise<void>((resolve, reject) => writes.push({ succeed: resolve, fail: reject }));
    };
    const onIncomplete = () => (incomplete += 1);
    replies = new LongReplies(store, onIncomplete, () => {}, 1);
    // The first part is acknowledged before the second arrives.
    await replies.take(part(1));
  });

  it("is acknowledged after the write, and not stored again", async () => {
    let isAcknowledged = false;
    const second = replies.take(part(2));
    const repeated = replies.take(part(2)).then(() => (isAcknowledged = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isAcknowledged).toBe(false);
    writes[0]?.succeed();
    await Promise.all([second, repeated]);
    await replies.take(part(2));
    await replies.flush();
    expect([texts, incomplete]).toEqual([["um dois"], 0]);
  });

  it("is refused if the write fails, and completes the reply when it comes again", async () => {
    const ended = Promise.allSettled([replies.take(part(2)), replies.take(part(2))]);
    writes[0]?.fail(new Error("the database is away"));
    expect((await ended).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    const third = replies.take(part(2));
    writes[1]?.succeed();
    await third;
    await replies.flush();
    expect([texts, incomplete]).toEqual([["um dois", "um dois"], 0]);
  });
});
