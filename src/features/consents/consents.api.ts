import { isIP } from "node:net";
import type { ConsentsApi } from "../../../generated/server/consents.api";
import { CHANNELS } from "../../messaging/channel";
import { isWebAddress } from "../../messaging/content";
import { normalizePhone } from "../../messaging/phone";
import { PURPOSES } from "../../messaging/purpose";
import type { Db } from "../../platform/db/dialect";
import { retryDeadlocks } from "../../platform/db/errors";
import { pageOf, pageRequest, tooLong } from "../../platform/db/page";
import type { Platform } from "../../platform/platform";
import { type FieldProblem, notFound, unprocessable } from "../../platform/problem";
import { timeWindow } from "../../platform/time-window";
import { parseTimestamp, wholeSecond } from "../../platform/time";
import { type JobNotification } from "../../queue/job";
import { notifyAll, type Wakeups } from "../../queue/wakeups";
import { readPhoneFilters } from "../contacts/contact";
import { findContact } from "../contacts/contacts.store";
import { type Consent, type ConsentSource, type Evidence, sourceOf, toContract } from "./consent";
import { findConsent, listConsents } from "./consents.store";
import type { NewConsent } from "./ledger";
import { numberHash, type SuppressionKey } from "./number-hash";

/**
 * Records a consent and, in the same transaction, updates the account's opt-out list. A parameter, because
 * the folder `consents` must not import `contact-lists`.
 */
type RecordInStep = (
  trx: Db,
  accountId: string,
  consent: NewConsent,
) => Promise<{ consent: Consent; notifications: JobNotification[] }>;

type Deps = Pick<Platform, "db" | "reads" | "clock"> & { suppressionKey: SuppressionKey; wakeups: Wakeups };
type Body = Parameters<ConsentsApi["createConsent"]>[0]["body"];

const NARROWER = "narrow it with phone, from and to";
const ALL_CONSENTS = "list all consents instead, with phone, from and to";

export function consentsApi(
  { db, reads, clock, suppressionKey, wakeups }: Deps,
  recordInStep: RecordInStep,
): ConsentsApi {
  return {
    async listConsents({ query, caller: { accountId }, signal }) {
      const page = pageRequest(query);
      const reading = reads.of({ accountId, signal }, tooLong(query, NARROWER));
      const filter = {
        phones: query.phone && readPhoneFilters("phone", query.phone),
        purposes: query.purpose,
        statuses: query.status,
        channels: query.channel,
        ...timeWindow(query, "from", "to"),
      };
      const { consents, total } = await listConsents(db, reading, accountId, filter, page);
      return { status: 200, body: pageOf(consents.map(toContract), total, page) };
    },

    async createConsent({ body, caller }) {
      const { accountId } = caller;
      const consent = readConsent(body, sourceOf(caller), clock.now());
      const recorded = await retryDeadlocks(() =>
        db.transaction((trx) => recordInStep(trx, accountId, consent)),
      );
      notifyAll(wakeups, recorded.notifications);
      return { status: 201, body: toContract(recorded.consent) };
    },

    async getConsent({ params, caller: { accountId } }) {
      const consent = await findConsent(db, accountId, params.consent_id);
      if (consent === null) throw notFound("The consent");
      return { status: 200, body: toContract(consent) };
    },

    async listContactConsents({ params, query, caller: { accountId }, signal }) {
      const contact = await findContact(db, accountId, params.contact_id);
      if (contact === null) throw notFound("The contact");
      const page = pageRequest(query);
      const reading = reads.of({ accountId, signal }, tooLong(query, ALL_CONSENTS));
      const filter = { hash: numberHash(suppressionKey, accountId, contact.phone) };
      const { consents, total } = await listConsents(db, reading, accountId, filter, page);
      return { status: 200, body: pageOf(consents.map(toContract), total, page) };
    },
  };
}

/** Returns the consent of a request. Throws 422 that names each wrong field. */
function readConsent(body: Body, source: ConsentSource, now: number): NewConsent {
  const phone = normalizePhone(body.phone);
  const occurredAt = body.occurred_at === undefined ? now : parseTimestamp(body.occurred_at);
  const { text = null, url = null, ip = null } = body.evidence ?? {};
  const evidence: Evidence | null = body.evidence === undefined ? null : { text, url, ip };
  const problems: FieldProblem[] = [
    ...(phone === null ? [{ field: "phone", message: "is not a valid phone number" }] : []),
    ...(wholeSecond(occurredAt) > now
      ? [{ field: "occurred_at", message: "must not be in the future" }]
      : []),
    ...(url !== null && !isWebAddress(url)
      ? [{ field: "evidence.url", message: "must be a URL that begins with https:// or http://" }]
      : []),
    ...(ip !== null && isIP(ip) === 0 ? [{ field: "evidence.ip", message: "must be an IP address" }] : []),
    ...(body.source === "keyword" || body.source === "rcs"
      ? [
          {
            field: "source",
            message: "must be api, import or console: replies and RCS events record their own",
          },
        ]
      : []),
  ];
  if (phone === null || problems.length > 0) {
    throw unprocessable("The consent cannot be recorded", problems);
  }
  return {
    phone,
    occurredAt,
    evidence,
    status: body.status,
    source: body.source ?? source,
    purposes: PURPOSES.filter((one) => body.purposes?.includes(one) ?? true),
    channels: CHANNELS.filter((one) => body.channels?.includes(one) ?? true),
    followsList: false,
  };
}
