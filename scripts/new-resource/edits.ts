import { wrapped } from "../generation/formatted";
import { capital, type Names, Refusal } from "./names";

type Change = (text: string) => string;

const PROSE_WIDTH = 106;

/** Inserts text before the last line that begins with the anchor. */
function before(anchor: string, inserted: string): Change {
  return (text) => {
    const at = text.lastIndexOf(`\n${anchor}`) + 1;
    if (at === 0)
      throw new Refusal(`has no line that begins with "${anchor.trim()}" to add the resource to.`);
    return text.slice(0, at) + inserted + text.slice(at);
  };
}

/** Inserts text after the anchor, which must occur exactly once. */
function after(anchor: string, inserted: string): Change {
  return (text) => {
    const [head = "", ...rest] = text.split(anchor);
    if (rest.length !== 1) throw new Refusal(`must have "${anchor.trim()}" once, to add the resource to it.`);
    return head + anchor + inserted + rest.join("");
  };
}

const all =
  (...changes: Change[]): Change =>
  (text) =>
    changes.reduce((changed, change) => change(changed), text);

/** Adds the resource to the contract's sentence about resources with an `ETag`. */
function inPreconditions(word: string): Change {
  const SENTENCE = /^ {4}Responses with one template,[\s\S]*?(?=\n\n)/m;
  return (text) => {
    if (!SENTENCE.test(text))
      throw new Refusal(`has no sentence "Responses with one template, …" to add to.`);
    return text.replace(SENTENCE, (paragraph) => {
      const prose = paragraph.replace(/\s+/g, " ").trim().replace("one template,", `one template, ${word},`);
      return wrapped(prose, PROSE_WIDTH)
        .map((line) => `    ${line}`)
        .join("\n");
    });
  };
}

/** Adds two scopes. Throws if they exist: existing keys would get access to the new resource. */
const withScopes = (scope: string) => (text: string) => {
  if (text.includes(` ${scope}:`))
    throw new Refusal(`already has scopes of "${scope}": choose another last word.`);
  return `${text}  - ${scope}:read\n  - ${scope}:write\n`;
};

/** Raises the maximum number of a key's scopes by two. */
const withMoreScopes = (text: string) =>
  text.replace(/maxItems: (\d+)/, (_, max: string) => `maxItems: ${Number(max) + 2}`);

/** Adds a line to the newest version, which is the first in the changelog. */
const inNewestVersion = (line: string) => (text: string) => {
  const [head = "", newest = "", ...older] = text.split(/^(?=## )/m);
  return [head, `${newest.trimEnd()}\n${line}${older.length > 0 ? "\n" : ""}`, ...older].join("");
};

const bullet = (text: string) => `- ${wrapped(text, PROSE_WIDTH + 10).join("\n  ")}\n`;

/** Returns the entries of the changelog. Each new scope breaks clients in each list of a key's scopes. */
const notes = ({ words, kebabs, snake, scope }: Names) =>
  bullet(`There are ${words}: \`/${kebabs}\` and \`/${kebabs}/{${snake}_id}\`.`) +
  bullet(
    "breaking: `ApiKeyScopes`, createApiKey.201, createApiKey.201, listApiKeys.200, listApiKeys.200: the scopes " +
      `\`${scope}:read\` and \`${scope}:write\` are new. Clients show a scope that they do not know.`,
  );

/** Lines after the names of scope areas in the console's texts. */
const AFTER_AREA_NAMES = "  },\n  verbs: {";

/** Returns the change of each file that the resource extends. */
export function editsFor(names: Names): Readonly<Record<string, Change>> {
  const { kebabs, kebab, snakes, snake, camels, Pascal, Pascals, Title, word, words, scope, migration } =
    names;
  return {
    "openapi/openapi.yaml": all(
      inPreconditions(word),
      before("paths:", `  - name: ${Title}\n    description: The ${words} of the account.\n`),
      before(
        "webhooks:",
        `  /${kebabs}:\n    $ref: paths/${kebabs}/${kebabs}.yaml\n` +
          `  /${kebabs}/{${snake}_id}:\n    $ref: paths/${kebabs}/${kebab}.yaml\n`,
      ),
    ),
    "openapi/schemas/ApiKeyScope.yaml": withScopes(scope),
    "openapi/schemas/ApiKeyScopes.yaml": withMoreScopes,
    "openapi/CHANGELOG.md": inNewestVersion(notes(names)),
    "scripts/architecture/layers.mjs": after("export const FEATURES = [", `"${kebabs}",`),
    "scripts/architecture/tables.mjs": (text) => {
      if (text.includes(`\n  ${snakes}: [`)) throw new Refusal(`already has the table "${snakes}".`);
      return before("};", `  ${snakes}: ["features/${kebabs}"],\n`)(text);
    },
    "src/app/api-side.ts": all(
      before(
        "import { sendersApi }",
        `import { ${camels}Api } from "../features/${kebabs}/${kebabs}.api";\n`,
      ),
      before("    ...sendersApi(app),", `    ...${camels}Api(app),\n`),
    ),
    "src/platform/db/migrate.ts": all(
      after(
        `import * as firstSchema from "./migrations/0001_first_schema";\n`,
        `import * as ${camels} from "./migrations/${migration}";\n`,
      ),
      (text) =>
        text.replace(
          /(const migrations: .*\[[\s\S]*?\})(,?\s*\];)/,
          `$1, { name: "${migration}", ...${camels} }$2`,
        ),
    ),
    "src/web/console/page/settings/key-scopes.ts": before(
      "} satisfies Record<ScopeArea, true>",
      `  ${scope}: true,\n`,
    ),
    "src/web/console/page/texts/en/settings.ts": before(AFTER_AREA_NAMES, `    ${scope}: "${Title}",\n`),
    "src/web/console/page/texts/pt/settings.ts": before(AFTER_AREA_NAMES, `    ${scope}: "${Title}",\n`),
    "src/web/docs/guides/privacy.md": before(
      "| Events for webhooks: number",
      `| ${Title} | the account's | to send | until deleted |\n`,
    ),
    "src/web/docs/guides/pt/privacy.md": before(
      "| Eventos para webhooks: número",
      `| ${Title} | da conta | enviar | até a exclusão |\n`,
    ),
    "test/db/personal-data.test.ts": after(
      "const ROW_OF: Readonly<Record<string, string>> = {",
      `${snakes}: "${Title}",`,
    ),
    "test/http/every-operation.test.ts": after(
      "const SCOPES = `\n",
      `  ${scope}:read get${Pascal} list${Pascals}\n` +
        `  ${scope}:write create${Pascal} delete${Pascal} update${Pascal}\n`,
    ),
    "test/http/preconditions.test.ts": all(
      after("const RETURNED = /\\/(", `${Pascal}|`),
      after("/^\\/(", `${kebabs}|`),
    ),
    "test/support/resources.ts": after(
      "const resourceKinds: readonly ResourceKind[] = [",
      `{ name: "${word}", path: "/${kebabs}", hasUniqueName: true, ` +
        "body: async () => ({ name: newName() }), change: () => ({ name: newName() }), refused: null },",
    ),
    "test/support/sample-fixtures.ts": after(
      "switch (name) {",
      `case "${snake}_id": return this.id("/${kebabs}", { name: \`${capital(word)} \${this.next()}\` });`,
    ),
  };
}
