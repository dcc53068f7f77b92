import { nameFor } from "../bodies";
import { scenario } from "../context";
import { differs } from "../expectations";
import { freeNumber, newContact, newList } from "../fixtures";

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
    const kept = { ...pedido, id, name };
    await call("upsertContact", 200, { body: pedido }, "replaces them by its number", kept);
    const national = { body: { phone: phone.replace(/^\+55(..)/, "($1) ") } };
    await call("upsertContact", 200, national, "finds it by its number as written in Brazil", kept);
    const list = { params: { list_id: (await newList(context)).id } };
    const member = { params: { ...list.params, contact_id: id } };
    await call("addMember", 204, member, "adds it to a list");
    const variables = { query: list.params };
    await call(
      "getContactVariables",
      200,
      variables,
      "reads its variables",
      ({ total, variables: found }) => [
        ...differs("total", total, 1),
        ...differs("the variables", found.map((one) => one.name).sort(), ["name", "pedido", "phone"]),
      ],
    );
    const other = await newContact(context, await freeNumber(context));
    const taken = { params, body: { phone: other.phone ?? "" } };
    await call("updateContact", 409, taken, "uses the number of another contact");
    await call("updateContact", 422, { params, body: { phone: "123" } }, "sets an invalid number");
    await call("deleteContact", 204, { params }, "deletes a contact");
    const none = { "pagination.total": 0 };
    await call("getContactList", 200, list, "counts the members without it", { contact_count: 0 });
    await context.until("listMembers", list, "lists the members without a deleted contact", none);
    const restored = { id, created_at, name: null, attributes: {}, list_ids: [] };
    await call("upsertContact", 201, { body: { phone } }, "restores a deleted contact", restored);
    await call("getContact", 200, { params }, "reads a restored contact", restored);
    await call("updateContact", 200, { params, body: { attributes: {} } }, "clears its attributes");
    await call("deleteContact", 204, { params }, "deletes it again");
    await call("upsertContact", 422, { body: { phone: "123" } }, "creates a contact with an invalid number");
  }),
];
