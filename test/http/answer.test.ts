import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Response } from "express";
import { answer } from "../../src/http/answer";
import { until } from "../support/until";

const ENTRY = "x".repeat(100 * 1024);

/** A list that tells how far it was read, and that its reading was ended. */
class List implements AsyncIterable<string> {
  read = 0;
  ended = false;
  readonly end: Promise<void>;
  private tell = () => {};

  constructor(
    private readonly entries: number,
    private readonly breaksAt = Infinity,
  ) {
    this.end = new Promise((resolve) => (this.tell = resolve));
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (; this.read < this.entries; this.read++) {
        if (this.read === this.breaksAt) throw new Error("the database is gone");
        yield ENTRY;
      }
    } finally {
      this.ended = true;
      this.tell();
    }
  }
}

describe("an answer with a list that is read while it is written", () => {
  let server: Server;
  let list: List;
  let failures: unknown[];
  let base: string;
  let current: Response;

  beforeAll(async () => {
    const app = express();
    app.get("/", async (req, res) => {
      current = res;
      try {
        const whole = req.query.whole === "1";
        await answer(res, { status: 200, body: { data: list, pagination: { total: 7 } } }, { whole });
      } catch (error) {
        failures.push(error);
        if (res.headersSent) res.destroy();
        else res.status(500).json("failed");
      }
    });
    server = createServer(app).listen(0, "127.0.0.1");
    await once(server, "listening");
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => (failures = []));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  /** An answer whose body nobody reads yet. */
  const unread = async () => {
    const asked = get(base, { agent: false });
    const [response] = (await once(asked, "response")) as [IncomingMessage];
    return { asked, response };
  };

  it.each([0, 1, 3, 40])("has all of %i entries, and what comes beside the list", async (entries) => {
    for (const query of ["", "?whole=1"]) {
      list = new List(entries);
      const response = await fetch(base + query);
      const data = Array<string>(entries).fill(ENTRY);
      expect(await response.json()).toEqual({ data, pagination: { total: 7 } });
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    }
  });

  it("reads no further than the client does", async () => {
    list = new List(1_000);
    const { asked, response } = await unread();
    await until("the connection takes no more", 10, async () => current.writableNeedDrain, 5);
    const before = list.read;
    expect(before).toBeLessThan(200);
    for await (const _ of response) if (list.read > before) break;
    expect(list.read).toBeGreaterThan(before);
    asked.destroy();
  });

  it("stops reading when the client goes away, which is no failure", async () => {
    list = new List(1_000);
    const { asked } = await unread();
    asked.destroy();
    await list.end;
    expect(list.read).toBeLessThan(1_000);
    expect(failures).toEqual([]);
  });

  it("ends the connection where reading breaks off in the middle", async () => {
    list = new List(100, 50);
    const response = await fetch(base);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(failures).toEqual([new Error("the database is gone")]);
  });

  it("leaves it to the problem to be answered where reading fails at once", async () => {
    list = new List(100, 0);
    const response = await fetch(base);
    expect([response.status, await response.json()]).toEqual([500, "failed"]);
  });

  it("reads no further for HEAD than for the first bytes", async () => {
    list = new List(1_000);
    const response = await fetch(base, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    await list.end;
    expect(list.read).toBeLessThan(5);
  });
});
