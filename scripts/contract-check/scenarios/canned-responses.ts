import { nameFor } from "../bodies";
import { scenario } from "../context";
import { OLD } from "../fixtures";

export const cannedResponses = [
  scenario("the life of a canned response", async (context, call) => {
    const text = "Oi {{name}}, até já!";
    const body = { name: nameFor(context.prefix, "response"), text };
    const { id } = await call("createCannedResponse", 201, { body }, "saves a canned response");
    const params = { canned_response_id: id };
    await call("getCannedResponse", 200, { params }, "reads a canned response");
    await call("listCannedResponses", 200, { query: { limit: 5 } }, "lists canned responses");
    await call("createCannedResponse", 409, { body }, "saves a canned response with the name of another");
    const placeholders = Array.from({ length: 101 }, (_, index) => `{{v${index}}}`).join(" ");
    await call(
      "createCannedResponse",
      422,
      { body: { ...body, name: nameFor(context.prefix, "long"), text: placeholders } },
      "saves a text with too many placeholders",
    );
    const other = { name: nameFor(context.prefix, "other"), text };
    const { id: otherId } = await call("createCannedResponse", 201, { body: other }, "saves another");
    const name = nameFor(context.prefix, "renamed");
    await call("updateCannedResponse", 200, { params, body: { name } }, "renames a canned response");
    await call(
      "updateCannedResponse",
      409,
      { params, body: { name: other.name } },
      "uses the name of another canned response",
    );
    await call("updateCannedResponse", 412, { params, body: { name }, ...OLD }, "renames an old version");
    await call(
      "updateCannedResponse",
      422,
      { params, body: { text: placeholders } },
      "sets a text with too many placeholders",
    );
    await call("deleteCannedResponse", 412, { params, ...OLD }, "deletes an old version");
    await call("deleteCannedResponse", 204, { params }, "deletes a canned response");
    await call("deleteCannedResponse", 204, { params: { canned_response_id: otherId } }, "deletes another");
  }),
];
