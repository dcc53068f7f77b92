import contract from "../../generated/openapi.json";
import type { ContractDocument } from "../../src/web/docs/contract";
import { docsSearch } from "../../src/web/docs/search";

const search = docsSearch(contract as unknown as ContractDocument);
const firstOf = async (query: string) => (await search(query))[0];

describe("the search of the documentation", () => {
  it.each([
    ["sendMessages", "/docs/reference/messages#sendMessages"],
    ["sendmessages", "/docs/reference/messages#sendMessages"],
    ["GET /messages", "/docs/reference/messages#listMessages"],
    ["get /messages/{message_id}", "/docs/reference/messages#getMessage"],
    ["DELETE /contacts/{contact_id}", "/docs/reference/contacts#deleteContact"],
    ["Send messages", "/docs/reference/messages#sendMessages"],
    ["receiveMessageUpdate", "/docs/reference/webhooks#receiveMessageUpdate"],
    ["idempotency", "/docs/guides/idempotency"],
    ["twilio", "/docs/guides/carrier-twilio"],
    ["authentication", "/docs/reference#authentication"],
    ["versioning", "/docs/reference#versioning-and-deprecation"],
    ["deprecation", "/docs/reference#versioning-and-deprecation"],
    ["sunset", "/docs/reference#versioning-and-deprecation"],
    ["UUIDv7", "/docs/reference#conventions"],
    ["opting out", "/docs/reference#opting-out"],
  ])("finds for %j the page with that name first", async (query, path) =>
    expect((await firstOf(query))?.path).toBe(path),
  );

  it.each(["postback_data", "ucs2_characters", "has_more"])(
    "finds the operations with the field %s",
    async (field) => {
      const paths = (await search(field)).map(({ path }) => path);
      expect(paths.some((path) => path.startsWith("/docs/reference/"))).toBe(true);
    },
  );

  it("ignores case, accents and a typing mistake", async () => {
    for (const query of ["TÉMPLATES", "teplates"]) {
      expect((await firstOf(query))?.path).toMatch("/docs/reference/templates");
    }
  });

  it("highlights matches in the excerpt and escapes markup", async () => {
    const excerpt = (await firstOf("idempotency"))?.excerpt.markup;
    expect(excerpt).toMatch(/<mark>idempotency<\/mark>/i);
    for (const { excerpt: shown } of await search("signature header")) {
      expect(shown.markup.replace(/<\/?mark>/g, "")).not.toMatch(/[<>"]/);
    }
  });

  it.each(["", "   ", "!!!", "qqqqzzzz", "\u0000", "({[*"])("finds nothing for %j", async (query) =>
    expect(await search(query)).toEqual([]),
  );
});
