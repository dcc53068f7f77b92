import { outcomeFor } from "../../src/carriers/sandbox/simulated-outcomes";
import { readNotification } from "../../src/carriers/google-rcs/notifications";
import { readReceipt } from "../../src/carriers/smpp/receipt";
import fc from "fast-check";
import contract from "../../generated/openapi.json";
import { isRecadoError, type RecadoError } from "../../src/client";
import { RecadoError as Refusal } from "../../src/client/errors";
import { unsupportedContent as twilio } from "../../src/carriers/twilio/requests";
import { unsupportedContent as zenvia } from "../../src/carriers/zenvia/contents";
import { AMBIGUOUS } from "../../src/features/dispatch/resubmission-policy";
import { unsupportedCheck } from "../../src/features/messages/rendered-message";
import { EXPIRY } from "../../src/messaging/expiry";
import { postError, readPostError } from "../../src/messaging/post-error";
import {
  type HeaderFault,
  headerFaultWords,
  type RowFault,
  rowFaultWords,
} from "../../src/messaging/contact-file/faults";
import { readHeaderFault, readRowFault } from "../../src/messaging/contact-file/read-faults";
import { compileContent, checkRendered } from "../../src/messaging/content";
import { toLines } from "../../src/platform/csv-lines";
import { valueAt } from "../../src/platform/json-pointer";
import { translateRejected } from "../../src/web/console/page/lists/rejected";
import {
  fieldReason,
  fieldWords,
  errorDetailsOf,
  faultOf,
  isCarrierText,
  postReason,
  refusalReason,
  sandboxCause,
  shortReason,
  type Localization,
} from "../../src/web/console/page/parts/reasons";
import { en } from "../../src/web/console/page/texts/en";
import { pt } from "../../src/web/console/page/texts/pt";

const format: Localization["format"] = {
  number: (value) => value.toLocaleString("pt-BR"),
  share: String,
  money: String,
  unitPrice: String,
  hour: String,
  day: String,
  dialect: "excel_pt",
  change: String,
  points: String,
  recent: String,
  planned: String,
  date: String,
  instant: (timestamp) => `<${timestamp}>`,
  zonedInstant: (timestamp) => `<${timestamp}>`,
  minute: (timestamp) => `<${timestamp}>`,
  span: (seconds) => `${seconds} s`,
  exactSpan: String,
  shortSpan: (seconds) => `${seconds} s`,
  list: (words) => words.join(", "),
  bytes: (count) => `${count} B`,
};
const LANGUAGES = [
  ["Portuguese", { t: pt, format }],
  ["English", { t: en, format }],
] as const satisfies readonly [string, Localization][];
const inPortuguese: Localization = { t: pt, format };

const BLOCK_REASONS = contract.components.schemas.BlockReason.enum;

/** Place of the texts, for failures that name a missing one. */
const TEXTS = "src/web/console/page/texts/{en,pt}";

const ENGLISH = "The service's own English text";

function refused(
  call: string,
  code: string,
  more: { fields?: RecadoError["fields"]; retryAfterSeconds?: number } = {},
): RecadoError {
  const { fields = [], retryAfterSeconds = null } = more;
  const failure = { code, explanation: ENGLISH, fields: [...fields], requestId: "req-7", retryAfterSeconds };
  const error = new Refusal(call, new Response(null, { status: 422 }), failure);
  if (!isRecadoError(error)) throw new Error("the client does not know its own error");
  return error;
}

interface Schema {
  $ref?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

interface ResponseObject {
  $ref?: string;
  content?: Record<string, { schema: Schema; examples?: Record<string, { value: unknown }> }>;
}

interface Operation {
  operationId?: string;
  parameters?: { $ref?: string; in?: string; name?: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, ResponseObject>;
}

const operations = Object.values(contract.paths as unknown as Record<string, Record<string, Operation>>)
  .flatMap((path) => Object.values(path))
  .filter((operation) => operation.operationId !== undefined);

function resolved<T extends { $ref?: string }>(of: T): T {
  if (of.$ref === undefined) return of;
  return resolved(valueAt(contract, of.$ref) as T);
}

function fieldsOf(of: Schema, path = ""): string[] {
  const schema = resolved(of);
  const inner = path === "" ? "" : `${path}.`;
  return [
    ...(path === "" ? [] : [path]),
    ...[...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])].flatMap((one) =>
      fieldsOf(one, path),
    ),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => fieldsOf(one, inner + name)),
    ...(schema.items ? fieldsOf(schema.items, `${path}[3]`) : []),
    ...(typeof schema.additionalProperties === "object"
      ? fieldsOf(schema.additionalProperties, `${inner}nome`)
      : []),
  ];
}

