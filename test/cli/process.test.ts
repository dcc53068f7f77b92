import { chmodSync, existsSync } from "node:fs";
import { join } from "node:path";
import {
  runCommand,
  runCommandOnFullDisk,
  runCommandWithoutRoot,
  runUnreadCommand,
} from "../support/command";
import { temporaryFolder } from "../support/temporary-folder";

const recado = (dataDir: string, ...args: string[]) => runCommand({ RECADO_DATA_DIR: dataDir }, ...args);

describe("the command line as a process", () => {
  const dataDir = temporaryFolder("cli");

  it("exits after each of a migration and the creation of an account, a sender and a key", async () => {
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

  it("creates no database at a mistyped path, except by migrate", async () => {
    const mistyped = join(dataDir, "mistyped");
    expect(await recado(mistyped, "accounts", "list")).toEqual({
      exitCode: 1,
      out: "",
      err: expect.stringMatching(/^error: There is no database in .*mistyped .*\n$/) as string,
    });
    expect(existsSync(mistyped)).toBe(false);
    expect(await recado(mistyped, "migrate")).toMatchObject({ exitCode: 0, err: "" });
  });

  it("reports a data directory that its user may not read or reach, instead of a missing database", async () => {
    chmodSync(dataDir, 0o000);
    try {
      for (const folder of [dataDir, join(dataDir, "inner")]) {
        const list = await runCommandWithoutRoot({ RECADO_DATA_DIR: folder }, "accounts", "list");
        const doctor = await runCommandWithoutRoot({ RECADO_DATA_DIR: folder }, "doctor");
        const reason = `This user may not read ${folder} (RECADO_DATA_DIR)`;
        expect(list.err).toBe(`error: ${reason}: run the command as the service's user\n`);
        expect(doctor.out).toContain(`error    database  ${reason}\n`);
        expect(doctor.out).toContain("files is owned by another user");
        expect(doctor.out).not.toContain("creates");
      }
    } finally {
      chmodSync(dataDir, 0o700);
    }
  });

  it("exits with 1 and one line after a failure, and with 2 after a usage error", async () => {
    expect(await recado(dataDir, "keys", "revoke", "mine")).toEqual({
      exitCode: 1,
      out: "",
      err: "error: There is no API key with the id mine\n",
    });
    expect(await recado(dataDir, "keys", "create")).toMatchObject({ exitCode: 2, out: "" });
  });

  it("exits with 0 and without a message when the reader of its output stops early", async () => {
    for (const command of [["--help"], ["accounts", "list"]]) {
      const run = await runUnreadCommand({ RECADO_DATA_DIR: dataDir }, ...command);
      expect(run).toEqual({ exitCode: 0, out: "", err: "" });
    }
  });

  it("exits with 1 and one line when its output cannot be written", async () => {
    const run = await runCommandOnFullDisk({ RECADO_DATA_DIR: dataDir }, "accounts", "list");
    expect(run).toEqual({ exitCode: 1, out: "", err: "error: The output cannot be written: ENOSPC\n" });
  });
});
