import { nameFor } from "../bodies";
import { scenario } from "../context";
import { namedResource } from "./named-resource";

export const cannedResponses = [
  namedResource("createCannedResponse", () => ({ text: "Oi {{name}}, até já!" })),
  scenario("a canned response with too many placeholders", async (context, call) => {
    const text = Array.from({ length: 101 }, (_, index) => `{{v${index}}}`).join(" ");
    const body = { name: nameFor(context.prefix, "response"), text };
    await call("createCannedResponse", 422, { body }, "saves a text with too many placeholders");
    const short = { body: { ...body, text: "Oi" } };
    const { id } = await call("createCannedResponse", 201, short, "saves a canned response");
    const change = { params: { canned_response_id: id }, body: { text } };
    await call("updateCannedResponse", 422, change, "sets a text with too many placeholders");
  }),
];
