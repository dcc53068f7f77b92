// Import rules for dependency-cruiser. Each rule has a failing and a passing case in
// test/unit/architecture.test.ts. The `comment` of a rule says what to do instead.
import {
  CONSOLE_LAYERS,
  FEATURES,
  LAYERS,
  MAKES_MESSAGES,
  SCRIPTS,
  SHARED_SCRIPTS,
  STANDS_ALONE,
} from "./layers.mjs";

const error = (rule) => ({ severity: "error", ...rule });
/** Returns rules against imports from folders of `names` that come before the importing folder. */
const inOrder = (name, names, folder, comment) =>
  names.slice(1).map((importer, index) =>
    error({
      name,
      comment,
      from: { path: `^${folder}${importer}/` },
      to: { path: `^${folder}(${names.slice(0, index + 1).join("|")})/` },
    }),
  );
const PAGE = "src/web/console/page/";
/** Path pattern of the console's areas: the page's folders that are not in `CONSOLE_LAYERS`. */
const AREAS = `^${PAGE}(?!(${CONSOLE_LAYERS.join("|")})/)[^/]+/`;
/** Path pattern of the files directly in `PAGE`. */
const ROOT_FILES = `^${PAGE}[^/]+\\.tsx?$`;
const layers = LAYERS.map(({ name }) => name);

