import type { Recado } from "../../src/client";
import { entriesForNumber, idIn, matching, search } from "../../src/web/console/page/palette/entries";
import { typedNumber } from "../../src/messaging/phone-text";
import { pt } from "../../src/web/console/page/texts/pt";

const ID = "018f0000-0000-7000-8000-000000000001";
const entry = (title: string) => ({ id: title, href: "/console", title, icon: "contact" as const });

describe("the palette", () => {
  it("finds entries by parts of words, without accents and in any case", () => {
    const entries = [entry("Visão geral"), entry("Nova campanha"), entry("Campanhas")];
    expect(matching(entries, "VISAO").map(({ title }) => title)).toEqual(["Visão geral"]);
    expect(matching(entries, "camp nova").map(({ title }) => title)).toEqual(["Nova campanha"]);
    expect(matching(entries, "")).toHaveLength(3);
  });

  it.each([
    ["11 98765-4321", "+5511987654321"],
    ["(11) 3456-7890", "+551134567890"],
    ["5511987654321", "+5511987654321"],
    ["+1 415 555 0100", "+14155550100"],
    ["011 9 8765 4321", "+5511987654321"],
    ["55 98765-4321", "+5555987654321"],
    ["(31) 9188-6910", "+5531991886910"],
    ["11 8765-4321", "+5511987654321"],
    ["+55 11 8765-4321", "+5511987654321"],
    ["551187654321", "+5511987654321"],
    ["11 94321-0123", "+5511943210123"],
    ["015 11 98765-4321", "+5511987654321"],
    ["005511987654321", "+5511987654321"],
    ["(011) 98765-4321", "+5511987654321"],
    ["(55) 11 98765-4321", "+5511987654321"],
    ["11  98765-4321", "+5511987654321"],
    ["11 - 98765-4321", "+5511987654321"],
    ["+44 (0)20 7946 0958", "+442079460958"],
    ["11/98765-4050", "+5511987654050"],
    ["tel:+55-11-98765-4050", "+5511987654050"],
    ["\u202a+55 11 98765\u20114050\u202c", "+5511987654050"],
    ["12/11/2026", null],
    ["11 3456-7890/91", null],
    ["2124-345678", null],
    ["29.11.2026", null],
    ["+55 4004-1234", null],
    ["98765-4321", null],
    ["529.982.247-25", null],
    ["119.876.543-21", null],
    ["52998224725", null],
    ["2026-000123", null],
    ["2026000123", null],
    ["pedido 11987654321", null],
    ["", null],
  ])("reads the number %s as %s", (typed, expected) => {
    expect(typedNumber(typed)).toBe(expected);
  });

  it("opens the messages and the conversation of a number", () => {
    const entries = entriesForNumber("+5511987654321", () => true, pt);
    expect(entries.map(({ href }) => href)).toEqual([
      "/console/messages?search=%2B5511987654321",
      "/console/replies/%2B5511987654321",
    ]);
    expect(entriesForNumber("+5511987654321", () => false, pt)).toEqual([]);
  });

  it("finds an id in a pasted address", () => {
    expect(idIn(`https://recado.example/console/messages/${ID.toUpperCase()}?page=2`)).toBe(ID);
    expect(idIn("018f0000")).toBeNull();
  });

  describe("search", () => {
    const page = (data: object[]) => Promise.resolve({ data });
    const recado = {
      contacts: { list: () => page([{ id: ID, name: null, phone: "+5511987654321" }]) },
      campaigns: { list: () => page([{ id: ID, name: "Natal" }]) },
      templates: { list: () => Promise.reject(new Error("away")) },
      contactLists: { list: () => page([]) },
    } as unknown as Recado;

    it("asks only for what the key may read, and shows numbers as people write them", async () => {
      const found = await search(recado, "nat", (scope) => scope === "contacts:read", pt);
      expect(found.map(({ title, href }) => [title, href])).toEqual([
        ["+55 11 98765-4321", `/console/contacts/${ID}`],
      ]);
    });

    it("searches contacts by the digits of a number, and names by the text as typed", async () => {
      const searched = async (text: string) => {
        const calls: Record<string, string> = {};
        const listing = (kind: string) => ({
          list: ({ search: sent }: { search: string }) => {
            calls[kind] = sent;
            return page([]);
          },
        });
        const kinds = ["contacts", "campaigns", "templates", "contactLists"];
        const recording = Object.fromEntries(kinds.map((kind) => [kind, listing(kind)]));
        await search(recording as unknown as Recado, text, () => true, pt);
        return calls;
      };
      const ofNames = (text: string) => ({ campaigns: text, templates: text, contactLists: text });
      expect(await searched(" (11) 98765 ")).toEqual({ contacts: "1198765", ...ofNames("(11) 98765") });
      expect(await searched("11.11")).toEqual({ contacts: "11.11", ...ofNames("11.11") });
      expect(await searched("(1)")).toEqual(ofNames("(1)"));
      expect(await searched("na")).toEqual({});
    });

    it("keeps results of other sources when one fails, and fails without any result", async () => {
      const found = await search(recado, "nat", () => true, pt);
      expect(found.map(({ hint }) => hint)).toEqual(["Contato", "Campanha"]);
      const onlyTemplates = (scope: string) => scope === "templates:read";
      await expect(search(recado, "nat", onlyTemplates, pt)).rejects.toThrow("away");
    });
  });
});
