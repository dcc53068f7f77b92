import { EventEmitter } from "node:events";
import type { Response } from "express";
import { holdUntilClosed } from "../../src/http/account-shares";
import { FairSemaphore } from "../../src/platform/concurrency/fair-semaphore";
import { serviceUnavailable } from "../../src/platform/problem";

/** An answer, as far as it tells that it is over. */
class Answer extends EventEmitter {
  closed = false;

  end(): void {
    this.closed = true;
    this.emit("close");
  }

  get response(): Response {
    return this as unknown as Response;
  }
}

const turn = () => new Promise((resolve) => setImmediate(resolve));
const sharesOf = (total: number, perGroup: number, waitMs = 60_000) =>
  new FairSemaphore({ total, perGroup, waitMs, refusal: () => serviceUnavailable("Too many") });

describe("what requests share", () => {
  let granted: string[];
  let open: Answer[];
  let shares: FairSemaphore;

  /** Asks in the name of an account, and notes when it is granted. */
  const ask = (name: string, amount = 1): Answer => {
    const answer = new Answer();
    open.push(answer);
    void holdUntilClosed(shares, name.slice(0, 1), amount, answer.response).then(() => granted.push(name));
    return answer;
  };

  beforeEach(() => {
    granted = [];
    open = [];
  });
  // Who still waits would be refused after the test.
  afterEach(() => {
    for (const answer of open) answer.end();
  });

  it("is granted at once while there is some, and then as answers end, in order", async () => {
    shares = sharesOf(10, 2);
    const first = ask("a1");
    for (const name of ["a2", "a3", "a4"]) ask(name);
    await turn();
    expect(granted).toEqual(["a1", "a2"]);
    first.end();
    await turn();
    expect(granted).toEqual(["a1", "a2", "a3"]);
  });

  it("keeps one account's part from no other", async () => {
    shares = sharesOf(10, 2);
    for (const name of ["a1", "a2", "a3", "b1"]) ask(name);
    await turn();
    expect(granted).toEqual(["a1", "a2", "b1"]);
  });

  it("goes to accounts in turn where all of it is held", async () => {
    shares = sharesOf(1, 1);
    const answers = new Map(["a1", "a2", "a3", "b1", "b2"].map((name) => [name, ask(name)]));
    for (let count = 1; count <= 5; count += 1) {
      await turn();
      expect(granted).toHaveLength(count);
      answers.get(granted.at(-1) ?? "")?.end();
    }
    expect(granted).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  });

  it("is not kept by clients that leave, whether they wait or are about to be served", async () => {
    shares = sharesOf(4, 4);
    const first = ask("a1", 4);
    const waiting = ask("a2", 4);
    ask("a3", 4);
    waiting.end();
    first.end();
    await turn();
    expect(granted).toEqual(["a1", "a3"]);
    shares = sharesOf(1, 1);
    const gone = new Answer();
    gone.end();
    await holdUntilClosed(shares, "a", 1, gone.response);
    await holdUntilClosed(shares, "a", 1, new Answer().response);
  });

  it("is refused to those who have waited too long, and to no more", async () => {
    shares = sharesOf(1, 1, 20);
    const first = new Answer();
    await holdUntilClosed(shares, "a", 1, first.response);
    await expect(holdUntilClosed(shares, "a", 1, new Answer().response)).rejects.toMatchObject({
      status: 503,
    });
    first.end();
    await holdUntilClosed(shares, "a", 1, new Answer().response);
  });
});
