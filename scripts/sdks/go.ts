import { join } from "node:path";
import { lacks, type Language, succeed } from "./language";

export const go: Language = {
  name: "go",
  title: "Go",
  generator: [
    ...["-g", "go", "--git-host", "example.com", "--git-user-id", "acme", "--git-repo-id", "recado"],
    "--additional-properties=packageName=recado",
  ],
  missing: () => lacks("go", ["version"], "Go needs Go 1.23 or newer."),
  async build({ client, tour, work }) {
    const program = join(work, "tour");
    const env = { GOFLAGS: "-mod=mod", GOWORK: "off" };
    await succeed("go vet of the client", "go", ["vet", "./..."], { cwd: client, env });
    await succeed("go vet", "go", ["vet", "./..."], { cwd: tour, env });
    await succeed("go build", "go", ["build", "-o", program, "."], { cwd: tour, env });
    return { program, args: [] };
  },
};
