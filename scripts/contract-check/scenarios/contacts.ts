import { nameFor } from "../bodies";
import { freeNumber } from "../fixtures";
import { story } from "../stage";

export const contacts = [
  story("a contact from its creation to its end", async (stage) => {
    const phone = await freeNumber(stage);
    const name = nameFor(stage.prefix, "contact");
    const contact = await stage.provoke(
      "upsertContact",
      201,
      { body: { phone, name, attributes: { pedido: "A-1" } } },
      "makes a contact",
    );
    const params = { contact_id: contact.id };
    await stage.provoke("upsertContact", 200, { body: { phone, name } }, "updates it by its number");
    await stage.provoke("getContact", 200, { params }, "reads a contact");
    await stage.provoke("listContacts", 200, { query: { search: stage.prefix, limit: 5 } }, "lists contacts");
    await stage.provoke("updateContact", 200, { params, body: { attributes: {} } }, "clears its attributes");
    const other = await stage.provoke(
      "upsertContact",
      201,
      { body: { phone: await freeNumber(stage) } },
      "makes another",
    );
    await stage.provoke(
      "updateContact",
      409,
      { params, body: { phone: other.phone } },
      "takes another's number",
    );
    await stage.provoke(
      "updateContact",
      422,
      { params, body: { phone: "123" } },
      "gives it a number that is none",
    );
    await stage.provoke("deleteContact", 204, { params }, "deletes a contact");
  }),
  story("a number that is none", async (stage) => {
    await stage.provoke(
      "upsertContact",
      422,
      { body: { phone: "123" } },
      "makes a contact of a number that is none",
    );
  }),
];