const requestFields = [
  ...new Set(
    operations.flatMap(({ parameters = [], requestBody }) => [
      ...parameters
        .map(resolved)
        .filter((parameter) => parameter.in === "query")
        .map(({ name = "" }) => name),
      ...(requestBody ? fieldsOf(requestBody.content["application/json"]?.schema ?? {}) : []),
    ]),
  ),
];

describe.each(LANGUAGES)("texts in %s for the service's errors", (_, texts) => {
  const codes = contract.components.schemas.ErrorCode.enum;

  it.each(codes)("explains the code %s", (code) => {
    const words = refusalReason(refused("getFile", code), texts);
    expect(words).not.toContain(ENGLISH);
    expect(words).toMatch(/^\p{Lu}.*\S\.$|req-7$/su);
  });

  it.each([
    ["a message", contract.components.schemas.MessageErrorCode.enum, texts.t.faults],
    ["a send", contract.components.schemas.MessageErrorCode.enum, texts.t.send.reasons],
    ["a blocked message", BLOCK_REASONS, texts.t.send.reasons],
    ["a campaign", contract.components.schemas.CampaignErrorCode.enum, texts.t.campaigns.why],
    ["an import", contract.components.schemas.ImportErrorCode.enum, texts.t.imports.errors],
  ])("includes a text for every error code of %s", (_of, codes, words) => {
    expect(Object.keys(words)).toEqual(expect.arrayContaining(codes));
  });

  it("includes a name for every field of every request", () => {
    expect(requestFields.length).toBeGreaterThan(100);
    const nameless = requestFields.filter((field) => fieldWords(field, texts.t.fields) === undefined);
    expect(nameless.map((field) => `${TEXTS}/fields.ts has no ${field}`)).toEqual([]);
  });

  it("includes a text for every operation that can conflict with a resource's state", () => {
    const conflicting = operations.filter(({ responses }) => {
      const response = responses["409"];
      const examples = response && resolved(response).content?.["application/json"]?.examples;
      return Object.values(examples ?? {}).some(
        ({ value }) => (value as { error: { fields?: unknown } }).error.fields === undefined,
      );
    });
    expect(conflicting.length).toBeGreaterThan(5);
    expect(
      conflicting
        .map(({ operationId }) => operationId)
        .filter((id) => !Object.hasOwn(texts.t.refusals.of, id ?? ""))
        .map((id) => `${TEXTS}/refusals.ts has no ${id}`),
    ).toEqual([]);
  });
});

