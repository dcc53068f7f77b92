import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "../../../scripts/free-port";
import { until } from "../../support/until";

const run = promisify(execFile);
const SOURCE = resolve(__dirname, "../peers/smsc");
const LIBRARIES = resolve(__dirname, "../../../node_modules/.cache/smsc");

interface Submitted {
  session: string;
  to: string;
  esmClass: number;
  dataCoding: number;
  octets: Buffer;
}

/** jSMPP's SMSC simulator in a Java process, with a self-signed TLS certificate. */
export class JsmppSmsc {
  readonly submitted: Submitted[] = [];
  readonly failures: string[] = [];
  port = 0;
  certificate = "";
  private folder = "";
  private listening = false;
  private process: ChildProcess | null = null;

  constructor(readonly password: string) {}

  async prepare(): Promise<void> {
    if (!existsSync(join(LIBRARIES, "jsmpp-examples-3.0.1.jar"))) {
      const pom = join(SOURCE, "pom.xml");
      const copy = ["dependency:copy-dependencies", `-DoutputDirectory=${LIBRARIES}`];
      await run("mvn", ["-q", "-B", "-f", pom, ...copy], { timeout: 180_000 });
    }
    this.folder = await mkdtemp(join(tmpdir(), "smsc-"));
    const store = ["-keystore", "keystore.p12", "-storepass", "password", "-alias", "smsc"];
    const key = ["-keyalg", "RSA", "-storetype", "PKCS12", "-validity", "2", "-dname", "cn=smsc"];
    const options = { cwd: this.folder, timeout: 60_000 };
    await run("keytool", ["-genkeypair", ...store, ...key], options);
    await run("keytool", ["-exportcert", "-rfc", ...store, "-file", "smsc.pem"], options);
    this.certificate = await readFile(join(this.folder, "smsc.pem"), "utf8");
    this.port = await freePort();
  }

  async start(): Promise<void> {
    const args = ["-Xmx128m", "-Dorg.slf4j.simpleLogger.logFile=smsc.log", "-cp", `${LIBRARIES}/*`];
    const glue = [join(SOURCE, "Smsc.java"), String(this.port), "recado", this.password];
    this.process = spawn("java", [...args, ...glue], {
      cwd: this.folder,
      stdio: ["ignore", "pipe", "inherit"],
    });
    createInterface({ input: this.process.stdout as NodeJS.ReadableStream }).on("line", (line) =>
      this.record(line),
    );
    await until("the SMSC listens", 60, async () => this.listening, 50);
  }

  /**
   * Resolves once this many submissions are recorded. A response can arrive before the line that the process
   * prints for its submission.
   */
  recorded(count: number): Promise<void> {
    return until(`${count} submissions`, 20, async () => this.submitted.length >= count, 10);
  }

  async kill(): Promise<void> {
    const { process } = this;
    if (process === null) return;
    this.process = null;
    this.listening = false;
    process.kill("SIGKILL");
    if (process.exitCode === null && process.signalCode === null) await once(process, "exit");
  }

  async close(): Promise<void> {
    await this.kill();
    if (this.folder !== "") await rm(this.folder, { recursive: true, force: true });
  }

  private record(line: string): void {
    const [session = "", to = "", esmClass, dataCoding, octets = ""] = line.split(" ");
    if (session === "failed") this.failures.push(line);
    else if (session === "listening") this.listening = true;
    else {
      const [esm, coding] = [Number(esmClass), Number(dataCoding)];
      this.submitted.push({
        session,
        to,
        esmClass: esm,
        dataCoding: coding,
        octets: Buffer.from(octets, "hex"),
      });
    }
  }
}
