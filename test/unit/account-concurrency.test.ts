import { EventEmitter } from "node:events";
import type { Response } from "express";
import { acquireUntilClosed } from "../../src/http/account-concurrency";
import { FairSemaphore } from "../../src/platform/concurrency/fair-semaphore";
import { serviceUnavailable } from "../../src/platform/problem";

/** Response stub that emits `close` when it ends. */
class FakeResponse extends EventEmitter {
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
const semaphoreOf = (total: number, perGroup: number, waitMs = 60_000) =>
  new FairSemaphore({ total, perGroup, waitMs, refusal: () => serviceUnavailable("Too many") });

describe("limits that the requests of accounts share", () => {
  let granted: string[];
  let open: FakeResponse[];
  let semaphore: FairSemaphore;

  /**
   * Requests a share for the account that the first letter of `name` names. Records `name` once it is
   * granted.
   */
  const request = (name: string, amount = 1): FakeResponse => {
    const fake = new FakeResponse();
    open.push(fake);
    void acquireUntilClosed(semaphore, name.slice(0, 1), amount, fake.response).then(() =>
      granted.push(name),
    );
    return fake;
  };

  beforeEach(() => {
    granted = [];
    open = [];
  });
  // Ends every response, so that no waiting request is refused after the test.
  afterEach(() => {
    for (const fake of open) fake.end();
  });

  it("grants permits up to the account's limit, then in order as responses end", async () => {
    semaphore = semaphoreOf(10, 2);
    const first = request("a1");
    for (const name of ["a2", "a3", "a4"]) request(name);
    await turn();
    expect(granted).toEqual(["a1", "a2"]);
    first.end();
    await turn();
    expect(granted).toEqual(["a1", "a2", "a3"]);
  });

  it("grants a share to one account while another account has used up its limit", async () => {
    semaphore = semaphoreOf(10, 2);
    for (const name of ["a1", "a2", "a3", "b1"]) request(name);
    await turn();
    expect(granted).toEqual(["a1", "a2", "b1"]);
  });

  it("alternates between waiting accounts when the total is used up", async () => {
    semaphore = semaphoreOf(1, 1);
    const fakes = new Map(["a1", "a2", "a3", "b1", "b2"].map((name) => [name, request(name)]));
    for (let count = 1; count <= 5; count += 1) {
      await turn();
      expect(granted).toHaveLength(count);
      fakes.get(granted.at(-1) ?? "")?.end();
    }
    expect(granted).toEqual(["a1", "b1", "a2", "b2", "a3"]);
  });

  it("releases the share of a client that disconnects while it waits or before it is served", async () => {
    semaphore = semaphoreOf(4, 4);
    const first = request("a1", 4);
    const waiting = request("a2", 4);
    request("a3", 4);
    waiting.end();
    first.end();
    await turn();
    expect(granted).toEqual(["a1", "a3"]);
    semaphore = semaphoreOf(1, 1);
    const closed = new FakeResponse();
    closed.end();
    await acquireUntilClosed(semaphore, "a", 1, closed.response);
    await acquireUntilClosed(semaphore, "a", 1, new FakeResponse().response);
  });

  it("refuses a request with 503 after the maximum wait and grants the share to the next request", async () => {
    semaphore = semaphoreOf(1, 1, 20);
    const first = new FakeResponse();
    await acquireUntilClosed(semaphore, "a", 1, first.response);
    await expect(acquireUntilClosed(semaphore, "a", 1, new FakeResponse().response)).rejects.toMatchObject({
      status: 503,
    });
    first.end();
    await acquireUntilClosed(semaphore, "a", 1, new FakeResponse().response);
  });
});