describe("the reason of a refused request", () => {
  it("replaces the service's English in every example of the contract", () => {
    const examples = Object.values(contract.components.responses as unknown as Record<string, ResponseObject>)
      .flatMap(({ content }) => Object.values(content?.["application/json"]?.examples ?? {}))
      .map(({ value }) => (value as { error: { code: string; fields?: RecadoError["fields"] } }).error);
    const withFields = examples.filter(({ fields }) => fields !== undefined);
    expect(withFields.length).toBeGreaterThan(5);
    for (const { code, fields = [] } of withFields) {
      for (const one of fields.filter(({ field }) => field !== "nome")) {
        expect(fieldReason(one, code, inPortuguese)).not.toBe(one.message);
        expect(refusalReason(refused("x", code, { fields: [one] }), inPortuguese)).not.toContain(one.message);
      }
    }
  });

  it("names the field with its position or its variable", () => {
    const reasonOf = (field: string, code = "validation_failed") =>
      refusalReason(refused("x", code, { fields: [{ field, message: ENGLISH }] }), inPortuguese);
    expect(reasonOf("recipients[3].to")).toBe("Número 4: Este número não pode receber mensagens.");
    expect(reasonOf("content.cards[1].suggestions[0].text")).toMatch(
      /^Texto do botão 2 1: .*1 a 25 caracteres/,
    );
    expect(reasonOf("attributes.name")).toMatch(/^Variável “name”: /);
    expect(reasonOf("recipients[0].variables.constructor")).toMatch(/^Variável “constructor” 1: /);
    expect(reasonOf("name", "conflict")).toBe("Nome: Este nome já está em uso ou não pode ser alterado.");
  });

  it("says once what is wrong with a field, by the labels of the screen", () => {
    const field = "follow_ups[0].template_id";
    const fields = ["must match pattern", "must NOT have fewer"].map((message) => ({ field, message }));
    const words = refusalReason(refused("x", "validation_failed", { fields }), inPortuguese);
    expect(words).toMatch(/^Enviar o modelo 1: Precisa existir/);
    expect(words.match(/Precisa existir/g)).toHaveLength(1);
  });

  it("includes sizes, instants and waiting times", () => {
    const size = [{ field: "size_bytes", message: "must be <= 5242880" }];
    expect(refusalReason(refused("x", "payload_too_large", { fields: size }), inPortuguese)).toBe(
      "Tamanho do arquivo: É grande demais: no máximo 5242880 B.",
    );
    const until = "is required, and must not be after 2026-01-02T03:04:05Z";
    const expires = [{ field: "expires_at", message: until }];
    expect(refusalReason(refused("x", "forbidden", { fields: expires }), inPortuguese)).toContain(
      "<2026-01-02T03:04:05Z>",
    );
    expect(refusalReason(refused("x", "rate_limited", { retryAfterSeconds: 23 }), inPortuguese)).toContain(
      "23 s",
    );
  });

  it("depends on the operation when the code alone is vague", () => {
    expect(refusalReason(refused("deleteTemplate", "conflict"), inPortuguese)).toMatch(/^Está em uso/);
    expect(refusalReason(refused("deleteTemplate", "not_found"), inPortuguese)).toBe(
      "O que você procura não existe mais.",
    );
  });

  it("is the service's text when the code or the field is unknown", () => {
    expect(refusalReason(refused("x", "quota_exceeded"), inPortuguese)).toBe(ENGLISH);
    const later = { field: "colour", message: "must be red" };
    expect(fieldReason(later, "validation_failed", inPortuguese)).toBe("must be red");
  });
});

describe("the reason of a text that is too long", () => {
  it.each([
    ["needs more than 10 segments", "Cabem no máximo 10 segmentos de SMS."],
    ["has 1600 characters, but Zenvia allows at most 1,520", "1.600 caracteres; cabem no máximo 1.520."],
    ["must have at most 1,600 characters: Twilio takes no more", "Cabem no máximo 1.600 caracteres."],
    [
      "is not possible",
      "É mais longo do que o canal ou a operadora aceita, ou tem um caractere sem equivalente no alfabeto do SMS.",
    ],
  ])("names the limit in “%s”", (message, words) => {
    expect(fieldReason({ field: "content.text", message }, "unprocessable_entity", inPortuguese)).toBe(words);
  });
});

