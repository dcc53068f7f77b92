import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runCommand } from "../support/command";

const recado = (dataDir: string, ...args: string[]) => runCommand({ RECADO_DATA_DIR: dataDir }, ...args);

describe("the command line as a process", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "recado-cli-"));
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it("migrates, makes an account, a sender and a key, and ends each time", async () => {
    expect(await recado(dataDir, "migrate")).toMatchObject({ exitCode: 0, err: "" });
    expect(await recado(dataDir, "accounts", "create", "Loja São João")).toMatchObject({
      exitCode: 0,
      err: "",
    });
    const sender = ["--channel", "sms", "--address", "27000", "--carrier", "sandbox"];
    const added = await recado(dataDir, "senders", "add", "--account", "Loja São João", ...sender, "--json");
    expect(JSON.parse(added.out)).toMatchObject({ account: "Loja São João", max_per_second: 100_000 });
    const made = await recado(
      dataDir,
      "keys",
      "create",
      "--account",
      "Loja São João",
      "--scopes",
      "all",
      "--json",
    );
    expect(JSON.parse(made.out)).toMatchObject({ key: expect.stringMatching(/^st_[0-9a-f]{64}$/) as string });
  });

  it("ends with 1 and one line where it cannot do what it is asked, with 2 where it does not understand", async () => {
    expect(await recado(dataDir, "keys", "revoke", "mine")).toEqual({
      exitCode: 1,
      out: "",
      err: "error: There is no API key with the id mine\n",
    });
    expect(await recado(dataDir, "keys", "create")).toMatchObject({ exitCode: 2, out: "" });
  });
});
