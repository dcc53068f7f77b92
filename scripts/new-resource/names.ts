/** Maximum length of a resource name. Longer names make generated code unreadable. */
const MAX_LENGTH = 40;

const PLURAL = /^[a-z]+(-[a-z]+)*s$/;
const SINGULAR = /^[a-z]+(-[a-z]+)*$/;

/** Words that strict code cannot use as names of variables. */
const RESERVED = new Set(
  (
    "arguments await break case catch class const continue debugger default delete do else enum eval export " +
    "extends false finally for function if implements import in instanceof interface let new null package " +
    "private protected public return static super switch this throw true try typeof undefined var void while " +
    "with yield"
  ).split(" "),
);

/** Error whose message is the only line that the command prints. */
export class Refusal extends Error {
  override readonly name = "Refusal";
}

export const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (kebab: string) => kebab.split("-").map(capital).join("");
const camel = (kebab: string) => pascal(kebab).replace(/^./, (first) => first.toLowerCase());
const spaced = (kebab: string) => kebab.replaceAll("-", " ");
const snake = (kebab: string) => kebab.replaceAll("-", "_");

/** Returns the singular of an English plural: `categories`, `boxes`, `statuses`, `warehouses`, `segments`. */
function singularOf(plural: string): string {
  if (/[^aeiou]ies$/.test(plural)) return plural.replace(/ies$/, "y");
  if (/(ss|[^ao]us|x|ch|sh)es$/.test(plural)) return plural.replace(/es$/, "");
  return plural.replace(/s$/, "");
}

/**
 * Returns the template markers with their values. For `contact-lists`, `<Pascal>` is `ContactList`. Derives
 * the singular unless it is given.
 */
export function namesOf(kebabs: string, given?: string) {
  const kebab = given ?? singularOf(kebabs);
  if (!PLURAL.test(kebabs) || kebabs.length > MAX_LENGTH || (given === undefined && /ss$/.test(kebabs))) {
    throw new Refusal(
      `"${kebabs}" must be a plural of small letters and hyphens, at most ${MAX_LENGTH} long, such as "segments" or "price-lists". ` +
        `If its singular is irregular, add it: "aliases alias".`,
    );
  }
  if (!SINGULAR.test(kebab) || kebab === kebabs || kebab.length > MAX_LENGTH) {
    throw new Refusal(
      `"${kebab}" must be the singular of "${kebabs}", of small letters and hyphens, such as "aliases alias".`,
    );
  }
  const reserved = [camel(kebab), camel(kebabs)].find((word) => RESERVED.has(word));
  if (reserved !== undefined) {
    throw new Refusal(
      `"${kebabs}" cannot be used, because "${reserved}" is a reserved word of TypeScript: add a word, such as "support-${kebabs}".`,
    );
  }
  const a = /^[aeiou]/.test(kebab) ? "an" : "a";
  return {
    kebabs,
    kebab,
    snakes: snake(kebabs),
    snake: snake(kebab),
    words: spaced(kebabs),
    word: spaced(kebab),
    Pascals: pascal(kebabs),
    Pascal: pascal(kebab),
    camels: camel(kebabs),
    camel: camel(kebab),
    Title: capital(spaced(kebabs)),
    a,
    A: capital(a),
    // Scopes use the last word: `keys:read` is a scope of `api-keys`.
    scope: kebabs.split("-").at(-1) ?? kebabs,
  };
}

export type Names = ReturnType<typeof namesOf> & { migration: string };

/** Replaces the template's markers with the names. Unknown markers stay. */
export const filled = (template: string, names: Names): string =>
  template.replace(/<(\w+)>/g, (marker, key: string) => (names as Record<string, string>)[key] ?? marker);
