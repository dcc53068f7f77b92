import type { Names } from "./names";

/**
 * Steps that a developer takes by hand after `npm run new:resource`, in groups with a heading. A step is a
 * file and the change to make in the file.
 */
type Groups = readonly (readonly [
  heading: string,
  steps: readonly (readonly [file: string, what: string])[],
])[];

const groupsOf = ({ kebabs, kebab, words, Title, Pascal, scope, migration }: Names): Groups => [
  [
    `What ${words} are`,
    [
      ["openapi/openapi.yaml", `description of the tag "${Title}"`],
      [`openapi/paths/${kebabs}/`, "descriptions of the operations"],
      [`openapi/schemas/${Pascal}.yaml`, "description of the schema"],
      ["src/web/docs/guides/privacy.md", `row "${Title}": purpose and retention`],
      ["src/web/docs/guides/pt/privacy.md", `row "${Title}": the name in Portuguese, purpose and retention`],
      ["src/web/console/page/texts/pt/settings.ts", `\`areas.${scope}\`: the name in Portuguese`],
    ],
  ],
  [
    "Each field other than `name`",
    [
      ["openapi/schemas/", `${Pascal}, Create${Pascal}Request, Update${Pascal}Request`],
      ["openapi/examples/", `${Pascal}, ${Pascal}Page, Renamed${Pascal}, Create${Pascal}`],
      [`src/platform/db/migrations/${migration}.ts`, "its column"],
      [`src/features/${kebabs}/${kebab}.ts`, `interface, \`toContract\`, \`tagOf\``],
      [`src/features/${kebabs}/${kebabs}.store.ts`, "row, reading, insert, update"],
      [`src/features/${kebabs}/${kebabs}.api.ts`, "create, update"],
      ["src/web/console/page/texts/{en,pt}/fields.ts", "label and rule, if the name is new in requests"],
      [`test/http/${kebabs}.test.ts`, "its behaviour"],
    ],
  ],
  [
    "Only if needed",
    [
      ["scripts/architecture/layers.mjs", `"${kebabs}" is first: move it below each feature that imports it`],
      ["scripts/contract-check/scenarios/", "a scenario that provokes 409; all.ts lists it"],
      ["openapi/walk-through.md", `step 6: its migration follows ${migration}`],
    ],
  ],
];

export function leftByHand(names: Names): string {
  const groups = groupsOf(names);
  const width = Math.max(...groups.flatMap(([, steps]) => steps.map(([file]) => file.length)));
  const lines = groups.flatMap(([heading, steps]) => [
    `  ${heading}`,
    ...steps.map(([file, what]) => `    ${file.padEnd(width)}  ${what}`),
  ]);
  return ["Left to do by hand:", ...lines].join("\n");
}
