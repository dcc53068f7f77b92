import { nameFor } from "../bodies";
import { scenario } from "../context";
import { differs } from "../expectations";
import { freeNumber, newBlacklist, newList, provisionedList, textTo } from "../fixtures";
import { namedResource } from "./named-resource";

export const contactLists = [
  namedResource("createContactList", () => ({ type: "default" })),
  scenario("channels of a list that is not a blacklist", async (context, call) => {
    const channels = { channels: ["sms" as const] };
    const body = { name: nameFor(context.prefix, "list"), type: "default" as const, ...channels };
    await call("createContactList", 422, { body }, "creates a list with channels");
    const { id: list_id } = await newList(context);
    await call("updateContactList", 422, { params: { list_id }, body: channels }, "sets channels of a list");
  }),
  scenario("the members of a list", async (context, call) => {
    const list = await newList(context);
    const params = { list_id: list.id };
    const phone = await freeNumber(context);
    const body = { phone, name: nameFor(context.prefix, "member"), attributes: { pedido: "A-1" } };
    const member = await call("upsertMember", 201, { params, body }, "adds a new contact");
    await call("upsertMember", 200, { params, body: { phone } }, "adds it again", body);
    await call("upsertMember", 422, { params, body: { phone: "123" } }, "adds an invalid number");
    const place = { ...params, contact_id: member.id };
    await call("listMembers", 200, { params, query: { limit: 5 } }, "lists the members");
    await call("removeMember", 204, { params: place }, "removes a contact");
    await call("removeMember", 404, { params: place }, "removes it again");
    await call("addMember", 204, { params: place }, "adds it again");
    await call("deleteContactList", 204, { params }, "deletes the list");
    const contact = { params: { contact_id: member.id } };
    await call("getContact", 200, contact, "reads a contact of a deleted list", { list_ids: [] });
  }),
  scenario("suppression by a blacklist", async (context, call) => {
    const list = await newBlacklist(context, ["sms"]);
    const params = { list_id: list.id };
    const phone = await freeNumber(context);
    const other = await freeNumber(context);
    const body = textTo([phone, other]);
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
    const reversed = { body: textTo([other, phone]) };
    await call("previewMessages", 200, reversed, "previews a send in the other order", {
      "data.0.status": free,
      "data.1.status": "blocked",
    });
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
    const params = { list_id: (await provisionedList(context)).id };
    await call("deleteContactList", 409, { params }, "deletes the provisioned list");
  }),
];
