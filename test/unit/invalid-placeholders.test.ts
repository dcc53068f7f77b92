import fc from "fast-check";
import { automaticReplyProblem } from "../../src/messaging/automatic-reply";
import { checkContent, type Content } from "../../src/messaging/content";
import {
  invalidPlaceholders,
  placeholderProblem,
  readPlaceholderProblem,
} from "../../src/messaging/invalid-placeholders";
import { parseText } from "../../src/messaging/variables";
import { fieldReason, type Localization } from "../../src/web/console/page/parts/reasons";
import { placeholderFault } from "../../src/web/console/page/parts/placeholder-fault";
import { pt } from "../../src/web/console/page/texts/pt";

const CODE = "{{ código }}";
const localization = { t: pt } as Localization;

describe("invalidPlaceholders", () => {
  it.each([
    ["{{ código }}", "{{ codigo }}"],
    ["{{Ac\u0327a\u0303o}}", "{{ acao }}"],
    ["{{ nome completo }}", "{{ nome_completo }}"],
    ["{{first\u00a0\tname}}", "{{ first_name }}"],
    ["{{ имя }}", null],
    [`{{${"a".repeat(65)}}}`, null],
  ])("finds %j and proposes %j", (written, proposed) => {
    expect(invalidPlaceholders(`Oi {{nome}} ${written}, ${written}.`)).toEqual([{ written, proposed }]);
  });

  it.each([
    "{{}}",
    "{{ }}",
    "{{ - }}",
    '{{"a": 1}}',
    "{{a|b}}",
    "{{ código",
    "{ {código} }",
    "{{ a\nb }}",
    "{{\ta\n}}",
    "{{nome}}",
    "{{ {{a}} }}",
  ])("finds none in %j", (text) => expect(invalidPlaceholders(text)).toEqual([]));

  it("finds a name between braces if and only if the parser does not read it", () => {
    const name = fc.string({ unit: fc.constantFrom(..."aZ0_.-é "), minLength: 1, maxLength: 70 });
    fc.assert(
      fc.property(name, (inside) => {
        const text = `{{${inside}}}`;
        const isName = /[aZ0é]/.test(inside) && parseText(text).names.length === 0;
        expect(invalidPlaceholders(text)).toHaveLength(isName ? 1 : 0);
      }),
    );
  });

  it("shortens a long placeholder, so that the error stays readable", () => {
    const [invalid] = invalidPlaceholders(`{{${"é".repeat(3_000)}}}`);
    expect(invalid?.written).toMatch(/^\{\{é{75}…\}\}$/);
  });
});

describe("checkContent", () => {
  it("names every text with an invalid placeholder, and proposes a valid one", () => {
    const suggestion = { text: CODE, postback_data: CODE };
    const content: Content = {
      type: "carousel",
      card_width: "medium",
      cards: [
        { title: "x" },
        {
          title: CODE,
          description: CODE,
          media: { file_id: "f", height: "short", alt_text: CODE },
          suggestions: [{ type: "open_url", url: `https://x.example/${CODE}`, ...suggestion }],
        },
      ],
      suggestions: [
        { type: "view_location", latitude: 1, longitude: 1, label: CODE, ...suggestion },
        {
          type: "create_calendar_event",
          title: CODE,
          description: CODE,
          start_at: "2030-01-01T12:00:00Z",
          end_at: "2030-01-01T13:00:00Z",
          ...suggestion,
        },
      ],
    };
    const problems = checkContent("rcs", content);
    expect(problems.map(({ field }) => field)).toEqual([
      "content.cards[1].media.alt_text",
      "content.cards[1].title",
      "content.cards[1].description",
      "content.cards[1].suggestions[0].text",
      "content.cards[1].suggestions[0].url",
      "content.cards[1].suggestions[0].postback_data",
      "content.suggestions[0].text",
      "content.suggestions[0].label",
      "content.suggestions[0].postback_data",
      "content.suggestions[1].text",
      "content.suggestions[1].title",
      "content.suggestions[1].description",
      "content.suggestions[1].postback_data",
    ]);
    for (const { message } of problems.slice(1)) {
      expect(message).toMatch(/^has the invalid placeholder \{\{ código \}\}: .+; write \{\{ codigo \}\}$/);
    }
  });

  it("names each invalid placeholder of a text", () => {
    expect(checkContent("sms", { type: "text", text: `${CODE} {{a b}} ${CODE}` })).toMatchObject([
      { field: "content.text", message: expect.stringContaining("{{ código }}") },
      { field: "content.text", message: expect.stringContaining("{{a b}}") },
    ]);
  });
});

describe("automaticReplyProblem", () => {
  it("rejects an invalid placeholder as it rejects a valid one", () => {
    expect(automaticReplyProblem(`Seu ${CODE}.`)).toBe("must have no placeholders");
  });
});

describe("the console", () => {
  it.each(["{{ código }}", "{{ имя }}"])("translates the service's error for %s", (text) => {
    const [invalid] = invalidPlaceholders(text);
    const message = invalid === undefined ? "" : placeholderProblem(invalid);
    expect(readPlaceholderProblem(message)).toEqual(invalid);
    const translated = fieldReason({ field: "content.text", message }, "unprocessable_entity", localization);
    expect(translated).toBe(placeholderFault(text, pt));
    expect(translated).toMatch(/não é uma variável/);
  });

  it("shows no error for valid placeholders", () => expect(placeholderFault("Oi {{ nome }}", pt)).toBeNull());
});
