import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { lacks, type Language, succeed } from "./language";

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".java"))
    .map((name) => join(folder, name));

const PACKAGE = "com.example.recado";
const PROPERTIES = {
  library: "native",
  invokerPackage: PACKAGE,
  apiPackage: `${PACKAGE}.api`,
  modelPackage: `${PACKAGE}.model`,
};

export const java: Language = {
  name: "java",
  title: "Java",
  generator: [
    ...["-g", "java"],
    `--additional-properties=${Object.entries(PROPERTIES)
      .map((pair) => pair.join("="))
      .join(",")}`,
  ],
  missing: async () =>
    (await lacks("javac", ["-version"], "Java needs a JDK 11 or newer.")) ??
    (await lacks("mvn", ["-version"], "Java needs Maven, which fetches the client's dependencies.")),
  async build({ client, tour, work }) {
    const [libraries, classes, listed] = [
      join(work, "libraries"),
      join(work, "classes"),
      join(work, "sources.txt"),
    ];
    const copy = ["dependency:copy-dependencies", `-DoutputDirectory=${libraries}`];
    await succeed("mvn", "mvn", ["-q", "-B", "-f", join(tour, "pom.xml"), ...copy], { cwd: tour });
    const sources = [...sourcesIn(join(client, "src", "main", "java")), join(tour, "Tour.java")];
    writeFileSync(listed, sources.map((file) => JSON.stringify(file)).join("\n"));
    rmSync(classes, { recursive: true, force: true });
    const path = join(libraries, "*");
    const options = ["-nowarn", "-encoding", "UTF-8", "-cp", path, "-d", classes];
    await succeed("javac", "javac", [...options, `@${listed}`], { cwd: work });
    const args = [
      "-Dfile.encoding=UTF-8",
      "-XX:TieredStopAtLevel=1",
      "-cp",
      [classes, path].join(delimiter),
      "Tour",
    ];
    return { program: "java", args };
  },
};
