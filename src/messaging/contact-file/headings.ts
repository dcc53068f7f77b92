import { patterns } from "../../../generated/server/values";
import { unaccented } from "../../platform/text";
import { isOwnVariable } from "../variable-names";

// Derives the use of a column from its heading. This module also runs in browsers.

const ATTRIBUTE = new RegExp(patterns.VariableName, "u");
const LONGEST_NAME = 64;

const PHONE = /^(phone|telefone)$/i;
const NAME = /^(name|nome)$/i;

/** Folded headings of phone columns, used if no column is named `phone` or `telefone`. */
const OTHER_PHONES: ReadonlySet<string> = new Set([
  "telefone",
  "phone",
  "celular",
  "whatsapp",
  "whats app",
  "fone",
  "tel",
  "numero",
  "msisdn",
  "numero de telefone",
  "numero do telefone",
  "numero telefone",
  "numero de celular",
  "numero do celular",
  "numero de whatsapp",
  "numero do whatsapp",
  "numero whatsapp",
  "telefone celular",
  "telefone whatsapp",
  "celular whatsapp",
  "telefone com ddd",
  "celular com ddd",
  "fone celular",
  "tel celular",
  "telefone movel",
  "mobile",
  "mobile phone",
  "mobile number",
  "phone number",
  "telephone",
  "telephone number",
  "cell",
  "cell phone",
  "cellphone",
  "number",
  "whatsapp number",
]);

/** Folded headings of name columns, used if no column is named `name` or `nome`. */
const OTHER_NAMES: ReadonlySet<string> = new Set([
  "nome",
  "name",
  "nome completo",
  "nome do cliente",
  "nome da cliente",
  "nome cliente",
  "nome do contato",
  "full name",
  "fullname",
  "customer name",
  "client name",
  "contact name",
  "cliente",
  "contato",
  "customer",
  "client",
  "contact",
]);

/** Returns a heading without case, accents and punctuation. */
const folded = (heading: string) =>
  unaccented(heading)
    .replace(/[^a-z0-9]+/g, " ")
    .trim();

const columnsWhere = (headings: readonly string[], test: (heading: string) => boolean): number[] =>
  headings.flatMap((heading, index) => (test(heading) ? [index] : []));

export const isAttributeName = (heading: string): boolean => ATTRIBUTE.test(heading);

/** Returns the indexes of possible phone columns; more than one if the headings are ambiguous. */
export function phoneColumns(headings: readonly string[]): number[] {
  const plainly = columnsWhere(headings, (heading) => PHONE.test(heading));
  return plainly.length > 0
    ? plainly
    : columnsWhere(headings, (heading) => OTHER_PHONES.has(folded(heading)));
}

/** Folded headings that also name other numbers, such as the number of a house. */
const AMBIGUOUS_PHONES: ReadonlySet<string> = new Set(["numero", "number"]);

/** Returns the indexes of all columns whose headings clearly name phone numbers. */
export const certainPhoneColumns = (headings: readonly string[]): number[] =>
  columnsWhere(headings, (heading) => {
    const name = folded(heading);
    return OTHER_PHONES.has(name) && !AMBIGUOUS_PHONES.has(name);
  });

/**
 * Returns the indexes of possible name columns. In a file with a `phone` or `telefone` column, a valid
 * attribute name such as `cliente` stays an attribute, as in earlier versions. Without a `name` or `nome`
 * column, returns none if several columns are possible.
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

/** Headings that the service and the console put before those of the file in a table of rejected rows. */
const REJECTION_HEADINGS = [
  ["line", "reason"],
  ["linha", "motivo"],
] as const;

/**
 * Returns how many first columns hold lines and reasons of rejected rows. If corrected rows are rejected
 * again, each such import adds a pair of columns.
 */
export function rejectionColumns(headings: readonly string[]): number {
  let count = 0;
  while (REJECTION_HEADINGS.some((pair) => pair.every((heading, at) => heading === headings[count + at])))
    count += 2;
  return count;
}

/**
 * Returns the attribute name derived from a heading: `data_de_nascimento` from `Data de Nascimento`. A
 * heading without Latin letters and digits gives `column_` and the position, which counts from 1.
 */
export function nameFromHeading(heading: string, position: number): string {
  const made = unaccented(heading)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+/, "")
    .slice(0, LONGEST_NAME)
    .replace(/_+$/, "");
  return made === "" ? `column_${position}` : made;
}

/** Returns the name itself or, if the name is taken, the name with the lowest free number appended. */
function freeName(name: string, isTaken: (name: string) => boolean): string {
  if (!isTaken(name)) return name;
  for (let number = 2; ; number++) {
    const numbered = `${name.slice(0, LONGEST_NAME - `_${number}`.length)}_${number}`;
    if (!isTaken(numbered)) return numbered;
  }
}

/**
 * Returns a unique attribute name for each heading: a valid heading itself, or a derived name. The names
 * never match the built-in variables for the contact's name and number.
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
  const unchanged = columns.map(({ heading }) => (isAttributeName(heading) ? take(heading) : null));
  return columns.map(
    ({ heading, position }, index) => unchanged[index] ?? take(nameFromHeading(heading, position)),
  );
}
