import { dirname, join, resolve } from "node:path";
import ts from "typescript";

const ROOT = resolve(__dirname, "..", "..");

/** Compiles texts as files of the project. Returns the messages with file and line. */
export function problemsOf(files: Readonly<Record<string, string>>): string[] {
  const settings = ts.getParsedCommandLineOfConfigFile(
    join(ROOT, "tsconfig.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, "\n"));
      },
    },
  );
  if (!settings) throw new Error("tsconfig.json cannot be read");
  const options: ts.CompilerOptions = {
    ...settings.options,
    incremental: false,
    tsBuildInfoFile: undefined,
    // An example may declare names that only the reader's code uses.
    noUnusedLocals: false,
  };
  const texts = new Map(Object.entries(files).map(([name, text]) => [join(ROOT, name), text]));
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.getSourceFile = (name, languageVersion, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, languageVersion, ...rest)
      : ts.createSourceFile(name, text, languageVersion);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file && start !== undefined ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    const name = file ? file.fileName.slice(dirname(ROOT).length + 1) : "";
    return `${name}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}
