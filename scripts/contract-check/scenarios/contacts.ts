import { nameFor } from "../bodies";
import { scenario } from "../context";
import { freeNumber, newContact } from "../fixtures";

export const contacts = [
  scenario("the life of a contact", async (context, call) => {
    const phone = await freeNumber(context);
    const name = nameFor(context.prefix, "contact");
    const body = { phone, name, attributes: { pedido: "A-1" } };
    const { id, created_at } = await call("upsertContact", 201, { body }, "creates a contact");
    const params = { contact_id: id };
    const unchanged = { id, attributes: body.attributes };
    await call("upsertContact", 200, { body: { phone, name } }, "updates it by its number", unchanged);
    const replaced = { attributes: { cidade: "Recife" } };
    await call("updateContact", 200, { params, body: replaced }, "replaces its attributes", replaced);
    await call("getContact", 200, { params }, "reads the replaced attributes", replaced);
    await call("listContacts", 200, { query: { search: context.prefix, limit: 5 } }, "lists contacts");
    const alone = { "data.length": 1, "data.0.id": id };
    await call("listContacts", 200, { query: { id: [id] } }, "lists a contact by its id", alone);
    const pedido = { phone, attributes: { pedido: "A-2" } };
    await call("upsertContact", 200, { body: pedido }, "replaces them by its number", pedido);
    const other = await newContact(context, await freeNumber(context));
    const taken = { params, body: { phone: other.phone ?? "" } };
    await call("updateContact", 409, taken, "uses the number of another contact");
    await call("updateContact", 422, { params, body: { phone: "123" } }, "sets an invalid number");
    await call("deleteContact", 204, { params }, "deletes a contact");
    const restored = { id, created_at, name: null, attributes: {}, list_ids: [] };
    await call("upsertContact", 201, { body: { phone } }, "restores a deleted contact", restored);
    await call("getContact", 200, { params }, "reads a restored contact", restored);
    await call("updateContact", 200, { params, body: { attributes: {} } }, "clears its attributes");
    await call("deleteContact", 204, { params }, "deletes it again");
    await call("upsertContact", 422, { body: { phone: "123" } }, "creates a contact with an invalid number");
  }),
];
