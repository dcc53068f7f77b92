import { RecadoError } from "../../src/client";
import { limits } from "../../generated/server/values";
import { smsSegments } from "../../src/messaging/segments";
import { HOUR } from "../../src/platform/time";
import { continuing, openingAt, tokensOf, withPlaceholder } from "../../src/web/console/page/parts/tokens";
import { textOfFile } from "../../src/web/console/page/parts/decoded-text";
import { webAddress } from "../../src/web/console/page/parts/links";
import {
  draftFrom,
  EMPTY,
  isScheduled,
  onlySendable,
  requestOf,
  summaryOf,
} from "../../src/web/console/page/send/draft";
import {
  type UnconfirmedSend,
  unconfirmedSends,
  isSettledBy,
  shortHash,
} from "../../src/web/console/page/send/unconfirmed-sends";
import { readRecipients } from "../../src/web/console/page/send/recipients";

const numbers = (text: string) => readRecipients(text).people.map(({ to }) => to);

describe("the recipients of a send", () => {
  it("accepts numbers in common notations, one or several per line", () => {
    expect(numbers("(11) 98765-4321\r\n\r\n+55 21 99876-5432; 31 98888-7777,\t41 97777-6666")).toEqual([
      ...["+5511987654321", "+5521998765432", "+5531988887777", "+5541977776666"],
    ]);
  });

  it("reports malformed numbers with their line and continues", () => {
    const { people, faults } = readRecipients("11987654321\nMaria\n123");
    expect(people).toHaveLength(1);
    expect(faults).toEqual([
      { kind: "malformed", line: 2, value: "Maria" },
      { kind: "malformed", line: 3, value: "123" },
    ]);
  });

  it("counts a number once, however it is written", () => {
    const { people, faults } = readRecipients("11987654321\n+55 (11) 98765-4321");
    expect(people).toEqual([{ line: 1, to: "+5511987654321", variables: {} }]);
    expect(faults).toEqual([{ kind: "duplicate", line: 2, value: "+55 (11) 98765-4321", first: 1 }]);
  });

  it.each([";", ",", "\t"])("reads a table delimited by %j, with quoted cells", (mark) => {
    const text = [
      ["pedido", "Telefone", "nome"].join(mark),
      ["7", "11987654321", `"Ana${mark} Bia"`].join(mark),
      ["", "21998765432", "Zé"].join(mark),
    ].join("\r\n");
    expect(readRecipients(`\ufeff${text}\r\n`)).toEqual({
      names: ["pedido", "nome"],
      people: [
        { line: 2, to: "+5511987654321", variables: { pedido: "7", nome: `Ana${mark} Bia` } },
        { line: 3, to: "+5521998765432", variables: { nome: "Zé" } },
      ],
      faults: [],
    });
  });

  it("drops a repeated column and values that exceed the limit", () => {
    const long = "x".repeat(limits.Variables.values.maxLength + 1);
    const entry = readRecipients(`telefone;primeiro nome;cor;cor\n11987654321;a;${long};b`);
    expect(entry.names).toEqual(["primeiro_nome", "cor"]);
    expect(entry.people[0]?.variables).toEqual({ primeiro_nome: "a" });
    expect(entry.faults).toEqual([
      { kind: "heading", line: 1, value: "cor" },
      { kind: "long", line: 2, value: "cor" },
    ]);
  });

  it("counts the characters of a value, not its UTF-16 units", () => {
    const longest = "😀".repeat(limits.Variables.values.maxLength);
    const entry = readRecipients(`telefone;cor\n11987654321;${longest}\n21998765432;${longest}!`);
    expect(entry.people.map(({ variables }) => variables)).toEqual([{ cor: longest }, {}]);
    expect(entry.faults).toEqual([{ kind: "long", line: 3, value: "cor" }]);
  });

  it("counts lines after line breaks within quotes", () => {
    const entry = readRecipients('telefone;nota\r\n11987654321;"a\r\nb"\r\n\r\n;;\r\n123;x\r\n');
    expect(entry.people).toEqual([{ line: 2, to: "+5511987654321", variables: { nota: "a\nb" } }]);
    expect(entry.faults).toEqual([{ kind: "malformed", line: 6, value: "123" }]);
  });

  it.each([
    ["Celular;Cliente;Data de Nascimento", { Cliente: "Ana", data_de_nascimento: "x", nome: "Ana" }],
    ["Número;Nome completo;pedido", { nome_completo: "Ana", pedido: "x", nome: "Ana" }],
    ["WhatsApp;NOME;nome completo", { NOME: "Ana", nome_completo: "x" }],
    ["telefone;cliente;pedido", { cliente: "Ana", pedido: "x" }],
  ])("names the variables of a table headed %j as an import does", (headings, variables) => {
    expect(readRecipients(`${headings}\n11987654321;Ana;x`)).toMatchObject({
      people: [{ to: "+5511987654321", variables }],
      faults: [],
    });
  });

  it.each([
    ["Celular;WhatsApp;fone", "Celular", ["WhatsApp", "fone"]],
    ["Telefone;Celular;Nome", "Telefone", ["Celular"]],
    ["Celular;Rua;Número", "Celular", []],
  ])("reports further columns of numbers headed %j and sends to the first", (headings, used, others) => {
    const { people, faults } = readRecipients(`${headings}\n11987654321;21998765432;\n`);
    expect(people.map(({ to }) => to)).toEqual(["+5511987654321"]);
    expect(faults).toEqual(others.map((value) => ({ kind: "numbers", line: 1, value, used })));
  });

  it("accepts a number after an apostrophe, as an import does", () => {
    expect(numbers("'11987654321\n21998765432")).toEqual(["+5511987654321", "+5521998765432"]);
    expect(numbers("telefone;nome\n'+5511987654321;Ana")).toEqual(["+5511987654321"]);
  });

  it("skips each line with unreadable characters, and reports it", async () => {
    const bytes = Buffer.from(
      "telefone;nome\n11987654321;João\n11987654322;Jos?\n11987654323;A\0na\n11987654324;Zé",
    );
    bytes[bytes.indexOf("?")] = 0xe9;
    const text = await textOfFile(new Blob([new Uint8Array(bytes)]));
    expect(text).toContain("Jos\ufffd\n11987654323;A\ufffdna");
    const { people, faults } = readRecipients(text);
    expect(people.map(({ line, variables }) => [line, variables])).toEqual([
      [2, { nome: "João" }],
      [5, { nome: "Zé" }],
    ]);
    expect(faults).toEqual([
      { kind: "illegible", line: 3 },
      { kind: "illegible", line: 4 },
    ]);
  });

  it.each([
    ["a list of numbers", "11987654321\nJo\0o;11987654322\nJos\ufffd", ["+5511987654321"], [2, 3]],
    [
      "a table of rejected rows, except in its reasons",
      "line,reason,phone,name\n3,correct each \ufffd.,11987654321,Zé\n4,correct each \ufffd.,11987654322,Z\ufffd",
      ["+5511987654321"],
      [3],
    ],
  ])("reports unreadable characters in %s", (_, text, accepted, lines) => {
    expect(numbers(text)).toEqual(accepted);
    expect(readRecipients(text).faults).toEqual(lines.map((line) => ({ kind: "illegible", line })));
  });

  it("uses no line below headings with unreadable characters", () => {
    const { people, faults } = readRecipients("telefone;endere\ufffdo\n11987654321;a");
    expect([people, faults]).toEqual([[], [{ kind: "illegible headings", line: 1 }]]);
  });

  it("reports a row without a number", () => {
    expect(readRecipients("telefone,nome\n,Ana").faults).toEqual([{ kind: "malformed", line: 2, value: "" }]);
  });
});

