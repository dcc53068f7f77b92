import { useLocation } from "preact-iso";
import type { Campaign, Recado } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { useTexts } from "../texts/language";
import { FAILURES } from "../parts/outcomes";
import { addressOf } from "../parts/pages";
import { ErrorDetails } from "../parts/error-details";
import { reasonText } from "../parts/reasons";
import { State } from "../parts/state";
import { Status } from "../parts/status";
import { type QueryResult, useScopedQuery } from "../service/hooks";
import { countBlocked } from "./failure-counts";
import { byReason, type CodeCount, type Reason } from "./rules";

/** Number of newest failed messages that are grouped by carrier code, which the service cannot count. */
const MAX_COUNTED = 500;
const POLL_MS = 10_000;

type Messages = Awaited<ReturnType<Recado["messages"]["list"]>> | null;

/** Newest failed messages of a campaign, and the numbers of its blocked messages by block reason. */
export interface NotDelivered {
  failed: QueryResult<Messages>;
  blocked: QueryResult<readonly CodeCount[]>;
}

/**
 * Requests the newest failed messages of a campaign, and the numbers of its blocked messages by reason. Both
 * include messages of follow-ups.
 */
export function useNotDelivered({ id, progress: { total } }: Campaign): NotDelivered {
  const hasMessages = total > 0;
  const polled = { scope: "messages:read", everyMs: hasMessages ? POLL_MS : null };
  const failed = useScopedQuery({
    ...polled,
    key: `failed ${id} ${hasMessages}`,
    none: null,
    load: async ({ messages }): Promise<Messages> =>
      hasMessages ? messages.list({ campaign_id: [id], status: [...FAILURES], limit: MAX_COUNTED }) : null,
  });
  const blocked = useScopedQuery({
    ...polled,
    key: `blocked ${id} ${hasMessages}`,
    none: [],
    load: async (recado) => (hasMessages ? countBlocked(recado, id) : []),
  });
  return { failed, blocked };
}

interface Props {
  campaign: Campaign;
  of: NotDelivered;
}

/**
 * Shows why messages of a campaign failed or were blocked. Shows nothing without them, unless a request
 * failed.
 */
export function Failures({ campaign: { id }, of: { failed, blocked } }: Props) {
  const { t, format } = useTexts();
  const { route } = useLocation();
  const rows = [...byReason(failed.value?.data ?? []), ...(blocked.value ?? []).map(ofBlocked)];
  if (rows.length === 0 && failed.failure === null && blocked.failure === null) return null;
  const words = t.campaigns;
  const messagesWith = ({ status, code }: Reason) =>
    addressOf("/console/messages", {
      campaign: id,
      status,
      [status === "blocked" ? "block" : "reason"]: code ?? "",
    });
  const columns: readonly Column<Reason>[] = [
    {
      name: t.messages.reason,
      isTitle: true,
      cell: (reason) => (
        <>
          <a class="hover:underline" href={messagesWith(reason)}>
            {reasonText(reason, t)}
          </a>
          {reason.code !== null && reason.example !== null && (
            <ErrorDetails of={{ code: reason.code, message: reason.example }} />
          )}
        </>
      ),
    },
    { name: t.common.outcome, cell: ({ status }) => <Status status={status} /> },
    {
      name: words.carrierCode,
      cell: ({ carrierCode }) => (carrierCode === null ? null : <code>{carrierCode}</code>),
    },
    { name: t.menu.messages, isNumber: true, cell: ({ count }) => format.number(count) },
  ];
  return (
    <section class="card">
      <h2>{words.failures}</h2>
      <p class="hint mb-3">{words.withFollowUps}</p>
      <State result={failed} />
      <Sampled page={failed.value} />
      {rows.length > 0 && (
        <DataTable
          label={words.failures}
          columns={columns}
          rows={rows}
          idOf={(reason) => `${reason.status} ${reason.code} ${reason.carrierCode} ${reasonText(reason, t)}`}
          onOpen={(reason) => route(messagesWith(reason))}
        />
      )}
      <State result={blocked} />
    </section>
  );
}

const ofBlocked = (counted: CodeCount): Reason => ({
  ...counted,
  status: "blocked",
  carrierCode: null,
  example: null,
});

/** Says how many of the failed messages the table of reasons covers, unless it covers all. */
function Sampled({ page }: { page: Messages }) {
  const { t, format } = useTexts();
  if (page === null || !page.pagination.has_more) return null;
  const [counted, all] = [page.data.length, page.pagination.total].map((count) => format.number(count));
  return <p class="hint mb-2">{t.campaigns.failuresOf(counted ?? "", all ?? "")}</p>;
}
