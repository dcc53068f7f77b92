import { patterns } from "../../../generated/server/values";
import { isOwnVariable } from "../variable-names";

// What the headings of a table of contacts mean. Runs in browsers too.

const ATTRIBUTE = new RegExp(patterns.VariableName, "u");
const LONGEST_NAME = 64;

const PHONE = /^(phone|telefone)$/i;
const NAME = /^(name|nome)$/i;

/** Folded headings that mean the number where no column is headed `phone` or `telefone`. */
const OTHER_PHONES: ReadonlySet<string> = new Set([
  ...["telefone", "phone", "celular", "whatsapp", "whats app", "fone", "tel", "numero", "msisdn"],
  ...[
    "numero de telefone",
    "numero do telefone",
    "numero telefone",
    "numero de celular",
    "numero do celular",
  ],
  ...["numero de whatsapp", "numero do whatsapp", "numero whatsapp", "telefone celular", "telefone whatsapp"],
  ...[
    "celular whatsapp",
    "telefone com ddd",
    "celular com ddd",
    "fone celular",
    "tel celular",
    "telefone movel",
  ],
  ...["mobile", "mobile phone", "mobile number", "phone number", "telephone", "telephone number"],
  ...["cell", "cell phone", "cellphone", "number", "whatsapp number"],
]);

/** Folded headings that mean the name where no column is headed `name` or `nome`. */
const OTHER_NAMES: ReadonlySet<string> = new Set([
  ...[
    "nome",
    "name",
    "nome completo",
    "nome do cliente",
    "nome da cliente",
    "nome cliente",
    "nome do contato",
  ],
  ...["full name", "fullname", "customer name", "client name", "contact name"],
  ...["cliente", "contato", "customer", "client", "contact"],
]);

const plain = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
/** Case, accents and punctuation of a heading do not count. */
const folded = (heading: string) =>
  plain(heading)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

const columnsWhere = (headings: readonly string[], test: (heading: string) => boolean): number[] =>
  headings.flatMap((heading, index) => (test(heading) ? [index] : []));

export const isAttributeName = (heading: string): boolean => ATTRIBUTE.test(heading);

/** Returns the columns that may hold the number; more than one where the headings are ambiguous. */
export function phoneColumns(headings: readonly string[]): number[] {
  const plainly = columnsWhere(headings, (heading) => PHONE.test(heading));
  return plainly.length > 0
    ? plainly
    : columnsWhere(headings, (heading) => OTHER_PHONES.has(folded(heading)));
}

/**
 * Returns the columns that may hold the name. Beside a column `phone` or `telefone` a heading that can be the name of an
 * attribute is one, as it always was: `cliente` is the name only in a file that could not be imported before.
 */
export function nameColumns(headings: readonly string[]): number[] {
  const plainly = columnsWhere(headings, (heading) => NAME.test(heading));
  if (plainly.length > 0) return plainly;
  const keepsAttributes = headings.some((heading) => PHONE.test(heading));
  const others = columnsWhere(
    headings,
    (heading) => OTHER_NAMES.has(folded(heading)) && !(keepsAttributes && isAttributeName(heading)),
  );
  return others.length === 1 ? others : [];
}

/** Returns the name that a heading makes: `data_de_nascimento` of `Data de Nascimento`. Positions count from 1. */
export function nameFromHeading(heading: string, position: number): string {
  const made = plain(heading)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+/, "")
    .slice(0, LONGEST_NAME)
    .replace(/_+$/, "");
  return made === "" ? `column_${position}` : made;
}

/** Returns the name, with the first number behind it that makes it free. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number++) {
    const numbered = `${name.slice(0, LONGEST_NAME - `_${number}`.length)}_${number}`;
    if (!isTaken(numbered)) return numbered;
  }
}

/**
 * Returns the name of the attribute that each heading stands for. A heading that can be a name stays as it is; the names
 * of the others are made. No name is taken twice, and none hides the contact's own name or number.
 */
export function attributeNames(
  columns: readonly { heading: string; position: number }[],
  taken: readonly string[] = [],
): string[] {
  const used = new Set(taken);
  const take = (name: string) => {
    const free = freeName(name, (one) => used.has(one) || isOwnVariable(one));
    used.add(free);
    return free;
  };
  const kept = columns.map(({ heading }) => (isAttributeName(heading) ? take(heading) : null));
  return columns.map(
    ({ heading, position }, index) => kept[index] ?? take(nameFromHeading(heading, position)),
  );
}
