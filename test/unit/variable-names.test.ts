import fc from "fast-check";
import { compileContent, variablesOf } from "../../src/messaging/content";
import { contactValue, distinctVariables, valueIn, variableNamed } from "../../src/messaging/variable-names";

const SPELLINGS = {
  name: ["name", "nome", "Name", "Nome", "NAME", "NOME"],
  phone: ["phone", "telefone", "Phone", "Telefone", "PHONE", "TELEFONE"],
} as const;
const spellingOf = (variable: keyof typeof SPELLINGS) => fc.constantFrom(...SPELLINGS[variable]);
const variable = fc.constantFrom("name" as const, "phone" as const);
const sms = (text: string) => ({ type: "text" as const, text });

describe("the name of a variable", () => {
  it.each(Object.entries(SPELLINGS))("is %s in every spelling", (name, spellings) => {
    expect(new Set(spellings.map(variableNamed))).toEqual(new Set([name]));
  });

  it("is unchanged and case-sensitive for every other variable", () => {
    const known = new Set<string>(Object.values(SPELLINGS).flat());
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/), (name) => {
        fc.pre(!known.has(name));
        expect(variableNamed(name)).toBe(name);
        expect(valueIn({ [name.toUpperCase()]: "x" }, name)).toBe(
          name === name.toUpperCase() ? "x" : undefined,
        );
      }),
    );
    expect(variableNamed("constructor")).toBe("constructor");
  });

  it("is listed once, in its first spelling", () => {
    expect(distinctVariables(["cidade", "nome", "name", "Cidade", "phone", "NOME"])).toEqual([
      ...["cidade", "nome", "Cidade", "phone"],
    ]);
    expect(variablesOf(sms("{{Nome}} {{name}} {{telefone}} {{cidade}}"))).toEqual([
      "Nome",
      "telefone",
      "cidade",
    ]);
  });

  it("is reported missing once, in its first spelling", () => {
    const { render } = compileContent("sms", sms("{{nome}} {{name}} {{phone}}"));
    expect(render(() => undefined)).toEqual({ missing: ["nome", "phone"] });
  });
});

describe("the value of a variable", () => {
  const contact = { attributes: {}, name: "Ana", phone: "+5511987651234" };

  it("is the contact's own name or number in every spelling", () => {
    fc.assert(fc.property(spellingOf("name"), (name) => contactValue(contact, name) === "Ana"));
    fc.assert(fc.property(spellingOf("phone"), (name) => contactValue(contact, name) === contact.phone));
    expect(contactValue({ ...contact, name: null }, "nome")).toBeUndefined();
  });

  it("is found for every spelling of the placeholder and of the given name", () => {
    fc.assert(
      fc.property(
        variable.chain((one) => fc.tuple(spellingOf(one), spellingOf(one))),
        fc.string(),
        ([placeholder, given], value) => {
          expect(valueIn({ [given]: value }, placeholder)).toBe(value);
          expect(contactValue({ ...contact, attributes: { [given]: value } }, placeholder)).toBe(value);
        },
      ),
    );
  });

  it("belongs to the exact spelling, or else to the first one in a fixed order", () => {
    fc.assert(
      fc.property(
        variable.chain((one) =>
          fc.tuple(spellingOf(one), fc.uniqueArray(spellingOf(one), { minLength: 1 }), fc.constant(one)),
        ),
        ([placeholder, given, one]) => {
          const values = Object.fromEntries(given.map((name) => [name, `the value of ${name}`]));
          const wins = given.includes(placeholder)
            ? placeholder
            : SPELLINGS[one].find((name) => given.includes(name));
          expect(valueIn(values, placeholder)).toBe(`the value of ${wins}`);
        },
      ),
    );
  });

  it("is the attribute's rather than the contact's, in any spelling", () => {
    fc.assert(
      fc.property(spellingOf("name"), spellingOf("name"), (placeholder, given) => {
        expect(contactValue({ ...contact, attributes: { [given]: "" } }, placeholder)).toBe("");
      }),
    );
  });

  it("ignores inherited properties", () => {
    for (const name of ["constructor", "__proto__", "toString"]) {
      expect(valueIn({}, name)).toBeUndefined();
      expect(contactValue(contact, name)).toBeUndefined();
    }
  });
});
