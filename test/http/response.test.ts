import { once } from "node:events";
import { createServer, get, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type Response } from "express";
import { writeResponse } from "../../src/http/response";
import { until } from "../support/until";

const ENTRY = "x".repeat(100 * 1024);

/** A list that records how many entries were read and whether reading has ended. */
class List implements AsyncIterable<string> {
  read = 0;
  ended = false;
  readonly end: Promise<void>;
  private resolveEnd = () => {};

  constructor(
    private readonly entries: number,
    private readonly breaksAt = Infinity,
  ) {
    this.end = new Promise((resolve) => (this.resolveEnd = resolve));
  }

  async *[Symbol.asyncIterator]() {
    try {
      for (; this.read < this.entries; this.read++) {
        if (this.read === this.breaksAt) throw new Error("the database is gone");
        yield ENTRY;
      }
    } finally {
      this.ended = true;
      this.resolveEnd();
    }
  }
}

describe("a response with a streamed list", () => {
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
        await writeResponse(res, { status: 200, body: { data: list, pagination: { total: 7 } } }, { whole });
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

  /** Requests the list and leaves the response body unread. */
  const unread = async () => {
    const outgoing = get(base, { agent: false });
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    return { outgoing, response };
  };

  it.each([0, 1, 3, 40])("contains all %i entries and the fields beside the list", async (entries) => {
    for (const query of ["", "?whole=1"]) {
      list = new List(entries);
      const response = await fetch(base + query);
      const data = Array<string>(entries).fill(ENTRY);
      expect(await response.json()).toEqual({ data, pagination: { total: 7 } });
      expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    }
  });

  it("reads the list only as fast as the client reads the response", async () => {
    list = new List(1_000);
    const { outgoing, response } = await unread();
    await until("the connection takes no more", 10, async () => current.writableNeedDrain, 5);
    const before = list.read;
    expect(before).toBeLessThan(200);
    for await (const _ of response) if (list.read > before) break;
    expect(list.read).toBeGreaterThan(before);
    outgoing.destroy();
  });

  it("stops reading without an error when the client disconnects", async () => {
    list = new List(1_000);
    const { outgoing } = await unread();
    outgoing.destroy();
    await list.end;
    expect(list.read).toBeLessThan(1_000);
    expect(failures).toEqual([]);
  });

  it("closes the connection when reading fails midway", async () => {
    list = new List(100, 50);
    const response = await fetch(base);
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(failures).toEqual([new Error("the database is gone")]);
  });

  it("leaves the response to the error handler when the first read fails", async () => {
    list = new List(100, 0);
    const response = await fetch(base);
    expect([response.status, await response.json()]).toEqual([500, "failed"]);
  });

  it("reads only the first entries for HEAD", async () => {
    list = new List(1_000);
    const response = await fetch(base, { method: "HEAD" });
    expect([response.status, await response.text()]).toEqual([200, ""]);
    await list.end;
    expect(list.read).toBeLessThan(5);
  });
});
