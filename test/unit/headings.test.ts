import fc from "fast-check";
import { choicesOf, readHeader } from "../../src/messaging/contact-file/header";
import { attributeNames, isAttributeName, nameFromHeading } from "../../src/messaging/contact-file/headings";
import { isOwnVariable } from "../../src/messaging/variable-names";

const heading = fc.oneof(
  fc.constantFrom(
    "Data de Nascimento",
    "data_de_nascimento",
    "Nome",
    "nome:",
    "Ação",
    "acao",
    "名前",
    "telefone",
    "é",
  ),
  fc.string({ minLength: 1, maxLength: 80 }),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }),
);
const headings = fc.uniqueArray(heading, { maxLength: 30 });
const named = (all: readonly string[]) =>
  attributeNames(all.map((one, i) => ({ heading: one, position: i + 1 })));

describe("attribute names of headings", () => {
  it.each([
    ["Data de Nascimento", "data_de_nascimento"],
    ["  Endereço (rua) ", "endereco_rua"],
    ["CPF/CNPJ", "cpf_cnpj"],
    ["Nº do pedido", "no_do_pedido"],
    ["Ｖａｌｏｒ Ｒ＄", "valor_r"],
    ["E-mail 2", "e_mail_2"],
    ["名前", "column_7"],
    ["---", "column_7"],
    ["x".repeat(70), "x".repeat(64)],
    [`${"x".repeat(63)} y`, "x".repeat(63)],
  ])("turns %j into %j", (text, name) => {
    expect(nameFromHeading(text, 7)).toBe(name);
  });

  it("creates valid, distinct names that never hide the contact's name or number", () => {
    fc.assert(
      fc.property(headings, (all) => {
        const names = named(all);
        expect(names).toHaveLength(all.length);
        expect(names.every(isAttributeName)).toBe(true);
        expect(new Set(names).size).toBe(all.length);
        expect(names.filter(isOwnVariable)).toEqual([]);
      }),
    );
  });

  it("keeps a heading that is a valid name", () => {
    const valid = fc.stringMatching(/^[A-Za-z0-9_.-]{1,64}$/).filter((name) => !isOwnVariable(name));
    fc.assert(
      fc.property(fc.uniqueArray(valid), headings, (validNames, others) => {
        const others_ = others.filter((one) => !validNames.includes(one));
        expect(named([...others_, ...validNames]).slice(others_.length)).toEqual(validNames);
      }),
    );
  });

  it("numbers a name that is already used, within the maximum length", () => {
    expect(named(["Ação", "acao", "AÇÃO", "nome"])).toEqual(["acao_2", "acao", "acao_3", "nome_2"]);
    const long = "x".repeat(64);
    expect(named([long, `${long}!`])).toEqual([long, `${"x".repeat(62)}_2`]);
  });
});

describe("the columns of a contact file", () => {
  const uses = (names: string[]) => {
    const { phone, name, attributes } = readHeader(names);
    return {
      phone: names[phone],
      name: name === null ? null : names[name],
      attributes: attributes.map((a) => a.name),
    };
  };

  it.each([
    [["Celular", "Cliente"], "Celular", "Cliente", []],
    [["WhatsApp", "Nome Completo", "Cidade"], "WhatsApp", "Nome Completo", ["Cidade"]],
    [["Número", "nome", "cliente"], "Número", "nome", ["cliente"]],
    [["Telefone celular:", "Contato"], "Telefone celular:", "Contato", []],
    [["Mobile Number", "Full name"], "Mobile Number", "Full name", []],
    // A file with `telefone` keeps its attributes, as in earlier versions.
    [["telefone", "cliente", "celular"], "telefone", null, ["cliente", "celular"]],
    [["PHONE", "Nome completo", "nome_completo"], "PHONE", "Nome completo", ["nome_completo"]],
    // Two other headings for the name are ambiguous and become attributes.
    [["fone", "cliente", "contato"], "fone", null, ["cliente", "contato"]],
    [["line", "reason", "linha", "motivo", "fone", "line"], "fone", null, ["line"]],
    [["motivo", "linha", "fone"], "fone", null, ["motivo", "linha"]],
  ])("recognises %j", (names, phone, name, attributes) => {
    expect(uses(names)).toEqual({ phone, name, attributes });
  });

  it("refuses several headings for the phone number", () => {
    expect(() => readHeader(["celular", "whatsapp"])).toThrow(
      'two columns of phone numbers: "celular" and "whatsapp"',
    );
  });

  it("reads valid headings as earlier versions did", () => {
    const valid = fc
      .stringMatching(/^[A-Za-z0-9_.-]{1,12}$/)
      .filter((name) => !/^(phone|telefone|name|nome)$/i.test(name));
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.oneof(valid, fc.constantFrom("cliente", "celular", "contato", "fullname")), {
          maxLength: 20,
        }),
        fc.constantFrom("phone", "Telefone"),
        fc.option(fc.constantFrom("name", "NOME")),
        (attributes, phone, name) => {
          const names = [...attributes, phone, ...(name === null ? [] : [name])];
          expect(uses(names)).toEqual({ phone, name, attributes });
        },
      ),
    );
  });

  it("preserves the columns when an import continues from its choices", () => {
    fc.assert(
      fc.property(headings, fc.nat(3), (all, unnamed) => {
        const others = all
          .map((one) => one.trim())
          .filter((one, at, list) => one !== "" && list.indexOf(one) === at);
        const names = ["telefone", ...others.filter((one) => !/^(phone|telefone|name|nome)$/i.test(one))];
        names.push(...Array.from({ length: unnamed }, () => ""));
        const columns = readHeader(names);
        expect(readHeader(names, choicesOf(columns))).toEqual(columns);
      }),
    );
  });

  it("reads only the leading columns of a table of rejected rows that the request chooses", () => {
    const { attributes } = readHeader(
      ["line", "reason", "fone"],
      [{ heading: "reason", use: "attribute", attribute: "motivo" }],
    );
    expect(attributes).toEqual([{ index: 1, name: "motivo" }]);
  });

  it.each([
    [["line", "reason", "phone"], 0],
    [["line", "reason", "line", "reason", "phone"], 2],
    [["linha", "motivo", "line", "reason", "line", "reason", "phone"], 4],
    [["line", "reason", "phone", "line", "reason"], 3],
  ])("applies choices to the file's own columns in the table of rejected rows %j", (names, first) => {
    const columns = readHeader(names, [
      { heading: "line", use: "attribute", attribute: "track" },
      { heading: "reason", use: "attribute", attribute: "motive" },
    ]);
    expect(columns.attributes).toEqual([
      { index: first, name: "track" },
      { index: first + 1, name: "motive" },
    ]);
    expect(readHeader(names, choicesOf(columns))).toEqual(columns);
  });

  it("applies the n-th choice of a heading to the n-th column with it", () => {
    const names = ["valor", "valor", "telefone", "Contato"];
    const columns = readHeader(names, [
      { heading: " valor ", use: "attribute", attribute: "antes" },
      { heading: "valor", use: "ignore" },
      { heading: "Contato", use: "phone" },
    ]);
    expect(columns).toMatchObject({ phone: 3, name: null });
    // A phone column that is not the contact's number must not hide that number.
    expect(columns.attributes).toEqual([
      { index: 0, name: "antes" },
      { index: 2, name: "telefone_2" },
    ]);
    expect(() => readHeader(names, [{ heading: "Valor", use: "ignore" }])).toThrow('no column "Valor"');
  });
});
