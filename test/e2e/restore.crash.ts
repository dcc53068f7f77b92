import { join } from "node:path";
import type { components } from "../../generated/schema";
import { built } from "../support/build";
import { runCommand } from "../support/command";
import { readJournal } from "../support/journal";
import { freePort, ServiceProcess } from "../support/process";
import { temporaryFolder } from "../support/temporary-folder";
import { until } from "../support/until";

type Campaign = components["schemas"]["Campaign"];

const KEY = `st_${"ef".repeat(32)}`;
const CONTACTS = 600;
/** Messages per second of the sender, so that the backup falls into the middle of the campaign. */
const PER_SECOND = 20;

describe("a service that is restored from a backup in the middle of a campaign", () => {
  let base: string;
  let services: ServiceProcess[] = [];
  beforeEach(() => {
    base = temporaryFolder("restore");
    services = [];
  });
  afterEach(async () => {
    for (const service of services) await service.stop("SIGKILL");
  });

  const envOf = (name: string) => ({
    RECADO_DATA_DIR: join(base, name),
    RECADO_API_KEY: KEY,
    RECADO_RATE_LIMIT: "1000000",
    RECADO_SANDBOX_DELAY_MS: "20",
    RECADO_TEST_JOURNAL: join(base, `${name}.journal`),
  });
  const started = async (name: string) => {
    const entry = { command: [built("test/support/journaled-service.ts")], says: "up\n" };
    const service = new ServiceProcess({ ...envOf(name), PORT: String(await freePort()) }, entry);
    services.push(service);
    await service.start();
    return service;
  };
  const recado = async <T>(name: string, ...args: string[]): Promise<T> => {
    const { RECADO_DATA_DIR } = envOf(name);
    const run = await runCommand({ RECADO_DATA_DIR }, ...args, "--json");
    expect({ exitCode: run.exitCode, err: run.err }).toEqual({ exitCode: 0, err: "" });
    return JSON.parse(run.out) as T;
  };
  const call = async <T>(
    service: ServiceProcess,
    method: string,
    path: string,
    body?: object,
  ): Promise<T> => {
    const response = await fetch(`${service.baseUrl}/v3${path}`, {
      method,
      headers: { "X-API-Key": KEY, "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };
  const submitted = (name: string) =>
    readJournal(join(base, `${name}.journal`)).flatMap(({ messages }) => messages.map(([id]) => id));

  /** Starts a campaign, backs the service up in its middle, kills it, and starts the restored service. */
  async function restored() {
    const service = await started("first");
    const list = await call<{ id: string }>(service, "POST", "/contact-lists", {
      name: "L",
      type: "default",
    });
    for (let contact = 0; contact < CONTACTS; contact += 1) {
      const phone = `+55119876${51_000 + contact}`;
      await call(service, "POST", `/contact-lists/${list.id}/contacts`, { phone });
    }
    const senders = await recado<{ id: string; channel: string }[]>("first", "senders", "list");
    const sender = senders.find(({ channel }) => channel === "sms")?.id ?? "";
    await recado("first", "senders", "set", sender, "--max-per-second", String(PER_SECOND));
    const template = await call<{ id: string }>(service, "POST", "/templates", {
      name: "T",
      channel: "sms",
      content: { type: "text", text: "Oi" },
    });
    const campaign = await call<Campaign>(service, "POST", "/campaigns", {
      name: "C",
      template_id: template.id,
      list_id: list.id,
    });
    await call(service, "POST", `/campaigns/${campaign.id}/launch`);
    await until("a part is submitted", 60, async () => submitted("first").length > CONTACTS / 10, 20);
    const file = join(base, "backup.tar.gz");
    const { created_at: createdAt } = await recado<{ created_at: string }>("first", "backup", file);
    await service.stop("SIGKILL");
    const before = new Set(submitted("first"));
    expect(before.size).toBeLessThan(CONTACTS);
    await recado("second", "restore", file);
    const second = await started("second");
    const campaignNow = () => call<Campaign>(second, "GET", `/campaigns/${campaign.id}`);
    return { before, second, createdAt, campaignNow };
  }

  it("submits nothing before the release, and then each open message once", async () => {
    const { before, second, campaignNow } = await restored();
    const isLogged = async () => second.log().includes("queue is held: held work is not submitted");
    await until("the start is logged", 10, isLogged, 20);
    const isReady = async () => (await fetch(`${second.baseUrl}/readyz`)).ok;
    await until("the service is ready", 10, isReady, 20);
    expect(await recado("second", "queue", "status")).toMatchObject({ held: true });
    expect(submitted("second")).toEqual([]);
    await recado("second", "queue", "release");
    await until("the campaign ends", 120, async () => (await campaignNow()).status === "completed", 50);
    const after = submitted("second");
    expect(new Set(after).size).toBe(after.length);
    expect((await campaignNow()).progress).toMatchObject({ total: CONTACTS, pending: 0, expired: 0 });
    expect(new Set([...before, ...after]).size).toBeGreaterThanOrEqual(CONTACTS);
  });

  it("submits only new messages where the operator ends the older ones", async () => {
    const { second, createdAt, campaignNow } = await restored();
    const sent = await call<{ data: { message_id: string }[] }>(second, "POST", "/messages", {
      channel: "sms",
      content: { type: "text", text: "Oi" },
      recipients: [{ to: "+5511987661234" }],
    });
    const id = sent.data[0]?.message_id ?? "";
    await recado("second", "queue", "release", "--created-after", createdAt);
    await until("the new message is submitted", 60, async () => submitted("second").includes(id), 20);
    expect(submitted("second")).toEqual([id]);
    await recado("second", "queue", "release", "--expire");
    await until("the campaign ends", 120, async () => (await campaignNow()).status !== "running", 50);
    const { progress } = await campaignNow();
    expect(progress).toMatchObject({ pending: 0 });
    expect(progress.expired).toBeGreaterThan(0);
    expect(submitted("second")).toEqual([id]);
  });
});