describe("the details of a message's error", () => {
  const detailsOf = (code: string, message: string) => errorDetailsOf({ code, message }, inPortuguese);

  it("names the variables without a value", () => {
    expect(detailsOf("missing_variable", "no value for nome, pedido")).toBe("Falta valor para: nome, pedido");
  });

  it.each([
    ["sms", "x".repeat(30_000)],
    ["rcs", "x".repeat(30_000)],
  ] as const)("gives the size of a text that is too long for %s", (channel, value) => {
    const size = compileContent(channel, { type: "text", text: "{{a}}" }).measure((name) =>
      name === "a" ? value : undefined,
    );
    if (!("tooLong" in size)) throw new Error("the text is not too long");
    expect(detailsOf("content_too_long", size.tooLong)).toMatch(
      /^30\.000 caracteres; cabem no máximo [\d.]+$/,
    );
  });

  it("shows the number of segments of an SMS that is too long", () => {
    const problem = checkRendered("sms", { type: "text", text: "ã".repeat(1_500) });
    expect(detailsOf("content_too_long", problem?.message ?? "")).toMatch(
      /^\d+ segmentos de SMS; cabem no máximo \d+$/,
    );
  });

  it("lists the characters that cannot be encoded", () => {
    const rendered = compileContent("sms", { type: "text", text: "{{a}}", encoding: "gsm7" }).render(
      () => "a 😀 日",
    );
    if (!("notEncodable" in rendered)) throw new Error("the text can be encoded");
    expect(detailsOf("not_encodable", `the text ${rendered.notEncodable}`)).toBe("😀 日");
  });

  it.each([
    [
      zenvia("sms", { type: "text", text: "x".repeat(1_522) }, new Map()),
      "Texto: 1.522 caracteres; cabem no máximo 1.520",
    ],
    [twilio({ type: "text", text: "x".repeat(1_601) }, new Map()), "Texto: Cabem no máximo 1.600 caracteres"],
    [{ field: "orientation", message: "must be vertical" }, "Posição da imagem"],
  ])("names the part of %j, which the carrier cannot send", (found, part) => {
    const why = unsupportedCheck(
      { unsupportedContent: () => found },
      { channel: "sms", files: new Map() },
      { carrier: "main" },
    );
    const fault = { code: "carrier_rejected", message: why({ type: "text", text: "" }) ?? "" };
    expect(errorDetailsOf(fault, inPortuguese)).toBe(
      `A operadora main não consegue enviar este conteúdo (${part}).`,
    );
    expect(isCarrierText(fault)).toBe(false);
  });

  it("repeats the carrier's text, but no text of the service that the code already expresses", () => {
    expect(detailsOf("carrier_rejected", "Saldo insuficiente")).toBe("“Saldo insuficiente”");
    expect(detailsOf("landline", "a fixed line takes no SMS")).toBeNull();
    expect(detailsOf("quarantined", "it waits for a look")).toBe("it waits for a look");
  });
});

describe("the texts of the sandbox carrier", () => {
  const faults = ["0001", "0002", "0009"].flatMap((suffix) => {
    const { submit, reports } = outcomeFor(`+551198765${suffix}`, "sms");
    const outcome = submit(0);
    return [...reports.map(({ error }) => error), "error" in outcome ? outcome.error : null].filter(
      (error) => error !== null && error !== undefined,
    );
  });

  it("translates the causes of every simulated failure", () => {
    expect(faults).toHaveLength(3);
    for (const fault of faults) {
      expect(isCarrierText(fault)).toBe(false);
      expect(sandboxCause(fault, pt)).toBe(errorDetailsOf(fault, inPortuguese));
      expect(sandboxCause(fault, pt)).not.toBeNull();
    }
  });
});

describe("the explanation of an unknown outcome", () => {
  it("does not say that the carrier could not be reached, and quotes no carrier", () => {
    expect(faultOf(AMBIGUOUS, pt)).toBe(pt.unknownOutcome);
    expect(shortReason({ block_reason: null, error: AMBIGUOUS }, pt)).toBe(pt.unknownOutcome.what);
    expect(isCarrierText(AMBIGUOUS)).toBe(false);
    expect(errorDetailsOf(AMBIGUOUS, inPortuguese)).toBeNull();
  });
});

describe("the explanation of an expired message", () => {
  const explain = (message: string) => faultOf({ code: "expired", message }, pt);

  it.each(LANGUAGES)("differs for each cause in %s", (_, { t }) => {
    const words = Object.values(EXPIRY).map((message) => faultOf({ code: "expired", message }, t)?.what);
    expect(new Set([t.faults.expired.what, ...words]).size).toBe(Object.keys(EXPIRY).length + 1);
  });

  it("does not advise to send a message again that was revoked for its follow-up", () => {
    expect(explain(EXPIRY.revoked)?.todo).toBe(
      "Veja a mensagem de acompanhamento. Se você enviar esta de novo, a pessoa pode receber as duas.",
    );
  });

  it("supposes a phone out of reach only if the carrier could not deliver the message", () => {
    const google = readNotification({ eventType: "TTL_EXPIRATION_REVOKED", messageId: "1" }, 0);
    const smpp = readReceipt({
      text: "id:1 stat:EXPIRED",
      receiptedMessageId: null,
      messageState: null,
      networkErrorCode: null,
    });
    const sandbox = outcomeFor("+5511987650007", "sms").reports[0];
    const errors = [google.kind === "report" ? google.report.error : null, smpp?.error, sandbox?.error];
    for (const error of errors) expect(explain(error?.message ?? "")).toBe(pt.expiries.not_delivered);
    expect(explain("it waited too long in the sender's queue")).toBe(pt.faults.expired);
  });

  it("quotes a carrier's own sentence", () => {
    const fault = { code: "expired", message: "it waited too long in the sender's queue" };
    expect(errorDetailsOf(fault, inPortuguese)).toBe("“it waited too long in the sender's queue”");
    expect(errorDetailsOf({ code: "expired", message: EXPIRY.revoked }, inPortuguese)).toBeNull();
  });
});

