import contract from "../../generated/openapi.json";
import type { ContractDocument } from "../../src/web/docs/contract";
import { WORDS } from "../../src/web/docs/language";
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

  it("ranks the sections of a guide about the query above operations that mention it", async () => {
    const paths = (await search("idempotency")).slice(0, 5).map(({ path }) => path);
    expect(paths.every((path) => path.startsWith("/docs/guides/idempotency"))).toBe(true);
  });

  it("finds words of code blocks, and leaves the blocks out of excerpts", async () => {
    const found = await search("idempotency_key");
    expect(found.map(({ path }) => path)).toContain("/docs/guides/other-languages#send");
    for (const { excerpt } of found) expect(excerpt.markup).not.toMatch(/SendMessagesRequest\(|\$API/);
  });

  it.each([
    ["en", 1, "1 result for “a”"],
    ["en", 2, "2 results for “a”"],
    ["pt", 1, "1 resultado para “a”"],
  ] as const)("counts results in %s: %d", (language, count, text) =>
    expect(WORDS[language].found.count(count, "a")).toBe(text),
  );

  it("ignores case, accents and a typing mistake", async () => {
    for (const query of ["TÉMPLATES", "teplates"]) {
      expect((await firstOf(query))?.path).toMatch("/docs/reference/templates");
    }
  });

  it("counts a repeated word once", async () => {
    expect(await search("contact webhook Webhook WEBHOOK webhook")).toEqual(await search("contact webhook"));
  });

  it("ignores the words after the eighth distinct word", async () => {
    const eight = "the message of a contact has an id";
    expect(await search(`${eight} template webhook`)).toEqual(await search(eight));
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
