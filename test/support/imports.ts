import type { components } from "../../generated/schema";
import type { Duty } from "../../src/background/duty";
import { importDuties } from "../../src/imports/duties";
import type { TestAccount, TestService } from "./service";

type Import = components["schemas"]["Import"];
type Contact = components["schemas"]["Contact"];

/** What a test of imports does with a service, by its API and its workers. */
export interface ImportBench {
  /** A file by the whole of upload-url, PUT and confirm; answers its id. */
  upload(content: string | Buffer): Promise<string>;
  /** A list of its own; answers its id. */
  list(name?: string): Promise<string>;
  start(listId: string, fileId: string): Promise<Import>;
  read(listId: string, importId: string): Promise<Import>;
  /** A worker of imports, whose runs the test makes. */
  lane(): Duty;
  /** Does all imports that are due. */
  work(): Promise<void>;
  /** Uploads, imports into a new list and waits for the end. */
  run(content: string | Buffer): Promise<{ listId: string; done: Import }>;
  /** The members of a list, by number. */
  members(listId: string): Promise<Contact[]>;
  /** The table of rejected rows as it is downloaded. */
  errors(listId: string, importId: string): Promise<string>;
}

export function importBench(service: TestService, account: () => TestAccount = () => service): ImportBench {
  let made = 0;
  const pathOf = (url: string) => url.slice(service.app.config.publicUrl.length);
  const first = () => importDuties(service.app)[0] as Duty;

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
    lane: first,
    async work() {
      const lane = first();
      while (await lane.run()) continue;
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
