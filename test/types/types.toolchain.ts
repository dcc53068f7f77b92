import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

const DIRECTIVE = /^\s*\/\/ @ts-expect-error (.+)$/;
const root = resolve(__dirname, "../..");

/** What TypeScript has to say where the directive of that text is taken away. */
const expected: Record<string, Record<string, RegExp>> = {
  "binding.ts": {
    "a status that the operation does not declare": /'200' is not assignable to type '201'/,
    "a failure that is returned instead of thrown": /'404' is not assignable to type '200'/,
    "a reply that lacks a field": /Property 'id' is missing/,
    "an entry of a list that lacks a field": /Property 'max_per_second' is missing/,
    "a reply without the body that is declared": /Property 'body' is missing/,
    "a body where none is declared": /is not assignable to type 'undefined'/,
    "a field of the reply that the contract does not know": /'colour' does not exist in type/,
    "a header of the reply that the status does not declare": /'Location' does not exist in type/,
    "a reply without a header that the status requires": /Property 'headers' is missing/,
    "a header of the reply with a value that the contract does not know":
      /'string' is not assignable to type 'true'/,
    "a header of the reply that the HTTP layer writes": /'"X-Request-Id"' does not exist in type/,
    "a value outside of an enumeration": /'"fax"' is not assignable to type '"sms" \| "rcs" \| "voice"'/,
    "an implementation that lacks an operation": /Property 'deleteTemplate' is missing/,
    "a service that lacks the handlers of a tag": /Property 'listSenders' is missing/,
    "a handler of an operation that the contract does not know": /'listCarriers' does not exist in type/,
    "a route to an operation that the contract does not know": /'"listCarriers"' is not assignable/,
    "a field of the request that the contract does not know": /'colour' does not exist on type/,
    "a query parameter that the contract does not know": /'colour' does not exist on type/,
    "a path parameter that the contract does not know": /'message_id' does not exist on type/,
    "a header that the contract does not know": /'If-Match' does not exist on type/,
    "Express's request behind the handler's": /'req' does not exist on type/,
    "an optional parameter that is taken for given": /'number \| undefined' is not assignable/,
  },
  "client.ts": {
    "an answer that is taken for a success without a look": /'data' is possibly 'undefined'/,
    "a field of the answer that the contract does not know": /'colour' does not exist on type/,
    "a call without the path parameter that it needs": /Expected 1 arguments, but got 0/,
    "a call without the body that it needs": /Expected 1 arguments, but got 0/,
    "a body that lacks a field": /Property 'recipients' is missing/,
    "a field of the body that the contract does not know": /'colour' does not exist in type/,
    "a query parameter that the contract does not know": /'colour' does not exist in type/,
    "an operation that the contract does not know": /'listCarriers' does not exist on type/,
  },
  "recado.ts": {
    "a field of the answer that the contract does not know": /'colour' does not exist on type/,
    "an operation without the parameter of its path": /Property 'template_id' is missing/,
    "an operation without anything": /Expected 1-2 arguments, but got 0/,
    "a body that lacks a field": /Property 'recipients' is missing/,
    "a field of the body that the contract does not know": /'colour' does not exist in type/,
    "a value outside of an enumeration": /Type '"lost"' is not assignable/,
    "an idempotency key where the contract takes none":
      /'idempotencyKey' does not exist in type 'CallOptions'/,
    "a tag where the contract takes none": /'ifMatch' does not exist in type 'CallOptions'/,
    "the tag of what has none": /is not assignable to parameter of type/,
    "an entry that is iterated without waiting": /No overload matches this call/,
    "a value that may be of a later version, in a request": /'MessageStatus' is not assignable to type/,
    "an operation that the contract does not know": /'add' does not exist on type 'SendersResource'/,
    "a resource that the contract does not know": /'carriers' does not exist on type 'Recado'/,
    "a code that the contract does not know": /'"name_taken"' is not assignable/,
    "a code that was ruled out": /have no overlap/,
    "a field of the event that the contract does not know": /'colour' does not exist on type/,
    "a field of one type of event, before it is known which it is": /'sequence' does not exist on type/,
    "a type of event that the contract does not know": /"message_deleted"/,
    "a code that the operation does not declare": /'"import_in_progress"' does not satisfy/,
    "a file without what it is for": /Property 'usage' is missing/,
    "a body that was parsed before it is verified": /is not assignable to parameter of type 'string/,
    "a send of nothing": /is missing the following properties .*channel, content/s,
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
    "a template whose content its channel does not take": /required in type 'AudioContent'/,
    "a card of nothing but suggestions": /does not satisfy the expected type 'Card'/,
    "tall media in a carousel": /'"tall"' is not assignable to type '"short" | "medium"'/,
    "channels on a list that suppresses nothing": /'string' is not assignable to type 'Channel'/,
  },
};

interface CompileError {
  /** From 0, and -1 outside of the fixture. */
  line: number;
  says: string;
}

/** The line under each directive, counted from 0, by the directive's text. */
function directivesOf(source: string): Map<string, number> {
  const lines = source.split("\n").map((line, index) => [DIRECTIVE.exec(line)?.[1], index + 1] as const);
  return new Map(lines.flatMap(([text, line]) => (text === undefined ? [] : [[text, line]])));
}

/** Compiles a fixture as the project does, but with every @ts-expect-error taken away. */
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

  it("expects what is listed here, each once", () => {
    expect([...directives.keys()].sort()).toEqual(Object.keys(cases).sort());
  });

  it("compiles everywhere else", () => {
    const expectedLines = new Set(directives.values());
    expect(errors.filter(({ line }) => !expectedLines.has(line))).toEqual([]);
  });

  it.each(Object.entries(cases))("does not compile: %s", (text, says) => {
    const there = errors.filter(({ line }) => line === directives.get(text));
    expect(there.map((error) => error.says).join("\n")).toMatch(says);
  });
});