describe("the draft of a send", () => {
  const people = readRecipients("telefone;nome\n11987654321;Ana\n21998765432;").people;

  it("names the chosen sender, and none for the default", () => {
    const chosen = { ...EMPTY, senderId: "9" };
    const people = [{ line: 1, to: "+5511987654321", variables: {} }];
    expect(requestOf({ ...chosen, text: "Oi" }, people)).toMatchObject({ sender_id: "9" });
    expect(requestOf({ ...chosen, kind: "template", templateId: "7" }, people)).toMatchObject({
      sender_id: "9",
    });
    expect(requestOf({ ...EMPTY, text: "Oi" }, people)).not.toHaveProperty("sender_id");
  });

  it("has a time and a validity, and is incomplete without the chosen time", () => {
    const text = { ...EMPTY, text: "Oi", validity: "600" };
    expect(requestOf(text, people)).toMatchObject({ validity_seconds: 600 });
    expect(requestOf({ ...text, when: "at" }, people)).toBeNull();
    const sendAt = "2026-12-01T09:00";
    const at = requestOf({ ...text, when: "at", sendAt }, people);
    expect(at).toMatchObject({ send_at: new Date(sendAt).toISOString().replace(".000", "") });
    const local = requestOf({ ...text, when: "local", sendAt }, people);
    expect(local).toMatchObject({ send_at_local: "2026-12-01T09:00:00", validity_seconds: 600 });
    expect([at, local].map((request) => request !== null && isScheduled(request))).toEqual([true, true]);
    expect(requestOf({ ...text, sendAt }, people)).not.toHaveProperty("send_at");
  });

  it("becomes a request once it has content and recipients", () => {
    const text = { ...EMPTY, text: "Oi" };
    expect(requestOf(text, [])).toBeNull();
    expect(requestOf(EMPTY, people)).toBeNull();
    expect(requestOf({ ...EMPTY, kind: "template" }, people)).toBeNull();
    expect(requestOf(text, people)).toEqual({
      channel: "sms",
      purpose: "transactional",
      content: { type: "text", text: "Oi" },
      recipients: [{ to: "+5511987654321", variables: { nome: "Ana" } }, { to: "+5521998765432" }],
    });
    const template = { ...EMPTY, kind: "template", templateId: "7", purpose: "otp" } as const;
    expect(requestOf(template, people)).toMatchObject({ template_id: "7" });
    expect(requestOf(template, people)).not.toHaveProperty("purpose");
  });

  it("has the encoding of an SMS, and none on RCS", () => {
    const encoded = { ...EMPTY, text: "Olá", encoding: "gsm7" as const };
    expect(requestOf(encoded, people)).toMatchObject({ content: { text: "Olá", encoding: "gsm7" } });
    expect(requestOf({ ...encoded, channel: "rcs" }, people)?.content).not.toHaveProperty("encoding");
  });

  it("starts with the parameters of the page's address", () => {
    const before = { ...EMPTY, text: "Oi" };
    expect(draftFrom({}, before)).toEqual(before);
    expect(draftFrom({ template: "7", to: "+5511987654321" }, before)).toEqual({
      ...before,
      kind: "template",
      templateId: "7",
      recipients: "+5511987654321",
    });
    const { to } = Object.fromEntries(new URLSearchParams("to=+5511987654321"));
    expect(draftFrom({ to: to ?? "" }, before)).toEqual({ ...before, recipients: "+5511987654321" });
  });

  it.each([
    ["11 3456-7890", "11 3456-7890\n+5511987654321"],
    ["11 3456-7890\n", "11 3456-7890\n+5511987654321"],
    ["Maria", "Maria\n+5511987654321"],
    ["(11) 98765-4321", "(11) 98765-4321"],
    [" \n", "+5511987654321"],
    ["telefone;nome\n1134567890;Ana", "telefone;nome\n1134567890;Ana\n+5511987654321"],
    ["nome;telefone\nAna;1134567890", "nome;telefone\nAna;1134567890\n;+5511987654321"],
    ["nome;telefone\nAna;11987654321", "nome;telefone\nAna;11987654321"],
  ])("keeps the recipients %j beside the contact of a link", (recipients, expected) => {
    const draft = draftFrom({ to: "+5511987654321" }, { ...EMPTY, recipients });
    expect(draft.recipients).toBe(expected);
    expect(numbers(draft.recipients)).toContain("+5511987654321");
  });

  it("adds up the recipients, and gives a reason for each recipient left out", () => {
    const base = {
      content: null,
      encoding: null,
      segments_as_written: null,
      ucs2_characters: [],
      not_before: null,
      block_reason: null,
    };
    const error = { code: "landline", message: "a fixed line takes no SMS", carrier_code: null } as const;
    const previews = [
      { ...base, to: "+5511987654321", status: "pending", error: null, segments: 2, price: 70_000 },
      {
        ...base,
        to: "+5521998765432",
        status: "blocked",
        block_reason: "suppressed",
        error: null,
        segments: 1,
        price: 0,
      },
      { ...base, to: "+551130000000", status: "error", error, segments: 1, price: 0 },
    ] as const;
    const shown = previews.map((preview) => ({ ...preview, ucs2_characters: [] }));
    expect(summaryOf(shown, {})).toEqual({
      sendable: 1,
      price: 70_000,
      segments: 2,
      firstTime: null,
      waiting: 0,
      firstWaiting: null,
      excluded: [
        { index: 1, to: "+5521998765432", reason: "suppressed", message: null },
        { index: 2, to: "+551130000000", reason: "landline", message: "a fixed line takes no SMS" },
      ],
    });
    const recipients = previews.map(({ to }) => ({ to }));
    expect(onlySendable({ template_id: "7", recipients }, shown).recipients).toEqual([
      { to: "+5511987654321" },
    ]);
  });

  it("counts the messages that the sending rule delays, with the first of their times", () => {
    const previewFor = (notBefore: string | null) => ({
      to: "+5511987654321",
      status: "pending" as const,
      error: null,
      block_reason: null,
      content: null,
      encoding: null,
      segments: 1,
      segments_as_written: 1,
      price: 0,
      ucs2_characters: [],
      not_before: notBefore,
    });
    const times = [null, "2026-12-08T12:00:00Z", "2026-12-08T11:00:00Z"];
    const previews = times.map(previewFor);
    const [eleven, twelve] = ["2026-12-08T11:00:00Z", "2026-12-08T12:00:00Z"];
    const waiting = { sendable: 3, firstTime: eleven, waiting: 2, firstWaiting: eleven };
    expect(summaryOf(previews, {})).toMatchObject(waiting);
    const delayed = { ...waiting, waiting: 1, firstWaiting: twelve };
    expect(summaryOf(previews, { send_at: eleven })).toMatchObject(delayed);
    const unknown = { ...waiting, waiting: 0, firstWaiting: null };
    expect(summaryOf(previews, { send_at_local: "2026-12-08T08:00:00" })).toMatchObject(unknown);
  });
});

