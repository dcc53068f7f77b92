import { nameFor } from "../bodies";
import { differs } from "../expectations";
import { freeNumber, newBlacklist, newList, OLD } from "../fixtures";
import { type Context, scenario } from "../context";

async function provisionedList(context: Context): Promise<string | null> {
  for (let offset = 0; ; offset += 1_000) {
    const { data, pagination } = await context.provoke(
      "listContactLists",
      200,
      { query: { limit: 1_000, offset } },
      "finds the provisioned list",
    );
    const found = data.find((list) => list.is_provisioned);
    if (found) return found.id;
    if (!pagination.has_more) return null;
  }
}

export const contactLists = [
  scenario("the life of a list", async (context, call) => {
    const list = await newList(context);
    const other = await newList(context);
    const params = { list_id: list.id };
    await call("getContactList", 200, { params }, "reads a list");
    await call(
      "listContactLists",
      200,
      { query: { type: "default", search: context.prefix, limit: 5 } },
      "lists the lists",
    );
    const name = nameFor(context.prefix, "renamed");
    await call("updateContactList", 200, { params, body: { name } }, "renames a list");
    await call(
      "updateContactList",
      409,
      { params, body: { name: other.name } },
      "uses the name of another list",
    );
    await call(
      "updateContactList",
      422,
      { params, body: { channels: ["sms"] } },
      "sets channels of a list that is not a blacklist",
    );
    await call(
      "createContactList",
      409,
      { body: { name, type: "default" } },
      "creates a list with the name of another",
    );
    await call(
      "updateContactList",
      412,
      { params, body: { name }, ...OLD },
      "renames an old version of a list",
    );
    await call("deleteContactList", 412, { params, ...OLD }, "deletes an old version of a list");
    await call("deleteContactList", 204, { params }, "deletes a list");
    const again = { name, type: "default" } as const;
    await call("createContactList", 201, { body: again }, "creates a list with the name of a deleted one");
  }),
  scenario("channels of a list that is not a blacklist", async (context, call) => {
    const body = { name: nameFor(context.prefix, "list"), type: "default", channels: ["sms"] } as const;
    await call(
      "createContactList",
      422,
      { body: { ...body, channels: ["sms"] } },
      "creates a list with channels",
    );
  }),
  scenario("the members of a list", async (context, call) => {
    const list = await newList(context);
    const params = { list_id: list.id };
    const phone = await freeNumber(context);
    const member = await call("upsertMember", 201, { params, body: { phone } }, "adds a new contact");
    await call("upsertMember", 200, { params, body: { phone } }, "adds it again");
    await call("upsertMember", 422, { params, body: { phone: "123" } }, "adds an invalid number");
    const place = { ...params, contact_id: member.id };
    await call("listMembers", 200, { params, query: { limit: 5 } }, "lists the members");
    await call("removeMember", 204, { params: place }, "removes a contact");
    await call("removeMember", 404, { params: place }, "removes it again");
    await call("addMember", 204, { params: place }, "adds it again");
  }),
  scenario("suppression by a blacklist", async (context, call) => {
    const list = await newBlacklist(context, ["sms"]);
    const params = { list_id: list.id };
    const phone = await freeNumber(context);
    const other = await freeNumber(context);
    const content = { type: "text", text: "Oi!" } as const;
    const body = { channel: "sms" as const, content, recipients: [{ to: phone }, { to: other }] };
    // The status may differ from `pending`: an account may have no sender for SMS.
    const before = await call("previewMessages", 200, { body }, "previews a send to two numbers");
    const free = before.data[1]?.status;
    const preview = (words: string, suppressed: boolean) =>
      call("previewMessages", 200, { body }, `previews a send ${words}`, ({ data }) => [
        ...differs("data.0.status", data[0]?.status, suppressed ? "blocked" : free),
        ...differs("data.1.status", data[1]?.status, free),
      ]);
    await preview("to numbers that are on no list", false);
    const contact = await call("upsertMember", 201, { params, body: { phone } }, "suppresses a number");
    await preview("to a suppressed number and another", true);
    const change = (channels: ("sms" | "rcs")[], words: string) =>
      call("updateContactList", 200, { params, body: { channels } }, words);
    await change(["rcs"], "changes the list to another channel");
    await preview("to a number that is suppressed on another channel", false);
    await change(["sms", "rcs"], "adds a channel to the list");
    await preview("to a number that is suppressed on both channels", true);
    const place = { ...params, contact_id: contact.id };
    await call("removeMember", 204, { params: place }, "removes the number from the list");
    await preview("to a number that is no longer suppressed", false);
    await call("addMember", 204, { params: place }, "adds the number again");
    await preview("to a number that is suppressed again", true);
    await call("deleteContactList", 204, { params }, "deletes the blacklist");
    await preview("to a number of a deleted blacklist", false);
  }),
  scenario("the provisioned list", async (context, call) => {
    const id = await provisionedList(context);
    if (id === null) {
      return context.unable("the account has no provisioned list", ["deleteContactList", 409]);
    }
    await call("deleteContactList", 409, { params: { list_id: id } }, "deletes the provisioned list");
  }),
];
