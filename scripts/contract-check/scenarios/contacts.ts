import { nameFor } from "../bodies";
import { allDiffer, differs } from "../expectations";
import { freeNumber } from "../fixtures";
import { scenario } from "../context";

export const contacts = [
  scenario("the life of a contact", async (context, call) => {
    const phone = await freeNumber(context);
    const name = nameFor(context.prefix, "contact");
    const contact = await call(
      "upsertContact",
      201,
      { body: { phone, name, attributes: { pedido: "A-1" } } },
      "creates a contact",
    );
    const params = { contact_id: contact.id };
    const unchanged = { id: contact.id, attributes: { pedido: "A-1" } };
    await call("upsertContact", 200, { body: { phone, name } }, "updates it by its number", (one) =>
      allDiffer(one, unchanged),
    );
    const cidade = { attributes: { cidade: "Recife" } };
    const replaces = (one: object) => allDiffer(one, cidade);
    await call("updateContact", 200, { params, body: cidade }, "replaces its attributes", replaces);
    await call("getContact", 200, { params }, "reads the replaced attributes", replaces);
    await call("getContact", 200, { params }, "reads a contact");
    await call("listContacts", 200, { query: { search: context.prefix, limit: 5 } }, "lists contacts");
    await call(
      "listContacts",
      200,
      { query: { id: [contact.id] } },
      "lists a contact by its id",
      ({ data }) => differs("the ids", data.map(({ id }) => id).join(" "), contact.id),
    );
    const pedido = { phone, attributes: { pedido: "A-2" } };
    await call(
      "upsertContact",
      200,
      { body: pedido },
      "replaces the attributes of a number's contact",
      (one) => allDiffer(one, { attributes: pedido.attributes }),
    );
    const other = await call(
      "upsertContact",
      201,
      { body: { phone: await freeNumber(context) } },
      "creates another",
    );
    await call(
      "updateContact",
      409,
      { params, body: { phone: other.phone } },
      "uses the number of another contact",
    );
    await call("updateContact", 422, { params, body: { phone: "123" } }, "sets an invalid number");
    await call("deleteContact", 204, { params }, "deletes a contact");
    const blank = { name: null, attributes: {}, list_ids: [] };
    const restored = { id: contact.id, created_at: contact.created_at, ...blank };
    await call("upsertContact", 201, { body: { phone } }, "restores a deleted contact", (one) =>
      allDiffer(one, restored),
    );
    await call("getContact", 200, { params }, "reads a restored contact", (one) =>
      differs("id", one.id, contact.id).concat(allDiffer(one, blank)),
    );
    await call("updateContact", 200, { params, body: { attributes: {} } }, "clears its attributes");
    await call("deleteContact", 204, { params }, "deletes it again");
  }),
  scenario("an invalid number", async (_context, call) => {
    await call("upsertContact", 422, { body: { phone: "123" } }, "creates a contact with an invalid number");
  }),
];