const failureOf = (
  response: Response,
  code: "conflict" | "unexpected_response",
  retryAfterSeconds: number | null = null,
) =>
  new RecadoError("sendMessages", response, {
    code,
    explanation: "",
    fields: [],
    requestId: null,
    retryAfterSeconds,
  });

/** Returns a response of the service that refuses a send. */
const refusalWith = (status: number, retryAfterSeconds: number | null = null) =>
  failureOf(new Response(null, { status }), "conflict", retryAfterSeconds);

/** Returns the error for a response that is not from the service. */
const proxyError = (response: Response) => failureOf(response, "unexpected_response");

describe("the idempotency key of a send", () => {
  let now = 0;
  const create = () => {
    let last = 0;
    return unconfirmedSends(
      () => `key-${++last}`,
      () => now,
    );
  };
  const to = (number: string) => ({ template_id: "7", recipients: [{ to: number }] });

  const lost = () => Promise.reject(new Error("fetch failed"));
  const answered = (started: UnconfirmedSend) => Promise.resolve(started);

  it("stays with its request until the outcome of the send is known", async () => {
    const open = create();
    await expect(open.perform("a", () => to("1"), lost)).rejects.toThrow("fetch failed");
    expect(await open.perform("a", () => to("2"), answered)).toMatchObject({
      key: "key-1",
      request: to("1"),
    });
    expect(await open.perform("a", () => to("2"), answered)).toMatchObject({
      key: "key-2",
      request: to("2"),
    });
  });

  it("differs between sends, which stay open independently", async () => {
    const open = create();
    await expect(open.perform("a", () => to("1"), lost)).rejects.toThrow();
    expect([open.find("a")?.key, open.unrepeatedKeys("a")]).toEqual(["key-1", []]);
    expect([open.find("b"), open.unrepeatedKeys("b")]).toEqual([undefined, ["a"]]);
    expect((await open.perform("b", () => to("1"), answered)).key).toBe("key-2");
    expect((await open.perform("a", () => to("1"), answered)).key).toBe("key-1");
  });

  it("is used again for 23 hours, before the service forgets it", async () => {
    const open = create();
    const send = () => open.perform("a", () => to("1"), lost);
    await expect(send()).rejects.toThrow();
    now += 23 * HOUR - 1;
    await expect(send()).rejects.toThrow();
    expect([open.find("a")?.key, open.unrepeatedKeys("a")]).toEqual(["key-1", []]);
    now += 1;
    expect([open.find("a"), open.unrepeatedKeys("a")]).toEqual([undefined, ["a"]]);
    expect((await open.perform("a", () => to("1"), answered)).key).toBe("key-2");
    expect(open.unrepeatedKeys("a")).toEqual([]);
  });

  it("is not forgotten at 23 hours if a new send is refused", async () => {
    const open = create();
    const refuse = () => Promise.reject(refusalWith(422));
    await expect(open.perform("a", () => to("1"), lost)).rejects.toThrow();
    now += 23 * HOUR;
    await expect(open.perform("a", () => to("1"), refuse)).rejects.toThrow();
    expect(open.unrepeatedKeys("a")).toEqual(["a"]);
  });

  it("stays with a send after the user has closed its warning, which a further attempt shows again", async () => {
    const open = create();
    const send = () => open.perform("a", () => to("1"), lost);
    await expect(send()).rejects.toThrow();
    open.dismiss(open.unrepeatedKeys("b"));
    expect([open.find("a")?.key, open.unrepeatedKeys("b")]).toEqual(["key-1", []]);
    await expect(send()).rejects.toThrow();
    expect(open.unrepeatedKeys("b")).toEqual(["a"]);
    open.dismiss(open.unrepeatedKeys("b"));
    now += 23 * HOUR;
    expect([open.unrepeatedKeys("a"), open.unrepeatedKeys("b")]).toEqual([["a"], []]);
    open.dismiss(open.unrepeatedKeys("a"));
    expect(open.unrepeatedKeys("a")).toEqual([]);
  });

  it.each([401, 403])("stays with a send of unknown outcome whose retry gets %i", async (status) => {
    const open = create();
    const refuse = () => Promise.reject(refusalWith(status));
    await expect(open.perform("a", () => to("1"), lost)).rejects.toThrow();
    await expect(open.perform("a", () => to("1"), refuse)).rejects.toThrow();
    expect(open.find("a")).toBeDefined();
    expect((await open.perform("a", () => to("1"), answered)).key).toBe("key-1");
  });

  it.each([401, 403])("belongs to a new send if the first attempt gets %i", async (status) => {
    const open = create();
    const refuse = () => Promise.reject(refusalWith(status));
    await expect(open.perform("a", () => to("1"), refuse)).rejects.toThrow();
    expect(open.find("a")).toBeUndefined();
    expect((await open.perform("a", () => to("1"), answered)).key).toBe("key-2");
  });

  it("belongs to a new send after a refusal", async () => {
    const open = create();
    const refused = refusalWith(422);
    await expect(
      open.perform(
        "a",
        () => to("1"),
        () => Promise.reject(refused),
      ),
    ).rejects.toBe(refused);
    expect((await open.perform("a", () => to("1"), answered)).key).toBe("key-2");
  });
});

