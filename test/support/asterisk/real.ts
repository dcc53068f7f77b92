import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { treeOf } from "../../../scripts/debian/tree";
import { freePort } from "../process";
import { until } from "../until";

const MODULES = `
  res_crypto res_curl func_curl res_http_media_cache bridge_simple res_timing_timerfd pbx_config app_dial app_echo
  format_wav format_pcm codec_ulaw codec_resample res_http_websocket res_websocket_client
  res_stasis res_stasis_answer res_stasis_playback res_stasis_recording res_stasis_snoop
  res_ari res_ari_model app_stasis res_ari_events res_ari_channels res_ari_playbacks res_ari_asterisk
  res_ari_applications res_sorcery_config res_sorcery_memory res_sorcery_astdb res_pjproject res_pjsip
  res_pjsip_session res_pjsip_pubsub res_pjsip_sdp_rtp res_pjsip_caller_id res_pjsip_endpoint_identifier_ip
  res_pjsip_rfc3326 res_rtp_asterisk chan_pjsip`;

/** Dial plan for Local and PJSIP: the last two digits of a number decide the outcome of its call. */
const DIALPLAN = `
[out]
exten => _+X!,1,Goto(c\${EXTEN:-2},1)
exten => _X!,1,Goto(c\${EXTEN:-2},1)
exten => c01,1,Answer()
 same => n,Echo()
exten => c02,1,Busy(1)
exten => c03,1,Congestion(1)
exten => c04,1,Ringing()
 same => n,Wait(60)
exten => c05,1,Hangup(1)
exten => c06,1,Answer()
 same => n,Wait(0.5)
 same => n,Hangup()
exten => c07,1,Hangup(21)
exten => c08,1,Hangup(38)

[recado]
exten => _+X.,1,Dial(PJSIP/\${EXTEN:1}@trunk)
 same => n,Hangup(\${HANGUPCAUSE})
`;

/** Configuration of a trunk that leads back to the same Asterisk, over SIP and RTP. */
const trunk = (port: number) => `
[udp]
type=transport
protocol=udp
bind=127.0.0.1:${port}
[trunk]
type=endpoint
transport=udp
context=out
disallow=all
allow=ulaw
aors=trunk
from_user=recado
[trunk]
type=aor
contact=sip:127.0.0.1:${port}
[trunk]
type=identify
endpoint=trunk
match=127.0.0.1
`;

const user = (name: string, more = "") =>
  `[${name}]\ntype=user\npassword=secret\npassword_format=plain\n${more}`;

export interface RealAsterisk {
  /** URL of the ARI. Users: `recado`, and `looker`, who has read access only. The password is `secret`. */
  url: string;
  version: string;
  start(): Promise<void>;
  kill(): Promise<void>;
  log(): string;
  remove(): Promise<void>;
}

/** Starts Debian's Asterisk on free ports of 127.0.0.1. */
export async function realAsterisk(): Promise<RealAsterisk> {
  const root = treeOf("asterisk");
  if (!existsSync(root)) throw new Error("Asterisk is not installed; run `npm run asterisk:install`");
  const folder = mkdtempSync(join(tmpdir(), "recado-asterisk-"));
  const [httpPort, sipPort] = [await freePort(), await freePort()];
  const command = commandIn(root, configure(root, folder, { httpPort, sipPort }));
  const url = `http://127.0.0.1:${httpPort}/ari`;
  let child: ChildProcess | null = null;
  let log = "";

  async function kill(): Promise<void> {
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill("SIGKILL");
      await once(child, "exit");
    }
    child = null;
  }
  async function info(): Promise<{ system: { version: string } } | null> {
    const headers = { authorization: `Basic ${Buffer.from("recado:secret").toString("base64")}` };
    try {
      const response = await fetch(`${url}/asterisk/info`, { headers });
      return response.ok ? ((await response.json()) as { system: { version: string } }) : null;
    } catch {
      return null;
    }
  }
  async function start(): Promise<void> {
    // The log of an earlier process also says that it was ready.
    log = "";
    child = spawn(command[0] as string, command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
    const appendLog = (bytes: Buffer) => void (log += bytes.toString());
    child.stdout?.on("data", appendLog);
    child.stderr?.on("data", appendLog);
    await until(
      "Asterisk is ready",
      30,
      async () => (await info()) !== null && log.includes("Asterisk Ready"),
    );
  }

  await start();
  return {
    url,
    version: (await info())?.system.version ?? "",
    start,
    kill,
    log: () => log,
    async remove() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the start command. Asterisk's own loader and libraries may be newer than the machine's. */
function commandIn(root: string, config: string): string[] {
  const { library, loader } = filesOf(root);
  const program = join(root, "usr/sbin/asterisk");
  return [loader, "--library-path", library, program, "-f", "-n", "-C", config];
}

function filesOf(root: string): { library: string; loader: string } {
  const triplet = readdirSync(join(root, "usr/lib")).find((name) => name.endsWith("-linux-gnu"));
  const library = join(root, "usr/lib", String(triplet));
  const loader = readdirSync(library).find((name) => /^ld-linux.*\.so\.\d$/.test(name));
  return { library, loader: join(library, String(loader)) };
}

function configure(root: string, folder: string, ports: { httpPort: number; sipPort: number }): string {
  const at = (name: string) => {
    mkdirSync(join(folder, name), { recursive: true });
    return join(folder, name);
  };
  const etc = at("etc");
  const directories = {
    astetcdir: etc,
    astmoddir: join(filesOf(root).library, "asterisk/modules"),
    astdatadir: join(root, "usr/share/asterisk"),
    astvarlibdir: at("lib"),
    astdbdir: at("db"),
    astkeydir: at("keys"),
    astagidir: at("agi"),
    astspooldir: at("spool"),
    astrundir: at("run"),
    astlogdir: at("log"),
    astcachedir: at("cache"),
  };
  const lines = Object.entries(directories).map(([name, path]) => `${name} => ${path}`);
  const files = {
    "asterisk.conf": `[directories]\n${lines.join("\n")}\n`,
    "modules.conf": `[modules]\nautoload=no\n${MODULES.trim()
      .split(/\s+/)
      .map((name) => `load=${name}.so`)
      .join("\n")}\n`,
    "http.conf": `[general]\nenabled=yes\nbindaddr=127.0.0.1\nbindport=${ports.httpPort}\n`,
    "ari.conf": `[general]\nenabled=yes\n${user("recado")}${user("looker", "read_only=yes\n")}`,
    "extensions.conf": DIALPLAN,
    "pjsip.conf": trunk(ports.sipPort),
    "logger.conf": "[general]\n[logfiles]\nconsole => notice,warning,error\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(etc, name), text);
  return join(etc, "asterisk.conf");
}
