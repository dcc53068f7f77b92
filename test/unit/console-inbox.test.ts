import type { CannedResponse, Contact } from "../../src/client";
import { insertedAt, matching, slashQuery, textFor } from "../../src/web/console/page/replies/canned-rules";
import { tabForSearch, tabOf, toParams } from "../../src/web/console/page/replies/inbox-filters";

const NONE = { tab: "", search: "", campaign_id: "", opted_out: "" };

describe("the filters of the inbox", () => {
  it.each([
    [{}, { status: ["open"] }],
    [{ tab: "unread" }, { unread: true }],
    [
      { tab: "done", opted_out: "yes" },
      { status: ["done"], opted_out: true },
    ],
    [
      { tab: "all", opted_out: "no", search: "(11) 98765" },
      { opted_out: false, search: "1198765" },
    ],
    [
      { tab: "nonsense", campaign_id: "id" },
      { status: ["open"], campaign_id: ["id"] },
    ],
  ])("turns %j into the parameters %j", (filters, params) => {
    expect(toParams({ ...NONE, ...filters })).toEqual(params);
  });

  it("searches all conversations unless a tab was chosen, and returns to open ones", () => {
    expect(tabForSearch(NONE, "ana")).toBe("all");
    expect(tabForSearch({ ...NONE, tab: "done" }, "ana")).toBe("done");
    expect(tabForSearch({ ...NONE, tab: "all", search: "ana" }, "")).toBe("");
    expect(tabOf(NONE)).toBe("open");
  });
});

describe("quick replies", () => {
  const canned = (name: string, shortcut: string | null, text: string) =>
    ({ name, shortcut, text }) as CannedResponse;
  const ALL = [
    canned("Agradecimento", null, "Obrigada! Veja o horário no site."),
    canned("Horário", "abre", "Das 7h às 19h."),
    canned("Prazo", "horas", "Dois dias."),
  ];
  const ana = { name: "Ana Souza", phone: "+5511987654321", attributes: { loja: "Centro" } };

  it("opens the quick replies after a slash at the start of a single line", () => {
    expect(["/", "/hor", "oi /hor", "/a\nb", ""].map(slashQuery)).toEqual(["", "hor", null, null, null]);
  });

  it("finds quick replies by shortcut, then by name, then by text, without accents", () => {
    expect(matching(ALL, "HORA").map(({ name }) => name)).toEqual(["Prazo", "Horário", "Agradecimento"]);
    expect(matching(ALL, "")).toHaveLength(3);
    expect(matching(ALL, "xyz")).toEqual([]);
  });

  it("fills in the values of the contact, and keeps variables without a value", () => {
    const text = "Oi {{ name }}, loja {{ loja }}, pedido {{ pedido }}";
    expect(textFor({ text }, ana as unknown as Contact)).toBe(
      "Oi Ana Souza, loja Centro, pedido {{ pedido }}",
    );
    expect(textFor({ text }, null)).toBe(text);
  });

  it("inserts a text at the caret, with a space after the previous word", () => {
    expect(insertedAt("Oi", [2, 2], "Até já")).toEqual({ text: "Oi Até já", caret: 9 });
    expect(insertedAt("/ate", [0, 4], "Até já")).toEqual({ text: "Até já", caret: 6 });
  });
});
