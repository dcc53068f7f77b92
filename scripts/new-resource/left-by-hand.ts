import type { Names } from "./names";

/** Returns what the command cannot know, each with its file. */
export const leftByHand = ({
  kebabs,
  kebab,
  word,
  words,
  Title,
  Pascal,
  scope,
  migration,
}: Names): string => `\
Next, run
  npm run generate
  npm run typecheck
  npm test -- test/http/${kebabs}.test.ts

Left to do by hand
  What ${words} are
    openapi/openapi.yaml                       description of the tag "${Title}"
    openapi/paths/${kebabs}/                   descriptions of the operations
    openapi/schemas/${Pascal}.yaml             description of the schema
    src/web/docs/guides/privacy.md             row "${Title}": purpose and retention
  Each field other than \`name\`
    openapi/schemas/                           ${Pascal}, Create${Pascal}Request, Update${Pascal}Request
    openapi/examples/                          ${Pascal}, Create${Pascal}, Rename${Pascal}, Renamed${Pascal}, ${Pascal}Page
    src/platform/db/migrations/${migration}.ts a column
    src/features/${kebabs}/${kebab}.ts         the field, its place in \`toContract\` and in \`tagOf\`
    src/features/${kebabs}/${kebabs}.store.ts  row, insert, update
    src/features/${kebabs}/${kebabs}.api.ts    create and update
    src/web/console/page/texts/{en,pt}/fields.ts  label and rule of a field that requests have
    test/http/${kebabs}.test.ts                what it does
  The place in the order of features
    scripts/architecture/layers.mjs            it is first: move it below each feature that imports it
  The names of the scopes in the console
    src/web/console/page/texts/{en,pt}/settings.ts  \`areas.${scope}\`, else the console shows "${scope}"
  Successes and conflicts in the contract check
    scripts/contract-check/scenarios/          a scenario of the tag; scenarios/all.ts lists it
  The walk-through, which adds the migration after the newest one
    openapi/walk-through.md                    step 6: its patch of migrate.ts, and its number`;
