import { X509Certificate } from "node:crypto";
import { type ConnectionOptions, checkServerIdentity, rootCertificates } from "node:tls";
import { errorMessage } from "../../platform/error-text";
import { SECOND } from "../../platform/time";
import type { Carrier } from "../carrier";
import { type CarrierDeps, type Connection, ConnectionTestError, defineKind } from "../kind";
import { isName } from "./addresses";
import { Binds } from "./binds";
import { Incoming } from "./incoming";
import { MessageIds } from "./message-ids";
import { type BindCommand, Session, type SessionOptions } from "./session";
import { Submitter } from "./submitter";
import { SubmissionSlots } from "./submission-slots";

/** Default window. Section 2.9 of SMPP 3.4 recommends at most ten unanswered requests as a guideline. */
const DEFAULT_WINDOW = 10;
/** Time between the submitter's timeout and the caller's deadline, in milliseconds. */
const GRACE = SECOND;
const number = (description: string, minimum: number, maximum: number) =>
  ({ type: "integer", description, minimum, maximum }) as const;

const settings = {
  host: { type: "text", description: "where the carrier's SMSC listens: a name or an address" },
  port: { ...number("its port, mostly 2775, with TLS 3550", 1, 65_535), default: 2775 },
  tls: { type: "boolean", default: false, description: "whether the connection is encrypted" },
  system_id: {
    type: "text",
    pattern: /^[\x21-\x7e]{1,32}$/,
    form: "1 to 32 printable ASCII characters",
    description: "your user name at the carrier",
  },
  system_type: {
    type: "text",
    pattern: /^[\x21-\x7e]{1,12}$/,
    form: "1 to 12 printable ASCII characters",
    optional: true,
    description: "only where the carrier asks for one",
  },
  bind: {
    type: "choice",
    default: "transceiver",
    choices: ["transceiver", "separate"],
    description: "one bind for both directions, or a transmitter and a receiver",
  },
  binds: {
    ...number("binds (with separate: of each kind) that each process opens, 1 to 8", 1, 8),
    default: 1,
  },
  enquire_link_seconds: {
    ...number("interval of checks that the carrier still responds, in seconds, 1 to 600", 1, 600),
    default: 30,
  },
  source_ton: {
    ...number("type of number of senders, 0 to 6; without: 3 for short codes, 5 for names, else 1", 0, 6),
    optional: true,
  },
  source_npi: {
    ...number("numbering plan of senders, 0 to 18; without: 1 for whole numbers, else 0", 0, 18),
    optional: true,
  },
  dest_ton: { ...number("type of number of recipients, 0 to 6", 0, 6), default: 1 },
  dest_npi: { ...number("numbering plan of recipients, 0 to 18", 0, 18), default: 1 },
  long_messages: {
    type: "choice",
    default: "udh",
    choices: ["udh", "payload"],
    description:
      "long texts in parts with a header each, or whole in message_payload, as the carrier wants them",
  },
  gsm_data_coding: {
    ...number("data_coding of texts in the GSM alphabet, 0 to 255", 0, 255),
    default: 0,
  },
  validity_seconds: {
    ...number(
      "how long the carrier tries to deliver, 60 to 604,800; without: as long as it does",
      60,
      604_800,
    ),
    optional: true,
  },
} as const;

const secrets = {
  password: {
    description: "your password at the carrier",
    check: (value: string) =>
      /^[\x20-\x7e]{1,64}$/.test(value) ? null : "must be 1 to 64 printable ASCII characters",
  },
  tls_ca: {
    description:
      "for a carrier whose certificate no public authority has signed: that certificate, or its authority's, as PEM",
    optional: true,
    check: (value: string) =>
      certificatesIn(value) === null ? "must be one or more certificates as PEM" : null,
  },
} as const;

type SmppConnection = Connection<typeof settings, typeof secrets>;

export const smppKind = defineKind({
  name: "smpp",
  summary: "SMS by SMPP 3.4, to an operator's or an aggregator's SMSC",
  channels: ["sms"],
  settings,
  secrets,
  window: DEFAULT_WINDOW,
  open: openSmpp,
  takesAddress: (channel, address) => channel === "sms" && isName(address),

  async test(connection, { log }, signal) {
    const { host, port } = connection.settings;
    const lines: string[] = [];
    for (const command of new Set(bindsOf(connection))) {
      const session = await Session.bind(
        command,
        // The test returns an error for each receipt and reply, so that the carrier delivers them again
        // later, to a session that stores them.
        { ...sessionOptions(connection, log, () => Promise.reject(new Error("a test"))), onOddity: () => {} },
        signal,
      ).catch((error: unknown) => {
        throw new ConnectionTestError(`${host}:${port}: ${command}: ${errorMessage(error)}`);
      });
      await session.close();
      lines.push(`${command} as ${connection.settings.system_id} to "${session.systemId}"`);
    }
    return `${host}:${port} accepted ${lines.join(" and ")}`;
  },
});

