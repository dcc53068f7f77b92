import fc from "fast-check";
import { fillText, namesIn, parseText, type Values } from "../../src/messaging/variables";

const from =
  (record: Record<string, string>): Values =>
  (name) =>
    Object.hasOwn(record, name) ? record[name] : undefined;

function render(text: string, record: Record<string, string>) {
  const missing: string[] = [];
  const filled = fillText(parseText(text), from(record), missing);
  return missing.length === 0 ? { text: filled } : { missing };
}

describe("placeholders in a text", () => {
  it("inserts the value of a name", () => {
    expect(render("Olá {{nome}}, código {{ codigo }}.", { nome: "João", codigo: "42" })).toEqual({
      text: "Olá João, código 42.",
    });
  });

  it.each(["{{a}}", "{{ a }}", "{{a  }}", "{{\ta\n}}", "{{\u00a0a}}"])(
    "accepts white space in a placeholder: %j",
    (text) => {
      expect(render(text, { a: "x" })).toEqual({ text: "x" });
    },
  );

  it("accepts adjacent and repeated placeholders", () => {
    expect(render("{{a}}{{b}}-{{a}}", { a: "1", b: "2" })).toEqual({ text: "12-1" });
  });

  it.each([
    "{{}}",
    "{{ }}",
    "{{a b}}",
    "{{é}}",
    "{a}",
    "{{a}",
    "{{a",
    "a}}",
    "{ {a} }",
    `{{${"a".repeat(65)}}}`,
  ])("keeps a malformed placeholder: %j", (text) => expect(render(text, { a: "x" })).toEqual({ text }));

  it("finds placeholders inside further braces", () => {
    expect(render("{{{a}}}", { a: "x" })).toEqual({ text: "{x}" });
    expect(render("{{ {{a}} }}", { a: "x" })).toEqual({ text: "{{ x }}" });
  });

  it("accepts names of up to 64 letters, digits, dots, dashes and underscores", () => {
    const name = "Az09_.-".padEnd(64, "x");
    expect(render(`{{${name}}}`, { [name]: "ok" })).toEqual({ text: "ok" });
  });

  it("distinguishes names by case and ignores inherited properties", () => {
    expect(render("{{Nome}}{{constructor}}", { nome: "x" })).toEqual({ missing: ["Nome", "constructor"] });
  });

  it("returns missing names once each, in order of appearance", () => {
    expect(render("{{c}}{{a}}{{b}}{{c}}", { a: "x" })).toEqual({ missing: ["c", "b"] });
  });

  it("accepts the empty string as a value", () =>
    expect(render("[{{a}}]", { a: "" })).toEqual({ text: "[]" }));

  it("inserts a value literally, neither as a template nor as a replacement pattern", () => {
    const values = { a: "{{b}}", b: "$& $1 {{a}}" };
    expect(render("{{a}} {{b}}", values)).toEqual({ text: "{{b}} $& $1 {{a}}" });
  });

  it("collects the missing names of several texts in one list", () => {
    const missing: string[] = [];
    for (const text of ["{{a}}", "{{b}}{{a}}"]) fillText(parseText(text), () => undefined, missing);
    expect(missing).toEqual(["a", "b"]);
  });

  it("lists the names of several texts once each", () => {
    expect(namesIn([parseText("{{b}}{{a}}"), parseText("x"), parseText("{{c}}{{b}}")])).toEqual([
      "b",
      "a",
      "c",
    ]);
  });

  it("equals naive concatenation for any text", () => {
    const literal = fc.string({ unit: fc.constantFrom("a", " ", "}", "é", "😀", "$") });
    const name = fc.string({ unit: fc.constantFrom(..."aZ0_.-"), minLength: 1, maxLength: 64 });
    const pieces = fc.array(fc.tuple(literal, name, fc.string()));
    fc.assert(
      fc.property(pieces, literal, (parts, end) => {
        const values = Object.fromEntries(parts.map(([, key, value]) => [key, value]));
        const text = parts.map(([before, key]) => `${before}{{ ${key} }}`).join("") + end;
        const expected = parts.map(([before, key]) => before + values[key]).join("") + end;
        expect(render(text, values)).toEqual({ text: expected });
        expect(namesIn([parseText(text)])).toEqual([...new Set(parts.map(([, key]) => key))]);
      }),
    );
  });
});
