import type { components } from "../../generated/schema";
import { MINUTE } from "../../src/platform/time";
import { databases } from "../support/databases";
import { newName, resourceKinds } from "../support/resources";
import { type TestAccount, testService } from "../support/service";
import { times } from "../support/times";

type ErrorEnvelope = components["schemas"]["ErrorEnvelope"];

interface Named {
  id: string;
  name: string;
}

const CONFLICT = { code: "conflict", fields: [{ field: "name" }] };

const kinds = resourceKinds.filter(({ hasUniqueName }) => hasUniqueName);

describe.each(databases)("unique names on %s", (database) => {
  const service = testService(database);
  const newAccount = () => service.account(newName(), { senders: false });

  describe.each(kinds)("a $name", ({ path, body, change }) => {
    const at = ({ id }: Named) => `/v3${path}/${id}`;
    const post = async (account: TestAccount, name: string) =>
      account.request.post(`/v3${path}`).send({ ...(await body(account)), name });
    const create = async (account: TestAccount, name = newName()): Promise<Named> => {
      const response = await post(account, name);
      expect([response.status, response.body]).toMatchObject([201, { name: name.trim() }]);
      return response.body as Named;
    };
    const rename = ({ request }: TestAccount, resource: Named, name: string) =>
      request.patch(at(resource)).send({ name });
    const read = async ({ request }: TestAccount, resource: Named) =>
      (await request.get(at(resource)).expect(200)).body as Named;

    it.each([
      ["the same", "Boas-vindas", "Boas-vindas"],
      ["in another case", "Promoção", "PROMOÇÃO"],
      ["with surrounding spaces and in another case", "Cobrança", " \tcoBRANÇA "],
      ["with decomposed accents", "Ol\u00e1", "Ola\u0301"],
      ["with decomposed accents, in another case and with a space", "Promoção", " promoc\u0327a\u0303O"],
    ])("is neither created nor changed under a taken name: %s", async (_, taken, name) => {
      const account = await newAccount();
      const first = await create(account, taken);
      const other = await create(account);
      const changed = await account.request.patch(at(other)).send({ ...change(), name });
      for (const { status, body } of [await post(account, name), changed]) {
        expect([status, (body as ErrorEnvelope).error]).toMatchObject([409, CONFLICT]);
      }
      expect(await read(account, other)).toEqual(other);
      expect(await read(account, first)).toEqual(first);
    });

    it("accepts a taken name with other accents", async () => {
      const account = await newAccount();
      await create(account, "Olá");
      await create(account, "Ola");
    });

    it("accepts its own name in another case", async () => {
      const account = await newAccount();
      const resource = await create(account, "Verão");
      expect((await rename(account, resource, "VERÃO").expect(200)).body).toMatchObject({ name: "VERÃO" });
      expect(await read(account, resource)).toMatchObject({ name: "VERÃO" });
    });

    it("accepts a name that another account uses", async () => {
      const name = newName();
      await create(await newAccount(), name);
      await create(await newAccount(), name);
    });

    it("frees its name when it is renamed", async () => {
      const account = await newAccount();
      const resource = await create(account, "Livre");
      await rename(account, resource, newName()).expect(200);
      await create(account, "livre");
    });

    it("frees its name when it is deleted", async () => {
      const account = await newAccount();
      const resource = await create(account, "Livre");
      expect((await account.request.delete(at(resource)).expect(204)).text).toBe("");
      await account.request.get(at(resource)).expect(404);
      await account.request.delete(at(resource)).expect(404);
      await create(account, "livre");
    });

    it("gives a name to one of several concurrent creations", async () => {
      const account = await newAccount();
      const name = newName();
      const valid = { ...(await body(account)), name };
      const responses = await Promise.all(times(8, () => account.request.post(`/v3${path}`).send(valid)));
      expect(responses.map(({ status }) => status).sort()).toEqual([201, ...times(7, () => 409)]);
      for (const { body: refusal } of responses.filter(({ status }) => status === 409)) {
        expect((refusal as ErrorEnvelope).error).toMatchObject(CONFLICT);
      }
    });

    it("gives a name to one of several concurrent changes", async () => {
      const account = await newAccount();
      const resources: Named[] = [];
      for (let count = 0; count < 4; count++) resources.push(await create(account));
      const name = newName();
      const responses = await Promise.all(resources.map((one) => rename(account, one, name)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    });

    it("stays unchanged when a change has no field", async () => {
      const account = await newAccount();
      const resource = await create(account);
      service.clock.advance(MINUTE);
      expect((await account.request.patch(at(resource)).send({}).expect(200)).body).toEqual(resource);
      expect(await read(account, resource)).toEqual(resource);
    });
  });
});
