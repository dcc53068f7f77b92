import type { CarrierError, Inbound, ReportedStatus, Submission, SubmitOutcome } from "../carrier";
import { suggestionsOf } from "../../messaging/content-parts";
import { EXPIRY } from "../../messaging/expiry";
import { tapOf } from "../suggestion-replies";

interface SandboxOutcome {
  /** Returns the outcome of a submission. `attempt` is the number of earlier submissions. */
  submit(attempt: number): SubmitOutcome;
  /** Delivery reports of an accepted message, in order. */
  reports: readonly { status: ReportedStatus; error: CarrierError | null }[];
}

const ACCEPTED: SubmitOutcome = { type: "accepted" };
const DELIVERED = { status: "delivered", error: null } as const;
const READ = { status: "read", error: null } as const;

const sandboxError = (code: CarrierError["code"], message: string, carrierCode: string): CarrierError => ({
  code,
  message,
  carrierCode,
});

const always = (outcome: SubmitOutcome) => () => outcome;
const delivered: SandboxOutcome = { submit: always(ACCEPTED), reports: [DELIVERED] };
const unreachable: SubmitOutcome = {
  type: "retry",
  error: sandboxError("carrier_unreachable", "the sandbox simulates an unreachable carrier", "0009"),
};

/** Outcomes by the last four digits of the recipient's number. */
const OUTCOMES: Readonly<Record<string, SandboxOutcome>> = {
  "0001": {
    submit: always(ACCEPTED),
    reports: [
      {
        status: "undelivered",
        error: sandboxError("undeliverable", "the handset could not be reached", "0001"),
      },
    ],
  },
  "0002": {
    submit: always({
      type: "refused",
      error: sandboxError("carrier_rejected", "the sandbox refuses this number", "0002"),
    }),
    reports: [],
  },
  "0003": { submit: always(ACCEPTED), reports: [] },
  "0007": {
    submit: always(ACCEPTED),
    reports: [{ status: "expired", error: sandboxError("expired", EXPIRY.not_delivered, "0007") }],
  },
  "0009": {
    submit: (attempt) => (attempt < 2 ? unreachable : ACCEPTED),
    reports: [DELIVERED],
  },
};

const deliveredAndRead: SandboxOutcome = { submit: always(ACCEPTED), reports: [DELIVERED, READ] };

/** Returns the outcome for a number (E.164). Messages to a number without a special suffix are delivered. */
export function outcomeFor(to: string, channel: string): SandboxOutcome {
  const suffix = to.slice(-4);
  // Only RCS has read reports.
  if (suffix === "0004") return channel === "rcs" ? deliveredAndRead : delivered;
  return OUTCOMES[suffix] ?? delivered;
}

/** Text replies by the last four digits of the number. */
const REPLIES: Readonly<Record<string, string>> = { "0005": "Oi", "0006": "SAIR" };
/** Suffix of numbers that tap the first suggestion of an RCS message. */
const TAPS = "0008";

/** Returns the simulated reply to a delivered message, or null. Repeated calls return the same reference. */
export function replyTo({ accountId, messageId, channel, to, from, content }: Submission): Inbound | null {
  const suffix = to.slice(-4);
  const reference = `${messageId}:answer`;
  const text = REPLIES[suffix];
  if (text !== undefined && channel !== "voice") {
    const common = { accountId, from: to, to: from, inReplyTo: messageId, reference };
    return { kind: "message", channel, ...common, content: { type: "text", text } };
  }
  const [first] = suffix === TAPS && channel === "rcs" ? suggestionsOf(content) : [];
  const tapped = { accountId, messageId, recipient: to, sender: from };
  return first ? tapOf(tapped, first.suggestion, reference) : null;
}
