import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { succeed } from "../../scripts/sdks/language";
import { BUNDLE, presentSource } from "../../scripts/sdks/source";
import { startTourService, type TourService } from "../../scripts/sdks/tour-service";
import { LANGUAGES, tourOf } from "../../scripts/sdks/tours";
import { temporaryFolder } from "../support/temporary-folder";

const root = resolve(__dirname, "../..");

const OAPI_CODEGEN = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";

/** Includes downloads of packages, and compilers on a busy machine. */
const DEADLINE_MS = 15 * 60_000;

describe("generated clients", () => {
  let service: TourService;

  beforeAll(async () => {
    service = await startTourService();
  });
  afterAll(() => service.close());

  const { python, go, java, csharp } = LANGUAGES;

  it.each([python, go, java])(
    "compiles in $title and completes the tour of the present and of a later service",
    async (language) => {
      expect(await language.missing()).toBeNull();
      await tourOf(language, presentSource(root), service);
    },
    DEADLINE_MS,
  );

  it(
    "compiles with oapi-codegen's defaults, including the event types",
    async () => {
      const folder = temporaryFolder("oapi-codegen");
      const options = { cwd: folder, env: { GOFLAGS: "-mod=mod", GOWORK: "off" } };

      await succeed("go mod init", "go", ["mod", "init", "example.com/recado"], options);
      const generator = [
        "run",
        OAPI_CODEGEN,
        "-package",
        "recado",
        "-o",
        "recado.gen.go",
        join(root, BUNDLE),
      ];
      await succeed("oapi-codegen", "go", generator, options);
      await succeed("go mod tidy", "go", ["mod", "tidy"], options);
      await succeed("go vet", "go", ["vet", "./..."], options);
      const made = readFileSync(join(folder, "recado.gen.go"), "utf8");
      for (const type of ["MessageUpdateEvent", "InboundMessageEvent", "CampaignUpdateEvent"])
        expect(made).toContain(`\ntype ${type} struct`);
    },
    DEADLINE_MS,
  );

  // Mono is a Debian package: a machine without apt or its mirrors has none.
  it(
    "compiles in C# and completes the tour of the present and of a later service, if Mono is installed",
    async () => {
      const missing = await csharp.missing();
      if (missing === null) await tourOf(csharp, presentSource(root), service);
      else expect(missing).toContain("npm run mono:install");
    },
    DEADLINE_MS,
  );

  it(
    "reports a tour whose output differs",
    async () => {
      const present = presentSource(root);
      const { today } = JSON.parse(readFileSync(join(root, "scripts/sdks/tours/says.json"), "utf8")) as {
        today: string[];
      };
      const program = `console.log(${JSON.stringify(today.join("\n"))})`;
      const printing = { ...go, build: async () => ({ program: process.execPath, args: ["-e", program] }) };
      const wrong = {
        ...present,
        copyTours(folder: string) {
          present.copyTours(folder);
          const file = join(folder, "says.json");
          writeFileSync(
            file,
            readFileSync(file, "utf8").replace("campaign: completed 2", "campaign: completed 3"),
          );
        },
      };
      await expect(tourOf(printing, wrong, service)).rejects.toThrow(
        "expected campaign: completed 3\n    printed campaign: completed 2",
      );
    },
    DEADLINE_MS,
  );
});
