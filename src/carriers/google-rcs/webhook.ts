import { createHmac } from "node:crypto";
import type { Logger } from "pino";
import { validationFailed } from "../../platform/problem";
import { type Clock, HOUR, SECOND } from "../../platform/time";
import { constantTimeEqual } from "../../platform/constant-time-equal";
import { forged, hasMediaType, parseJson, requireMediaType } from "../callback-checks";
import { takeInboundFile } from "../inbound-file";
import type { CallbackReader, Received } from "../kind";
import { fieldsOf } from "../untrusted";
import { readNotification, type Notification } from "./notifications";

/**
 * Maximum body size. The longest text has 3,072 characters, about 25 KiB escaped and in base64; files are
 * only URLs. Source: RBM reference, "AgentContentMessage".
 */
const MAX_BODY_BYTES = 128 * 1_024;

/** Age in milliseconds from which a message's failed file download is no longer retried. */
const MAX_FILE_RETRY_AGE = HOUR;
/** Timeout of a file download, in milliseconds. Google waits for the response during the download. */
const FETCH_WITHIN = 8 * SECOND;

/**
 * Result without items. Google repeats a notification until the response is 200. Source: RBM
 * guides/integrate/webhooks.
 */
const TAKEN: Received = { reports: [], inbound: [], response: { status: 200 } };

interface WebhookDeps {
  clientToken: string;
  clock: Clock;
  log: Logger;
  /** Name of the carrier connection. */
  connection: string;
  carrierUrl: string;
}

/** Returns the reader of Google's webhook requests. A request has either a registration or a notification. */
export function webhookReader(deps: WebhookDeps): CallbackReader {
  const { clientToken, clock } = deps;
  return {
    admit(head) {
      // Only a registration, which is JSON, has no signature.
      if (head.headers["x-goog-signature"] === undefined && !hasMediaType(head, "application/json")) {
        throw forged();
      }
      requireMediaType(head, "application/json");
      return { isAuthenticated: false, maxBodyBytes: MAX_BODY_BYTES };
    },
    async read({ headers, body }) {
      const posted = postedFields(body);
      if (typeof posted.clientToken === "string") {
        return registration({ clientToken: posted.clientToken, secret: posted.secret }, clientToken);
      }
      const data = signedData(fieldsOf(posted.message).data, headers["x-goog-signature"], clientToken);
      return received(readNotification(parseJson(data, "message.data"), clock.now()), deps);
    },
  };
}

/** Returns the fields of the body. A body that is not JSON contains nothing signed, so it throws a 401. */
function postedFields(body: Buffer): ReturnType<typeof fieldsOf> {
  try {
    return fieldsOf(parseJson(body));
  } catch {
    throw forged();
  }
}

/** Verifies a registration and returns its secret as text, as RBM guides/integrate/webhooks requires. */
function registration(
  { clientToken, secret }: { clientToken: string; secret: unknown },
  own: string,
): Received {
  if (!constantTimeEqual(clientToken, own)) throw forged();
  if (typeof secret !== "string") throw validationFailed("a registration holds a secret");
  return { ...TAKEN, response: { status: 200, contentType: "text/plain", body: secret } };
}

function signedData(data: unknown, signature: string | undefined, clientToken: string): Buffer {
  const bytes = Buffer.from(typeof data === "string" ? data : "", "base64");
  const expected = createHmac("sha512", clientToken).update(bytes).digest("base64");
  if (signature === undefined || !constantTimeEqual(signature, expected)) throw forged();
  return bytes;
}

async function received(notification: Notification, deps: WebhookDeps): Promise<Received> {
  switch (notification.kind) {
    case "report":
      return { ...TAKEN, reports: [notification.report] };
    case "inbound":
      return { ...TAKEN, inbound: [notification.item] };
    case "file": {
      const bytes = await fetched(notification, deps);
      if (bytes === null) return TAKEN;
      const { contentType, filename } = notification.file;
      return {
        ...TAKEN,
        inbound: [{ ...notification.envelope, content: { type: "file", contentType, filename, bytes } }],
      };
    }
    case "nothing":
      deps.log.debug({ what: notification.what }, "ignored a notification");
      return TAKEN;
  }
}

/**
 * Downloads a person's file. Returns null after a permanent failure, and after any failure of the download of
 * an old message's file. Throws a 503 `Problem` after another failure, so that Google repeats the
 * notification. The URL needs no credentials.
 */
async function fetched(
  { file, sentAt, envelope: { reference } }: Extract<Notification, { kind: "file" }>,
  { clock, log, connection, carrierUrl }: WebhookDeps,
): Promise<Buffer | null> {
  const taken = await takeInboundFile(
    file.url,
    { connection, carrierUrl, timeoutMs: FETCH_WITHIN, redirects: 0, announcedBytes: file.sizeBytes },
    { log: log.child({ reference }), carrierRetries: clock.now() - sentAt < MAX_FILE_RETRY_AGE },
  );
  return taken && taken.bytes;
}
