import type { components } from "../../generated/schema";
import type { LeasedImport } from "../../src/features/imports/import";
import { LEASE_MS } from "../../src/queue/lease-lengths";
import { beginImport } from "../../src/features/imports/imports.store";
import { runImport } from "../../src/features/imports/run";
import { importHandler } from "../../src/features/imports/imports.jobs";
import { leaseJobs, settleJobs } from "../../src/queue/leases.store";
import { workOff } from "../../src/queue/worker";
import type { TestAccount, TestService } from "./service";

type Import = components["schemas"]["Import"];
type Contact = components["schemas"]["Contact"];

export interface ImportInSteps {
  work: LeasedImport;
  steps: AsyncGenerator<void, void>;
}

interface ImportBench {
  upload(content: string | Buffer): Promise<string>;
  list(name?: string): Promise<string>;
  start(listId: string, fileId: string): Promise<Import>;
  read(listId: string, importId: string): Promise<Import>;
  /** Leases a due import of the account. Returns null if no import is due. */
  takes(): Promise<ImportInSteps | null>;
  /** Returns a worker. Each `run` advances an import by one step, or returns false if no import is due. */
  lane(): { run(): Promise<boolean> };
  work(): Promise<void>;
  /** Uploads a file and imports it into a new list. Returns once the import has ended. */
  run(content: string | Buffer): Promise<{ listId: string; done: Import }>;
  /** Returns the members of a list, sorted by number. */
  members(listId: string): Promise<Contact[]>;
  errors(listId: string, importId: string): Promise<string>;
}

export function importBench(service: TestService, account: () => TestAccount = () => service): ImportBench {
  let made = 0;
  const pathOf = (url: string) => url.slice(service.app.config.publicUrl.length);

  const bench: ImportBench = {
    async upload(content) {
      const { request } = account();
      const bytes = Buffer.from(content);
      const announced = { usage: "contact_import", content_type: "text/csv", size_bytes: bytes.length };
      const { body } = await request.post("/v3/files/upload-url").send(announced).expect(200);
      await service.anonymous.put(pathOf(body.url)).set("Content-Type", "text/csv").send(bytes).expect(200);
      await request.post(`/v3/files/${body.file_id}/confirm`).expect(200);
      return body.file_id as string;
    },
    async list(name = `list ${made++}`) {
      const { body } = await account()
        .request.post("/v3/contact-lists")
        .send({ name, type: "default" })
        .expect(201);
      return body.id as string;
    },
    async start(listId, fileId) {
      const { body } = await account()
        .request.post(`/v3/contact-lists/${listId}/imports`)
        .send({ file_id: fileId })
        .expect(202);
      return body as Import;
    },
    async read(listId, importId) {
      const { body } = await account()
        .request.get(`/v3/contact-lists/${listId}/imports/${importId}`)
        .expect(200);
      return body as Import;
    },
    async takes() {
      const { accountId } = account();
      const now = service.clock.now();
      const request = { accountId, key: accountId, weight: 1 };
      const [job] = await leaseJobs(service.db, "import", [request], { now, leaseMs: LEASE_MS.import });
      const found = job && (await beginImport(service.db, job, now));
      if (!found) return null;
      const work = { ...found, job };
      return { work, steps: runImport(service.app, work) };
    },
    lane() {
      let current: ImportInSteps | null = null;
      return {
        async run() {
          current ??= await bench.takes();
          if (current === null) return false;
          if ((await current.steps.next()).done) {
            await settleJobs(service.db, [current.work.job]);
            current = null;
          }
          return true;
        },
      };
    },
    async work() {
      await workOff(service.app, importHandler(service.app));
    },
    async run(content) {
      const listId = await bench.list();
      const { id } = await bench.start(listId, await bench.upload(content));
      await bench.work();
      return { listId, done: await bench.read(listId, id) };
    },
    async members(listId) {
      const { body } = await account()
        .request.get(`/v3/contact-lists/${listId}/contacts`)
        .query({ limit: 1000 })
        .expect(200);
      const contacts = body.data as Contact[];
      return contacts.sort((a, b) => (a.phone < b.phone ? -1 : 1));
    },
    async errors(listId, importId) {
      const { body } = await account()
        .request.get(`/v3/contact-lists/${listId}/imports/${importId}/errors`)
        .expect(200);
      const { text } = await service.anonymous.get(pathOf(body.url)).expect(200);
      return text;
    },
  };
  return bench;
}