const bindsOf = ({ settings: { bind, binds } }: SmppConnection): BindCommand[] => {
  const commands: BindCommand[] =
    bind === "separate" ? ["bind_transmitter", "bind_receiver"] : ["bind_transceiver"];
  return commands.flatMap((command) => Array.from({ length: binds }, () => command));
};

function sessionOptions(
  { settings, secrets }: SmppConnection,
  log: CarrierDeps["log"],
  deliver: SessionOptions["deliver"],
): SessionOptions {
  const { host, port, tls, system_id, system_type, enquire_link_seconds } = settings;
  return {
    host,
    port,
    deliver,
    tls: tls ? tlsOptions(host, secrets.tls_ca) : null,
    bind: { system_id, password: secrets.password, system_type: system_type ?? "" },
    enquireLinkMs: enquire_link_seconds * SECOND,
    onOddity: (what, error) => log.warn({ err: error }, what),
  };
}

/**
 * Returns TLS options that trust the public authorities and the given certificates. A server certificate
 * among the given ones may have any host name.
 */
function tlsOptions(host: string, given: string | null): ConnectionOptions {
  const servername = /^[\d.]+$|:/.test(host) ? undefined : host;
  const named = servername === undefined ? {} : { servername };
  const own = given === null ? null : certificatesIn(given);
  if (own === null) return named;
  const pinned = new Set(own.map(({ fingerprint256 }) => fingerprint256));
  return {
    ...named,
    allowPartialTrustChain: true,
    ca: [...rootCertificates, ...own.map(String)],
    checkServerIdentity: (name, certificate) =>
      pinned.has(certificate.fingerprint256) ? undefined : checkServerIdentity(name, certificate),
  };
}

function certificatesIn(pem: string): X509Certificate[] | null {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g);
  try {
    return blocks?.map((block) => new X509Certificate(block)) ?? null;
  } catch {
    return null;
  }
}

/** State that a carrier passes to the carrier that replaces it, if both use the same account at the SMSC. */
interface SmscState {
  account: string;
  ids: MessageIds;
  /** Delivery handler of the carrier that started last; null before the first start. */
  incoming: Incoming | null;
  /** Number of running carriers. The last one to stop stores the incomplete replies. */
  running: number;
}

const states = new WeakMap<Carrier, SmscState>();

function stateAfter(
  before: Carrier | undefined,
  { settings: { host, port, system_id } }: SmppConnection,
  log: CarrierDeps["log"],
): SmscState {
  const account = [host, port, system_id].join(" ");
  const former = before && states.get(before);
  if (former?.account === account) return former;
  const ids = new MessageIds((base) =>
    log.info({ base }, "detected the number base of message ids in receipts"),
  );
  return { account, ids, incoming: null, running: 0 };
}

function openSmpp(connection: SmppConnection, deps: CarrierDeps, before?: Carrier): Carrier {
  const { settings } = connection;
  const { window, timeout_seconds } = settings;
  const { log } = deps;
  const state = stateAfter(before, connection, log);
  const { ids } = state;
  let binds: Binds | null = null;
  let incoming: Incoming | null = null;
  const transmitters = () => binds?.transmitters ?? [];
  const slots = new SubmissionSlots(window, settings.binds, transmitters);
  const submitter = new Submitter(slots, ids, settings, {
    timeoutMs: timeout_seconds * SECOND,
    clock: deps.clock,
    onThrottled: (status) => log.warn({ status }, "carrier throttled submissions"),
  });

  const carrier: Carrier = {
    name: connection.name,
    channels: ["sms"],
    idempotent: false,
    reports: true,
    get batchSize() {
      return submitter.batchSize;
    },
    get window() {
      return submitter.submissions;
    },
    get isConnected() {
      return binds?.isOpen ?? false;
    },
    deadlineMs: timeout_seconds * SECOND + GRACE,
    defaultMaxPerSecond: 1_000,
    maxPerSecond: settings.max_per_second,
    submit: (messages, signal) => submitter.submit(messages, signal),
    async start(reports, inbound) {
      incoming = new Incoming(ids, settings.gsm_data_coding, deps, reports, inbound, state.incoming);
      state.incoming = incoming;
      state.running += 1;
      const { take } = incoming;
      binds = new Binds(bindsOf(connection), sessionOptions(connection, log, take.bind(incoming)), log, () =>
        slots.serve(),
      );
      binds.start();
    },
    async stop() {
      const [ending, last] = [binds, incoming];
      [binds, incoming] = [null, null];
      slots.refuseWaiting("expired");
      await ending?.stop();
      if (last === null) return;
      state.running -= 1;
      // While another carrier runs, it can still receive the missing parts of incomplete replies.
      if (state.running === 0) await last.flush();
    },
  };
  states.set(carrier, state);
  return carrier;
}
