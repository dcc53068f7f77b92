import { nameFor } from "../bodies";
import { allDiffer, differs } from "../claims";
import { freeNumber } from "../fixtures";
import { scenario } from "../context";

export const contacts = [
  scenario("a contact from its creation to its end", async (context, call) => {
    const phone = await freeNumber(context);
    const name = nameFor(context.prefix, "contact");
    const contact = await call(
      "upsertContact",
      201,
      { body: { phone, name, attributes: { pedido: "A-1" } } },
      "makes a contact",
    );
    const params = { contact_id: contact.id };
    const kept = { id: contact.id, attributes: { pedido: "A-1" } };
    await call("upsertContact", 200, { body: { phone, name } }, "updates it by its number", (one) =>
      allDiffer(one, kept),
    );
    const cidade = { attributes: { cidade: "Recife" } };
    const replaces = (one: object) => allDiffer(one, cidade);
    await call("updateContact", 200, { params, body: cidade }, "replaces its attributes", replaces);
    await call("getContact", 200, { params }, "reads what replaced them", replaces);
    await call("getContact", 200, { params }, "reads a contact");
    await call("listContacts", 200, { query: { search: context.prefix, limit: 5 } }, "lists contacts");
    const pedido = { phone, attributes: { pedido: "A-2" } };
    await call("upsertContact", 200, { body: pedido }, "replaces them by its number", (one) =>
      allDiffer(one, { attributes: pedido.attributes }),
    );
    const other = await call(
      "upsertContact",
      201,
      { body: { phone: await freeNumber(context) } },
      "makes another",
    );
    await call("updateContact", 409, { params, body: { phone: other.phone } }, "takes another's number");
    await call("updateContact", 422, { params, body: { phone: "123" } }, "gives it a number that is none");
    await call("deleteContact", 204, { params }, "deletes a contact");
    const blank = { name: null, attributes: {}, list_ids: [] };
    const restored = { id: contact.id, created_at: contact.created_at, ...blank };
    await call("upsertContact", 201, { body: { phone } }, "brings a deleted contact back", (one) =>
      allDiffer(one, restored),
    );
    await call("getContact", 200, { params }, "reads a contact that is back", (one) =>
      differs("id", one.id, contact.id).concat(allDiffer(one, blank)),
    );
    await call("updateContact", 200, { params, body: { attributes: {} } }, "clears its attributes");
    await call("deleteContact", 204, { params }, "deletes it again");
  }),
  scenario("a number that is none", async (_context, call) => {
    await call("upsertContact", 422, { body: { phone: "123" } }, "makes a contact of a number that is none");
  }),
];
