import { honest } from "./corruptions/proxy";
import { checkedService } from "./service";

const invariants = { seed: 7, seconds: 60, tries: 0 };

describe("the contract check with --other-key", () => {
  const service = checkedService();
  let otherKey: string;

  beforeAll(async () => {
    otherKey = await service.real.otherKey();
  });

  /** Returns how many lists, templates, contacts and campaigns the other account has. */
  async function leftBehind(): Promise<number> {
    const paths = ["contact-lists?search=contract-check", "templates", "contacts", "campaigns"];
    const headers = { "x-api-key": otherKey };
    const pages = paths.map(async (path) => {
      const response = await fetch(`${service.real.origin}/v3/${path}`, { headers });
      return ((await response.json()) as { data: readonly unknown[] }).data.length;
    });
    return (await Promise.all(pages)).reduce((sum, count) => sum + count, 0);
  }

  const invariantsOnly = true;

  it("refuses a key that the service refuses, before the first request", async () => {
    const given = { invariantsOnly, invariants: { ...invariants, otherKey: `st_${"0".repeat(64)}` } };
    await expect(service.check(given)).rejects.toThrow(
      `the service at ${service.real.origin}/v3 refuses the key of --other-key`,
    );
  });

  it("refuses a key of the checked account, before the first request", async () => {
    const { key } = service.real;
    const otherAccount = { invariantsOnly, invariants: { ...invariants, otherKey: key } };
    const line = "the key belongs to the checked account, not to another one";
    await expect(service.check(otherAccount)).rejects.toThrow(`--other-key: ${line}`);
    await expect(service.check({ invariantsOnly, limitedKey: key })).rejects.toThrow(
      `--limited-key: ${line}`,
    );
  });

  it("reports which request a key of few scopes could not send", async () => {
    const made = await fetch(`${service.real.origin}/v3/api-keys`, {
      method: "POST",
      headers: { "x-api-key": otherKey, "content-type": "application/json" },
      body: JSON.stringify({ name: "narrow", scopes: ["contacts:read", "contacts:write"] }),
    });
    const { key } = (await made.json()) as { key: string };
    const only = ["getTemplate", "getContact", "getMessage"];
    const result = await service.check({
      invariantsOnly,
      only,
      invariants: { ...invariants, otherKey: key },
    });
    const notes = result.invariants?.cells
      .filter(({ invariant }) => invariant === "own_account")
      .map(({ operation, note }) => `${operation}: ${note}`);
    expect(notes?.sort()).toEqual([
      "getContact: null",
      "getMessage: tried with an unknown id: listMessages returned 403 in the other account",
      "getTemplate: tried with an unknown id: createTemplate returned 403 in the other account",
    ]);
  });

  it("sends only GET to the other account in read-only mode", async () => {
    const { seen } = await service.checkCorrupted(honest, {
      invariantsOnly,
      readOnly: true,
      only: ["Templates"],
      invariants: { ...invariants, otherKey },
    });
    expect(new Set(seen.map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  it("deletes what it created in the other account when it is interrupted", async () => {
    const interrupt = new AbortController();
    let created = 0;
    const onProgress = ({ part, requests }: { part: string; requests: number }) => {
      if (part !== "invariants of Templates") created = requests;
      else if (requests > created + 3) interrupt.abort();
    };
    const result = await service.check({
      invariantsOnly,
      only: ["Templates"],
      invariants: { ...invariants, otherKey },
      onProgress,
      signal: interrupt.signal,
    });
    expect(result.interrupted).toBe(true);
    expect(result.cleanUp.failed).toEqual([]);
    expect(await leftBehind()).toBe(0);
  });
});