export default {
  forbidden: [
    ...inOrder(
      "layers-downward",
      layers,
      "src/",
      "a layer imports only from those below it (scripts/architecture/layers.mjs): declare what is needed as a type, and let src/app pass it in",
    ),
    error({
      name: "layers-downward",
      comment: "nothing imports src/main.ts, and every other file lies on a layer",
      from: { path: "^src/", pathNot: "^src/main\\.ts$" },
      to: { path: "^src/[^/]+\\.ts$" },
    }),
    error({
      name: "every-folder-a-layer",
      comment: "a new folder gets its place in scripts/architecture/layers.mjs first",
      from: {},
      to: { path: "^src/[^/]+/", pathNot: `^src/(${[...layers, STANDS_ALONE].join("|")})/` },
    }),
    ...inOrder(
      "features-in-order",
      FEATURES,
      "src/features/",
      "the order within src/features is in scripts/architecture/layers.mjs: let src/app pass in what a feature needs from a feature above it",
    ),
    error({
      name: "features-in-order",
      comment: "a new feature gets its place in scripts/architecture/layers.mjs first",
      from: {},
      to: { path: "^src/features/", pathNot: `^src/features/(${FEATURES.join("|")})/` },
    }),
    error({
      name: "kept-messages-know-no-feature",
      comment:
        "files that store messages (rows, statuses, counts) know no other feature: consequences of a change are effects, registered in src/app/effects.ts",
      from: { path: "^src/features/messages/", pathNot: `/${MAKES_MESSAGES}\\.ts$` },
      to: { path: "^src/features/(?!messages/)" },
    }),
    ...inOrder(
      "scripts-in-order",
      SCRIPTS,
      "scripts/",
      "the order within scripts/ is in scripts/architecture/layers.mjs: move the shared code into a folder below both, such as scripts/tools",
    ),
    error({
      name: "scripts-in-order",
      comment: "a new folder of scripts/ gets its place in scripts/architecture/layers.mjs first",
      from: {},
      to: { path: "^scripts/[^/]+/", pathNot: `^scripts/(${SCRIPTS.join("|")})/` },
    }),
    error({
      name: "scripts-in-order",
      comment:
        "folders of scripts/ import only those files beside them that scripts/architecture/layers.mjs names",
      from: { path: "^scripts/[^/]+/" },
      to: { path: "^scripts/[^/]+$", pathNot: `^scripts/(${SHARED_SCRIPTS.join("|")})\\.ts$` },
    }),
    error({
      name: "service-knows-no-scripts",
      comment: "the service runs without scripts/ and test/: move what it needs into src/",
      from: { path: "^src/" },
      to: { path: "^(scripts|test)/" },
    }),
    error({
      name: "support-knows-no-tests",
      comment: "test/support imports no test: move the shared code into test/support",
      from: { path: "^test/support/" },
      to: { path: "^test/(?!support/)" },
    }),
    error({
      name: "scripts-know-no-tests",
      comment: "scripts/ imports nothing from test/: move the shared code into scripts/tools",
      from: { path: "^scripts/" },
      to: { path: "^test/" },
    }),
    error({
      name: "no-cycles",
      comment: "merge two files that need each other, or move the shared code into a third",
      from: {},
      to: { circular: true },
    }),
    error({
      name: "no-cycles-of-folders",
      comment: "merge two folders that need each other, or move the shared code into a third below both",
      scope: "folder",
      from: {},
      to: { circular: true },
    }),
    ...inOrder(
      "console-in-layers",
      CONSOLE_LAYERS,
      PAGE,
      "the page of the console has layers (scripts/architecture/layers.mjs): let an area pass in what a part needs",
    ),
    error({
      name: "console-in-layers",
      comment: "code that several areas need is a part; code that needs areas is a file beside them",
      from: { path: `^${PAGE}(${CONSOLE_LAYERS.join("|")})/` },
      to: { path: AREAS },
    }),
    error({
      name: "console-in-layers",
      comment: "only the files beside the folders put the page together",
      from: { path: `^${PAGE}[^/]+/` },
      to: { path: ROOT_FILES },
    }),
    error({
      name: "http-knows-keys-only",
      comment:
        "src/http reads keys and sessions in src/features/api-keys and no other feature: src/app passes in the rest",
      from: { path: "^src/http/" },
      to: {
        path: "^src/(features|queue|carriers|storage|messaging)/",
        pathNot: "^src/features/api-keys/(api-keys\\.store|console-session|console-sessions\\.store)\\.ts$",
      },
    }),
    error({
      name: "carriers-know-no-sql",
      comment:
        "a carrier knows neither routes nor SQL: it takes what it needs as a parameter, and passes reports to its sink",
      from: { path: "^src/carriers/" },
      to: {
        path: "^src/platform/(db|secrets)/|\\.(store|api|routes)\\.ts$|(^|/)(express|express-openapi-validator|knex|pg|better-sqlite3(-12)?)(/|$)",
      },
    }),
    error({
      name: "replaceable-packages",
      comment:
        "in src/, only src/carriers/api-client.ts knows openapi-fetch, so that replacing it changes one file",
      from: { path: "^src/", pathNot: "^src/carriers/api-client\\.ts$" },
      to: { path: "(^|/)openapi-fetch(/|$)" },
    }),
    error({
      name: "replaceable-packages",
      comment:
        "only scripts/tools/openapi-types.ts knows openapi-typescript, so that replacing it changes one file",
      from: { path: "^scripts/", pathNot: "^scripts/tools/openapi-types\\.ts$" },
      to: { path: "(^|/)openapi-typescript(/|$)" },
    }),
    error({
      name: "adapters-are-chosen-in-app",
      comment:
        "only compose.ts, carriers.ts and file-store.ts of src/app name adapters: depend on the port (carrier.ts, storage.ts, wakeups.ts, dialect.ts)",
      from: {
        path: "^src/",
        pathNot:
          "^src/app/(compose|carriers|file-store)\\.ts$|^src/(carriers|storage)/[^/]+/|^src/queue/postgres-wakeups\\.ts$",
      },
      to: {
        path: "^src/(carriers|storage)/[^/]+/|^src/queue/postgres-(listener|wakeups)\\.ts$|^src/platform/db/connection\\.ts$",
      },
    }),
    error({
      name: "adapters-are-chosen-in-app",
      comment: "an adapter knows its port and no other adapter",
      from: { path: "^src/(carriers|storage)/([^/]+)/" },
      to: { path: "^src/(carriers|storage)/[^/]+/", pathNot: "^src/$1/$2/" },
    }),
    error({
      name: "app-mounts",
      comment:
        "handlers, routes and background work are mounted in src/app alone: call the other part's store or its pure functions",
      from: { path: "^src/", pathNot: "^src/app/(service|api-side|compose)\\.ts$" },
      to: { path: "^src/.*\\.(api|routes|jobs)\\.ts$" },
    }),
    error({
      name: "generated-stands-alone",
      comment:
        "generated/ imports nothing but itself and packages: put what it needs into the contract or a template",
      from: { path: "^generated/" },
      to: { path: "^(src|scripts|test)/" },
    }),
    error({
      name: "client-stands-alone",
      comment:
        "the client runs in browsers' workers too: it imports itself, generated/client, generated/schema and its version, and uses web standards",
      from: { path: "^src/client/" },
      to: { pathNot: "^src/client/|^generated/(client/|client\\.|schema\\.)|^package\\.json$" },
    }),
    error({
      name: "client-stands-alone",
      comment: "the service does not use its own client; the console, which runs in browsers, does",
      from: { path: "^src/(?!client/)", pathNot: `^${PAGE}` },
      to: { path: "^src/client/" },
    }),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    exclude: { path: "^src/web/(docs|sandbox)/page/|^src/web/docs/guides/" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
    skipAnalysisNotInRules: true,
  },
};