describe("the hash of a draft", () => {
  it("is short, and differs between similar drafts", () => {
    const drafts = Array.from(
      { length: 10_000 },
      (_, at) => `{"recipients":[{"to":"+55119${at}"}],"text":"Oi"}`,
    );
    const hashes = drafts.map(shortHash);
    expect(new Set(hashes).size).toBe(drafts.length);
    expect(hashes.filter((hash) => !/^[0-9a-f]{16}$/.test(hash))).toEqual([]);
  });
});

describe("a failed send", () => {
  it.each([
    ["a refused request", refusalWith(422), true],
    ["a missing or ended session", refusalWith(401), true],
    ["a missing permission", refusalWith(403), true],
    ["a key that was used with another body", refusalWith(409), true],
    ["a key whose first request is still running", refusalWith(409, 1), false],
    ["too many requests", refusalWith(429, 3), false],
    ["an error of the service", refusalWith(500), false],
    ["a lost connection", new Error("fetch failed"), false],
    ["a redirection", proxyError(Response.error()), false],
    ["a page of a proxy", proxyError(new Response()), false],
    ["a proxy's 404", proxyError(new Response(null, { status: 404 })), true],
  ])("has a known outcome or not: %s", (_name, failure, isSettled) => {
    expect(isSettledBy(failure, { isRetry: false })).toBe(isSettled);
  });

  it.each([
    ["a refused request", refusalWith(422), true],
    ["a key that was used with another body", refusalWith(409), true],
    ["an ended session", refusalWith(401), false],
    ["a missing permission", refusalWith(403), false],
    ["a stalled request", refusalWith(408), false],
    ["headers that are too large", refusalWith(431), false],
    ["a lost connection", new Error("fetch failed"), false],
    ["a redirection", proxyError(Response.error()), false],
    ["a page of a proxy", proxyError(new Response()), false],
    ["a proxy's 404", proxyError(new Response(null, { status: 404 })), false],
  ])("settles an earlier attempt with unknown outcome or not: %s", (_name, failure, isSettled) => {
    expect(isSettledBy(failure, { isRetry: true })).toBe(isSettled);
  });
});