describe("the reason why a webhook attempt failed", () => {
  const codes = [
    ...["ADDRESS_BLOCKED", "ENOTFOUND", "ENODATA", "EAI_AGAIN", "ECONNREFUSED", "EHOSTUNREACH"],
    ...["ECONNRESET", "TIMEOUT", "CERT_HAS_EXPIRED", "EPROTO", ""],
  ];

  it.each(codes)("is translated from the stored sentence of %j", (code) => {
    const sentence = postError({ code }, 10_000);
    expect(readPostError(sentence)).not.toBeNull();
    expect(postReason(sentence, { t: en, format })).toBe(sentence);
    expect(postReason(sentence, inPortuguese)).not.toBe(sentence);
  });

  it.each([
    ["No answer within 10 seconds.", "No response within 10 seconds."],
    [
      "The connection was closed before an answer came.",
      "The connection was closed before a response arrived.",
    ],
  ])("is translated from the sentence %j of an earlier build", (stored, expected) => {
    expect(postReason(stored, { t: en, format })).toBe(expected);
    expect(postReason(stored, inPortuguese)).not.toBe(stored);
  });

  it("is the stored sentence when it is unknown", () => {
    expect(postReason("Something new.", inPortuguese)).toBe("Something new.");
  });
});

describe("faults of imported tables", () => {
  const name = fc.string({ minLength: 1, maxLength: 12 });
  const count = fc.nat({ max: 2_000_000 });
  const rows = fc.oneof<fc.Arbitrary<RowFault>[]>(
    fc.record({ code: fc.constantFrom("garbled", "illegible") }),
    fc.record({ code: fc.constant("too_many_cells"), cells: count, columns: count }),
    fc.record({ code: fc.constant("unnamed_column"), column: count }),
    fc.record({
      code: fc.constantFrom("phone_empty", "phone_without_digits", "phone_invalid"),
      column: fc.constantFrom("telefone", "phone", "Telefone"),
    }),
    fc.record({ code: fc.constant("too_long"), column: name, max: count }),
  );
  const headers = fc.oneof<fc.Arbitrary<HeaderFault>[]>(
    fc.record({ code: fc.constantFrom("too_many_columns", "too_many_attributes"), max: count }),
    fc.record({ code: fc.constantFrom("no_phone_column", "illegible") }),
    fc.record({
      code: fc.constantFrom("two_phone_columns", "two_name_columns"),
      columns: fc.tuple(name, name),
    }),
    fc.record({ code: fc.constantFrom("column_missing", "column_twice"), column: name }),
  );

  it("reads a fault back from its stored sentence", () => {
    fc.assert(fc.property(rows, (fault) => expect(readRowFault(rowFaultWords(fault))).toEqual(fault)));
    fc.assert(
      fc.property(headers, (fault) => expect(readHeaderFault(headerFaultWords(fault))).toEqual(fault)),
    );
  });

  it("translates the table of rejected rows", () => {
    const served = toLines([
      ["line", "reason", "telefone", "nome"],
      [2, "telefone is not a valid phone number.", "123", 'Rui, "o"'],
      ["", "Other rejected rows that are not stored: 7."],
    ]);
    expect(translateRejected(`\ufeff${served}`, pt.imports, ",")).toBe(
      "\ufefflinha,motivo,telefone,nome\r\n" +
        '2,telefone não é um número de telefone válido.,123,"Rui, ""o"""\r\n' +
        ",Outras linhas recusadas que não estão guardadas: 7.\r\n",
    );
  });
});
