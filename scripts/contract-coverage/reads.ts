import { readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { stepsOf } from "../../src/platform/json-pointer";
import type { Element } from "./elements";
import { declarationsOf, partsOf, PropertyFlow } from "./property-flow";

interface Code {
  /** Folder of the project, with `src/`, `tsconfig.json` and `generated/schema.d.ts`. */
  root: string;
  /** Subfolders of `src/` whose reads count; by default all. */
  folders?: readonly string[];
  /** Text to read instead of generated/schema.d.ts; by default the file itself. */
  schema?: string;
}

/** Returns a predicate that says whether the service's code reads a parameter or body field. */
export function readsOf(code: Code): (element: Element) => boolean {
  const program = programOf(code);
  const checker = program.getTypeChecker();
  const flow = new PropertyFlow(checker);
  for (const name of program.getRootFileNames()) flow.visit(program.getSourceFile(name) as ts.SourceFile);
  const schema = program.getSourceFile(schemaFile(code.root));
  const module = schema && checker.getSymbolAtLocation(schema);
  if (!module) throw new Error("The code does not import generated/schema.d.ts");
  const exported = new Map(
    checker.getExportsOfModule(module).map((one) => [one.name, checker.getDeclaredTypeOfSymbol(one)]),
  );
  return (element) => propertiesOf(checker, exported, element).some((property) => flow.isRead(property));
}

const schemaFile = (root: string) => join(root, "generated", "schema.d.ts");

function programOf({ root, folders = [""], schema }: Code): ts.Program {
  const settings = ts.readConfigFile(join(root, "tsconfig.json"), (file) => ts.sys.readFile(file))
    .config as object;
  const { options } = ts.parseJsonConfigFileContent({ ...settings, include: [], files: [] }, ts.sys, root);
  const names = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  // Exclude the client and the pages, which read responses instead of requests.
  const service = names.filter((name) => /(?<!\.d)\.ts$/.test(name) && !/^client\/|\/page\//.test(name));
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (file) => (file === schemaFile(root) ? schema : undefined) ?? readFile(file);
  return ts.createProgram({
    rootNames: service
      .filter((name) => folders.some((folder) => name.startsWith(folder)))
      .map((name) => join(root, "src", name)),
    options: { ...options, incremental: false, tsBuildInfoFile: undefined },
    host,
  });
}

/** Returns the declarations of an element in the generated types. */
function propertiesOf(
  checker: ts.TypeChecker,
  exported: ReadonlyMap<string, ts.Type>,
  { kind, operation, name, pointer }: Element,
): readonly ts.Declaration[] {
  const symbolsIn = (types: readonly ts.Type[], step: string) =>
    types.flatMap((type) => type.getProperty(step) ?? []);
  const into = (types: readonly ts.Type[], ...steps: readonly string[]) =>
    steps.reduce(
      (at, step) =>
        symbolsIn(at, step).flatMap((one) =>
          partsOf(checker.getNonNullableType(checker.getTypeOfSymbol(one))),
        ),
      types,
    );
  const top = (step: string) => [exported.get(step)].filter((type) => type !== undefined);

  if (kind === "parameter") {
    const [place = "", own = ""] = name.split(".");
    return symbolsIn(into(top("operations"), operation, "parameters", place), own).flatMap(declarationsOf);
  }
  let steps = stepsOf(pointer);
  let types: readonly ts.Type[];
  if (steps[0] === "components") {
    const [, section = "", component = ""] = steps.splice(0, 3);
    types = into(top("components"), section, component);
  } else {
    steps = steps.slice(steps.indexOf("schema") + 1);
    types = into(top("operations"), operation, "requestBody", "content", "application/json");
  }
  let properties: readonly ts.Declaration[] = [];
  while (steps.length > 0) {
    const [word, step = ""] = steps.splice(0, steps[0] === "items" ? 1 : 2);
    if (word === "items") types = types.flatMap((type) => partsOf(type.getNumberIndexType() ?? type));
    // Skips a step into a union, such as `oneOf/0`, because `types` contains all branches.
    if (word !== "properties") continue;
    properties = symbolsIn(types, step).flatMap(declarationsOf);
    types = into(types, step);
  }
  return properties;
}
