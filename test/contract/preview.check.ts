import { cpSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type ContractEvent, type Preview, startPreview } from "../../scripts/preview/server";

const openapi = resolve(__dirname, "../../openapi");
const TEMPLATES = "paths/templates/templates.yaml";

/** Yields the events that a page receives. */
async function* eventsOf(url: string, ended: AbortSignal): AsyncGenerator<ContractEvent> {
  const response = await fetch(`${url}/preview/events`, { signal: ended });
  if (response.body === null) throw new Error("no events");
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (text + decoder.decode(value, { stream: true })).split("\n\n");
    text = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = /^data: (.*)$/m.exec(block)?.[1];
      if (data !== undefined) yield JSON.parse(data) as ContractEvent;
    }
  }
}

describe("the preview of the contract", () => {
  let folder: string;
  let preview: Preview;
  let events: AsyncGenerator<ContractEvent>;
  const ended = new AbortController();

  const file = (path: string) => join(folder, "openapi", path);
  const edit = (path: string, from: string, to: string) =>
    writeFileSync(file(path), readFileSync(file(path), "utf8").replace(from, to));
  const summary = async () => {
    const response = await fetch(`${preview.url}/openapi.json`);
    return ((await response.json()) as { paths: Record<string, { get: { summary: string } }> }).paths[
      "/templates"
    ]?.get.summary;
  };
  /** Returns the next event that fulfills the condition. One edit may cause two events. */
  async function nextEvent(holds: (event: ContractEvent) => boolean): Promise<ContractEvent> {
    for (;;) {
      const { value, done } = await events.next();
      if (done) throw new Error("the events ended");
      if (holds(value)) return value;
    }
  }
  const isValid = ({ problems, isCurrent }: ContractEvent) => problems.length === 0 && isCurrent;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "recado-preview-"));
    cpSync(openapi, join(folder, "openapi"), { recursive: true });
    preview = await startPreview(join(folder, "openapi/openapi.yaml"), 0);
    events = eventsOf(preview.url, ended.signal);
    await nextEvent(isValid);
  });

  afterAll(async () => {
    ended.abort();
    await preview.close();
    rmSync(folder, { recursive: true });
  });

  it("serves the pages of the service's documentation with their assets", async () => {
    const page = await fetch(preview.url);
    expect(page.url).toBe(`${preview.url}/docs`);
    const html = await page.text();
    const assets = [...html.matchAll(/(?:src|href)="(\/[^"#]+)"/g)].map(([, path]) => path ?? "");
    expect(assets).toEqual(expect.arrayContaining(["/preview/page/preview.mjs", "/docs/reference"]));
    const responses = await Promise.all(assets.map((path) => fetch(preview.url + path)));
    expect(responses.map(({ status }) => status)).toEqual(assets.map(() => 200));
    expect(page.headers.get("content-security-policy")).toContain("connect-src 'self'");
  });

  it("notifies the page of an edit once it shows the edit, with the version of its document", async () => {
    const reference = async () => (await fetch(`${preview.url}/docs/reference/templates`)).text();
    expect(await reference()).toContain("List templates");
    edit(TEMPLATES, "summary: List templates", "summary: List what can be sent");
    const { version } = await nextEvent(isValid);
    expect(await summary()).toBe("List what can be sent");
    const html = await reference();
    expect(html).toContain("List what can be sent");
    expect(html).toContain(`<meta name="recado-preview" content="${version}">`);
    edit(TEMPLATES, "summary: List what can be sent", "summary: List templates");
    expect((await nextEvent(isValid)).version).not.toBe(version);
    expect(await summary()).toBe("List templates");
  });

  it("notices a file that an editor replaces", async () => {
    const other = file("paths/templates/.swap");
    writeFileSync(other, readFileSync(file(TEMPLATES), "utf8").replace("List templates", "Show templates"));
    renameSync(other, file(TEMPLATES));
    await nextEvent(isValid);
    expect(await summary()).toBe("Show templates");
  });

  it("notices a file in a new folder", async () => {
    mkdirSync(file("paths/notes"));
    const { version } = await nextEvent(isValid);
    const listing = readFileSync(file("paths/senders/senders.yaml"), "utf8");
    const notes = listing
      .replace("listSenders", "listNotes")
      .replace("List senders", "List notes")
      .replace("description: >-", "description: >-\n    Returns notes.");
    writeFileSync(file("paths/notes/notes.yaml"), notes);
    edit("openapi.yaml", "  /senders:\n", "  /notes:\n    $ref: paths/notes/notes.yaml\n  /senders:\n");
    await nextEvent((event) => isValid(event) && event.version !== version);
    edit("paths/notes/notes.yaml", "listNotes", "list_notes");
    const { problems } = await nextEvent(({ problems }) => problems.length > 0);
    expect(problems).toMatchObject([
      { file: "openapi/paths/notes/notes.yaml", line: 2, rule: "recado/operation-id" },
    ]);
    edit("openapi.yaml", "  /notes:\n    $ref: paths/notes/notes.yaml\n", "");
    // A file that nothing refers to would be another problem.
    rmSync(file("paths/notes"), { recursive: true });
    await nextEvent(isValid);
  });

  it("keeps the last document while a file is broken, reports the place, and recovers", async () => {
    const before = await summary();
    edit(TEMPLATES, "  summary: Show templates", "  summary: [Show templates");
    const broken = await nextEvent(({ isCurrent }) => !isCurrent);
    expect(broken.problems[0]).toMatchObject({ file: `openapi/${TEMPLATES}`, line: expect.any(Number) });
    expect(broken.problems[0]?.message).toContain("Failed to parse");
    expect(await summary()).toBe(before);
    edit(TEMPLATES, "  summary: [Show templates", "  summary: Show templates, fixed");
    await nextEvent(isValid);
    expect(await summary()).toBe("Show templates, fixed");
  });

  it("survives a first file that is not YAML", async () => {
    const whole = readFileSync(file("openapi.yaml"), "utf8");
    writeFileSync(file("openapi.yaml"), "openapi: [\n");
    const { problems } = await nextEvent(({ isCurrent }) => !isCurrent);
    expect(problems).toMatchObject([{ file: "openapi/openapi.yaml", line: 2, rule: "parser" }]);
    writeFileSync(file("openapi.yaml"), whole);
    await nextEvent(isValid);
  });

  it("starts with an unreadable contract, and loads it once it is fixed", async () => {
    const broken = mkdtempSync(join(tmpdir(), "recado-broken-"));
    const entry = join(broken, "openapi/openapi.yaml");
    cpSync(openapi, join(broken, "openapi"), { recursive: true });
    const whole = readFileSync(entry, "utf8");
    writeFileSync(entry, "openapi: [\n");
    const other = await startPreview(entry, 0);
    const stop = new AbortController();
    try {
      const page = await fetch(`${other.url}/docs`);
      expect(page.status).toBe(503);
      expect(await page.text()).toContain("/preview/page/preview.mjs");
      const waiting = eventsOf(other.url, stop.signal);
      expect((await waiting.next()).value).toMatchObject({ version: "", problems: [{ line: 2 }] });
      writeFileSync(entry, whole);
      expect((await waiting.next()).value).toMatchObject({ isCurrent: true, problems: [] });
      expect((await fetch(`${other.url}/docs`)).status).toBe(200);
    } finally {
      stop.abort();
      await other.close();
      rmSync(broken, { recursive: true });
    }
  });
});
