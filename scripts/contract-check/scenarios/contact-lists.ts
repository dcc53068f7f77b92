import { nameFor } from "../bodies";
import { differs } from "../claims";
import { freeNumber, newList, OLD } from "../fixtures";
import { type Stage, story } from "../stage";

async function provisionedList(stage: Stage): Promise<string | null> {
  for (let offset = 0; ; offset += 1_000) {
    const { data, pagination } = await stage.provoke(
      "listContactLists",
      200,
      { query: { limit: 1_000, offset } },
      "looks for the provisioned list",
    );
    const found = data.find((list) => list.is_provisioned);
    if (found) return found.id;
    if (!pagination.has_more) return null;
  }
}

export const contactLists = [
  story("a list from its creation to its end", async (stage) => {
    const list = await newList(stage);
    const other = await newList(stage);
    const params = { list_id: list.id };
    await stage.provoke("getContactList", 200, { params }, "reads a list");
    await stage.provoke(
      "listContactLists",
      200,
      { query: { type: "default", search: stage.prefix, limit: 5 } },
      "lists the lists",
    );
    const name = nameFor(stage.prefix, "renamed");
    await stage.provoke("updateContactList", 200, { params, body: { name } }, "renames a list");
    await stage.provoke(
      "updateContactList",
      409,
      { params, body: { name: other.name } },
      "takes another's name",
    );
    await stage.provoke(
      "updateContactList",
      422,
      { params, body: { channels: ["sms"] } },
      "lets a list suppress that is no blacklist",
    );
    await stage.provoke(
      "createContactList",
      409,
      { body: { name, type: "default" } },
      "makes a list under a name that is taken",
    );
    await stage.provoke(
      "updateContactList",
      412,
      { params, body: { name }, ...OLD },
      "renames an old version of a list",
    );
    await stage.provoke("deleteContactList", 412, { params, ...OLD }, "deletes an old version of a list");
    await stage.provoke("deleteContactList", 204, { params }, "deletes a list");
    const again = { name, type: "default" } as const;
    await stage.provoke(
      "createContactList",
      201,
      { body: again },
      "makes a list under a name that is free again",
    );
  }),
  story("a list that suppresses without being a blacklist", async (stage) => {
    const body = { name: nameFor(stage.prefix, "list"), type: "default", channels: ["sms"] } as const;
    await stage.provoke(
      "createContactList",
      422,
      { body: { ...body, channels: ["sms"] } },
      "gives a list channels",
    );
  }),
  story("the members of a list", async (stage) => {
    const list = await newList(stage);
    const params = { list_id: list.id };
    const phone = await freeNumber(stage);
    const member = await stage.provoke(
      "upsertMember",
      201,
      { params, body: { phone } },
      "adds a new contact",
    );
    await stage.provoke("upsertMember", 200, { params, body: { phone } }, "adds it again");
    await stage.provoke(
      "upsertMember",
      422,
      { params, body: { phone: "123" } },
      "adds a number that is none",
    );
    const place = { ...params, contact_id: member.id };
    await stage.provoke("listMembers", 200, { params, query: { limit: 5 } }, "lists the members");
    await stage.provoke("removeMember", 204, { params: place }, "takes a contact out");
    await stage.provoke("removeMember", 404, { params: place }, "takes it out again");
    await stage.provoke("addMember", 204, { params: place }, "puts it back");
  }),
  story("what a blacklist suppresses", async (stage) => {
    const body = { name: nameFor(stage.prefix, "blacklist"), type: "blacklist", channels: ["sms"] } as const;
    const list = await stage.provoke(
      "createContactList",
      201,
      { body: { ...body, channels: ["sms"] } },
      "makes a blacklist",
    );
    const params = { list_id: list.id };
    const phone = await freeNumber(stage);
    const other = await freeNumber(stage);
    const preview = async (words: string, ...statuses: readonly string[]) => {
      const content = { type: "text", text: "Oi!" } as const;
      const recipients = [{ to: phone }, { to: other }];
      await stage.provoke(
        "previewMessages",
        200,
        { body: { channel: "sms", content, recipients } },
        `previews a send ${words}`,
        ({ data }) =>
          data.flatMap(({ status }, index) => differs(`data.${index}.status`, status, statuses[index])),
      );
    };
    await preview("to numbers that are on no list", "pending", "pending");
    const contact = await stage.provoke(
      "upsertMember",
      201,
      { params, body: { phone } },
      "suppresses a number",
    );
    await preview("to a suppressed number and another", "blocked", "pending");
    const change = (channels: ("sms" | "rcs")[], words: string) =>
      stage.provoke("updateContactList", 200, { params, body: { channels } }, words);
    await change(["rcs"], "lets the list suppress another channel");
    await preview("to a number that is suppressed on another channel", "pending", "pending");
    await change(["sms", "rcs"], "lets the list suppress both channels");
    await preview("to a number that is suppressed on both channels", "blocked", "pending");
    const place = { ...params, contact_id: contact.id };
    await stage.provoke("removeMember", 204, { params: place }, "takes the number off the list");
    await preview("to a number that is no longer suppressed", "pending", "pending");
    await stage.provoke("addMember", 204, { params: place }, "puts the number back");
    await preview("to a number that is suppressed again", "blocked", "pending");
    await stage.provoke("deleteContactList", 204, { params }, "deletes the blacklist");
    await preview("to a number whose list is gone", "pending", "pending");
  }),
  story("the list that every account has", async (stage) => {
    const id = await provisionedList(stage);
    if (id === null) {
      return stage.unable("the account has no provisioned list", ["deleteContactList", 409]);
    }
    await stage.provoke(
      "deleteContactList",
      409,
      { params: { list_id: id } },
      "deletes the provisioned list",
    );
  }),
];
