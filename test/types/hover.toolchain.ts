import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import ts from "typescript";

const root = resolve(__dirname, "../..");
const file = join(root, "test/types/hovered.ts");

/** Program of an integrator. `/*name*\/` marks the place before a name. */
const PROGRAM = `
import { createRecado, isRecadoError, verifyWebhook } from "../../src/client";
const recado = createRecado({ baseUrl: "http://127.0.0.1:3000/v3", apiKey: "st_" });
export async function look(message_id: string, error: unknown) {
  const /*message*/message = await recado.messages./*get*/get({ message_id });
  const /*sent*/sent = await recado./*messages*/messages./*send*/send({ /*template*/template_id: "t-1", recipients: [] });
  for await (const /*entry*/entry of recado.contacts./*list*/list({ /*search*/search: "Ana" })) void entry;
  const [/*event*/event] = await verifyWebhook("[]", null, "whsec_");
  if (isRecadoError(error)) return error./*code*/code;
  const known = message./*status*/status === "/*statuses*/";
  await recado.messages.list({ status: ["/*filter*/"] });
  return [sent, event, known];
}
`;

function languageService(): ts.LanguageService {
  const read = ts.readConfigFile(join(root, "tsconfig.json"), (name) => ts.sys.readFile(name));
  const { options } = ts.parseJsonConfigFileContent(read.config, ts.sys, root);
  const textOf = (name: string) => (name === file ? PROGRAM : readFileSync(name, "utf8"));
  return ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) =>
      name === file || ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(textOf(name)) : undefined,
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: textOf,
    readDirectory: (...given) => ts.sys.readDirectory(...given),
  });
}

describe("the client in an editor", () => {
  let service: ts.LanguageService;
  const after = (mark: string) => PROGRAM.indexOf(`/*${mark}*/`) + mark.length + 4;
  const hover = (mark: string) => {
    const info = service.getQuickInfoAtPosition(file, after(mark));
    return {
      shows: ts.displayPartsToString(info?.displayParts),
      says: ts.displayPartsToString(info?.documentation),
    };
  };
  const offered = (mark: string) =>
    service.getCompletionsAtPosition(file, after(mark), {})?.entries.map(({ name }) => name);

  beforeAll(() => {
    service = languageService();
    expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([
      // The filter is still incomplete.
      expect.anything(),
    ]);
  });

  it.each([
    ["message", "const message: Message"],
    ["sent", "const sent: SendMessagesResponse"],
    ["entry", "const entry: Contact"],
    ["event", "const event: WebhookEvent | undefined"],
    ["messages", "(property) Resources.messages: MessagesResource"],
    [
      "get",
      "(method) MessagesResource.get(params: GetMessageParams, options?: CallOptions): Promise<Message>",
    ],
    [
      "send",
      "(method) MessagesResource.send(params: SendMessagesRequest, options?: KeyedCallOptions): Promise<SendMessagesResponse>",
    ],
    [
      "list",
      "(method) ContactsResource.list(params?: ListContactsParams, options?: CallOptions): PagedList<ContactPage>",
    ],
    ["search", "(property) ListContactsParams.search?: string | undefined"],
    ["status", "(property) Message.status: MessageStatus"],
    ["code", "(property) RecadoError<ErrorCode>.code: ErrorCode"],
  ])("shows %s with the names of the contract", (mark, shows) => {
    expect(hover(mark).shows).toBe(shows);
  });

  it("shows what an operation does, its path and its scope", () => {
    const { says } = hover("send");
    expect(says).toMatch(/^Send messages\n\n`POST \/messages`, scope `messages:send`\n\n/);
  });

  it("shows the description of a field whose type is a named schema", () => {
    expect(hover("status").says).toMatch(/^Status of a message\./);
    expect(hover("template").says).toMatch(/UUIDv7/);
  });

  it("suggests the known values of a growing enumeration in responses and requests", () => {
    const statuses = [
      ...[
        "blocked",
        "canceled",
        "delivered",
        "error",
        "expired",
        "failed",
        "pending",
        "read",
        "sent",
        "undelivered",
      ],
    ];
    expect(offered("statuses")?.sort()).toEqual(statuses);
    expect(offered("filter")?.sort()).toEqual(statuses);
  });

  it("suggests resources and methods", () => {
    expect(offered("messages")).toEqual(expect.arrayContaining(["messages", "contactLists", "apiKeys"]));
    const methods = ["cancel", "cancelBatch", "export", "get", "list", "preview", "send", "update"];
    expect(offered("send")?.sort()).toEqual(methods);
  });
});
