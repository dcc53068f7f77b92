import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

const DIRECTIVE = /^\s*\/\/ @ts-expect-error (.+)$/;
const root = resolve(__dirname, "../..");

/** TypeScript's error for each directive's text when the directive is removed. */
const expected: Record<string, Record<string, RegExp>> = {
  "binding.ts": {
    "a status that the operation does not declare": /'200' is not assignable to type '201'/,
    "a failure that is returned instead of thrown": /'404' is not assignable to type '200'/,
    "a reply that lacks a field": /Property 'id' is missing/,
    "an item of a list that lacks a field": /Property 'max_per_second' is missing/,
    "a reply without its declared body": /Property 'body' is missing/,
    "a body where none is declared": /is not assignable to type 'undefined'/,
    "an unknown field of the reply": /'colour' does not exist in type/,
    "a header of the reply that the status does not declare": /'Location' does not exist in type/,
    "a reply without a header that the status requires": /Property 'headers' is missing/,
    "an unknown value of a header of the reply": /'string' is not assignable to type 'true'/,
    "a header of the reply that the HTTP layer writes": /'"X-Request-Id"' does not exist in type/,
    "a value outside of an enumeration": /'"fax"' is not assignable to type '"sms" \| "rcs" \| "voice"'/,
    "an implementation that lacks an operation": /Property 'deleteTemplate' is missing/,
    "a service that lacks the handlers of a tag": /Property 'listSenders' is missing/,
    "a handler of an unknown operation": /'listCarriers' does not exist in type/,
    "a route to an unknown operation": /'"listCarriers"' is not assignable/,
    "an unknown field of the request": /'colour' does not exist on type/,
    "an unknown query parameter": /'colour' does not exist on type/,
    "an unknown path parameter": /'message_id' does not exist on type/,
    "an unknown header": /'If-Match' does not exist on type/,
    "Express's request in the handler's request": /'req' does not exist on type/,
    "an optional parameter used as a required one": /'number \| undefined' is not assignable/,
  },
  "client.ts": {
    "a response used without a check for success": /'data' is possibly 'undefined'/,
    "an unknown field of the response": /'colour' does not exist on type/,
    "a call without its path parameter": /Expected 1 arguments, but got 0/,
    "a call without its body": /Expected 1 arguments, but got 0/,
    "a body that lacks a field": /Property 'recipients' is missing/,
    "an unknown field of the body": /'colour' does not exist in type/,
    "an unknown query parameter": /'colour' does not exist in type/,
    "an unknown operation": /'listCarriers' does not exist on type/,
  },
  "recado.ts": {
    "an unknown field of the response": /'colour' does not exist on type/,
    "an operation without the parameter of its path": /Property 'template_id' is missing/,
    "an operation without parameters": /Expected 1-2 arguments, but got 0/,
    "a body that lacks a field": /Property 'recipients' is missing/,
    "an unknown field of the body": /'colour' does not exist in type/,
    "a value outside of an enumeration": /Type '"lost"' is not assignable/,
    "an idempotency key for an operation that accepts none":
      /'idempotencyKey' does not exist in type 'CallOptions'/,
    "an entity tag for an operation that accepts none": /'ifMatch' does not exist in type 'CallOptions'/,
    "the entity tag of a resource without one": /is not assignable to parameter of type/,
    "a list that is iterated synchronously": /No overload matches this call/,
    "a value of a later version in a request": /'MessageStatus' is not assignable to type/,
    "an unknown operation": /'add' does not exist on type 'SendersResource'/,
    "an unknown resource": /'carriers' does not exist on type 'Recado'/,
    "an unknown code": /'"name_taken"' is not assignable/,
    "a code that was excluded before": /have no overlap/,
    "an unknown field of the event": /'colour' does not exist on type/,
    "a field of one type of event before the type is checked": /'sequence' does not exist on type/,
    "an unknown type of event": /"message_deleted"/,
    "a code that the operation does not declare": /'"import_in_progress"' does not satisfy/,
    "a file without its usage": /Property 'usage' is missing/,
    "a body parsed before its verification": /is not assignable to parameter of type 'string/,
    "a send without content": /is missing the following properties .*channel, content/s,
    "a send of a template and of content":
      /'"sms"' is not assignable to type '"cannot be combined with `template_id`"'/,
    "a send of a template for a channel":
      /'"sms"' is not assignable to type '"cannot be combined with `template_id`"'/,
    "a send of content without its channel": /Property 'channel' is missing/,
    "a send to a channel without content": /Property 'content' is missing/,
    "a recording as an SMS": /is not assignable to type 'TextContent & /,
    "a card as an SMS": /is not assignable to type 'TextContent & /,
    "suggestions in an SMS": /is not assignable to type 'undefined'/,
    "text for a voice message": /Property 'file_id' is missing .* required in type 'AudioContent'/,
    "a recording as an RCS message":
      /is not assignable to type 'TextContent \| CardContent \| CarouselContent'/,
    "a template whose channel does not support its content": /required in type 'AudioContent'/,
    "a card with suggestions only": /does not satisfy the expected type 'Card'/,
    "tall media in a carousel": /'"tall"' is not assignable to type '"short" | "medium"'/,
    "channels on a list that is not a blacklist": /'string' is not assignable to type 'Channel'/,
  },
};

interface CompileError {
  /** Line from 0, or -1 outside the fixture. */
  line: number;
  says: string;
}

/** Returns the line below each directive, from 0, by the directive's text. */
function directivesOf(source: string): Map<string, number> {
  const lines = source.split("\n").map((line, index) => [DIRECTIVE.exec(line)?.[1], index + 1] as const);
  return new Map(lines.flatMap(([text, line]) => (text === undefined ? [] : [[text, line]])));
}

/** Compiles a fixture as the project does, without its @ts-expect-error directives. */
function compileBare(fixture: string): CompileError[] {
  const read = ts.readConfigFile(join(root, "tsconfig.json"), (file) => ts.sys.readFile(file));
  const { options: own } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const options = { ...own, incremental: false, tsBuildInfoFile: undefined };
  const host = ts.createCompilerHost(options);
  const readFile = host.readFile.bind(host);
  host.readFile = (file) => (file === fixture ? bare(readFile(file)) : readFile(file));
  const program = ts.createProgram([fixture], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => ({
    line: file?.fileName === fixture ? file.getLineAndCharacterOfPosition(start).line : -1,
    says: ts.flattenDiagnosticMessageText(messageText, "\n"),
  }));
}

const bare = (source = "") => source.replaceAll("@ts-expect-error", "");

describe.each(Object.keys(expected))("%s", (name) => {
  const cases = expected[name] ?? {};
  const directives = directivesOf(readFileSync(join(__dirname, name), "utf8"));
  let errors: CompileError[] = [];

  beforeAll(() => {
    errors = compileBare(join(__dirname, name));
  });

  it("lists every directive here, once", () => {
    expect([...directives.keys()].sort()).toEqual(Object.keys(cases).sort());
  });

  it("compiles everywhere else", () => {
    const expectedLines = new Set(directives.values());
    expect(errors.filter(({ line }) => !expectedLines.has(line))).toEqual([]);
  });

  it.each(Object.entries(cases))("reports an error for %s", (text, says) => {
    const there = errors.filter(({ line }) => line === directives.get(text));
    expect(there.map((error) => error.says).join("\n")).toMatch(says);
  });
});