describe("the text editor of a message", () => {
  it("marks placeholders and characters that GSM-7 does not have", () => {
    const text = "Olá {{ nome }}, não — {{}} 😀";
    const pieces = tokensOf(text, { isSms: true });
    expect(pieces.map((piece) => piece.text).join("")).toBe(text);
    expect(pieces.filter(({ kind }) => kind === "name")).toEqual([{ kind: "name", text: "{{ nome }}" }]);
    const odd = pieces.filter(({ kind }) => kind === "odd").map((piece) => piece.text);
    expect(odd).toEqual(smsSegments(text).ucs2Characters);
    expect(odd).toEqual(["á", "ã", "—", "😀"]);
    expect(tokensOf(text, { isSms: false }).some(({ kind }) => kind === "odd")).toBe(false);
  });

  it("suggests names in an unfinished placeholder", () => {
    expect(openingAt("Oi {{ no", 8)).toEqual({ start: 3, typed: "no" });
    expect(openingAt("Oi {{", 5)).toEqual({ start: 3, typed: "" });
    expect(openingAt("Oi {{ nome }} e", 15)).toBeNull();
    expect(continuing(["nome", "Nota", "pedido"], "NO")).toEqual(["nome", "Nota"]);
  });

  it.each([
    ["Oi {{ no", 8, "Oi {{ nome }}"],
    ["Oi {{ no!", 8, "Oi {{ nome }}!"],
    ["Oi {{ no }}, tudo bem?", 8, "Oi {{ nome }}, tudo bem?"],
    ["Oi {{ noite }}!", 8, "Oi {{ nome }}!"],
  ])("completes a placeholder in %j", (text, caret, after) => {
    expect(withPlaceholder(text, { start: 3, caret, name: "nome" })).toEqual({ text: after, caret: 13 });
  });
});

it("links to web addresses only, and to no unfinished address", () => {
  expect(webAddress("https://example.com/a?b=1")).toBe("https://example.com/a?b=1");
  for (const text of ["javascript:alert(1)", "data:text/html,x", "tel:1", "https://x/{{ a }}", "", "x"]) {
    expect(webAddress(text)).toBeNull();
  }
});
