import { useLocation } from "preact-iso";
import type { Campaign, Recado } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { useTexts } from "../texts/language";
import { failuresIn } from "../parts/campaign-outcome";
import { FAILURES } from "../parts/outcomes";
import { addressOf } from "../parts/pages";
import { ErrorDetails } from "../parts/error-details";
import { blockText } from "../parts/reasons";
import { State } from "../parts/state";
import { Status } from "../parts/status";
import { useAccount, useScope } from "../service/signed-in";
import { type QueryResult, useQuery } from "../service/use-query";
import { byReason, type Reason } from "./rules";

const MAX_FAILURES = 500;
const POLL_MS = 10_000;

type FailedMessages = Awaited<ReturnType<Recado["messages"]["list"]>> | null;

interface Props {
  campaign: Campaign;
  /** Result of `useFailedMessages`. */
  result: QueryResult<FailedMessages>;
}

/** Shows why messages of a campaign failed, or nothing if none failed. */
export function Failures({ campaign: { id, progress }, result }: Props) {
  return failuresIn(progress) + progress.blocked === 0 ? null : (
    <Reasons campaignId={id} blocked={progress.blocked} result={result} />
  );
}

/** Returns the latest failed messages of a campaign; null if none failed, or if the key may not read them. */
export function useFailedMessages({ id, progress }: Campaign): QueryResult<FailedMessages> {
  const { recado } = useAccount();
  const mayMessages = useScope("messages:read");
  const campaignId = mayMessages && failuresIn(progress) > 0 ? id : "";
  return useQuery(
    `failures ${campaignId}`,
    async (signal) =>
      campaignId === ""
        ? null
        : await recado.messages.list(
            { campaign_id: [campaignId], status: [...FAILURES], limit: MAX_FAILURES },
            { signal },
          ),
    { everyMs: POLL_MS },
  );
}

/** Returns the reasons of a campaign's blocked messages; one row without a reason if there are too many. */
function useBlocked(campaignId: string, blocked: number): Reason[] {
  const { recado } = useAccount();
  const { value } = useQuery(`blocked ${campaignId} ${blocked}`, async (signal) => {
    if (blocked === 0) return null;
    const filter = { campaign_id: [campaignId], status: ["blocked" as const], limit: MAX_FAILURES };
    return recado.messages.list(filter, { signal });
  });
  if (blocked === 0) return [];
  if (value === null || value.pagination.has_more) return [{ ...BLOCKED, count: blocked }];
  return byReason(
    value.data.map(({ status, block_reason: code }) => ({
      status,
      error: code === null ? null : { code, message: "", carrier_code: null },
    })),
  );
}

const BLOCKED = { status: "blocked", code: null, carrierCode: null, example: null } as const;

interface ReasonsProps {
  campaignId: string;
  /** Number of blocked messages. They are no failures, but the page counts them as not sent. */
  blocked: number;
  result: Props["result"];
}

function Reasons({ campaignId, blocked, result }: ReasonsProps) {
  const { t, format } = useTexts();
  const { route } = useLocation();
  const page = result.value;
  const blockedReasons = useBlocked(campaignId, blocked);
  const words = t.campaigns.reasons as Record<string, string>;
  const messagesWith = ({ status, code }: Reason) =>
    addressOf("/console/messages", {
      ...{ campaign: campaignId, status, reason: status === "blocked" ? "" : (code ?? "") },
    });
  const columns: readonly Column<Reason>[] = [
    {
      ...{ name: t.campaigns.reason, isTitle: true },
      cell: (reason) => (
        <>
          <a class="hover:underline" href={messagesWith(reason)}>
            {reason.code === null
              ? reason.status === "blocked"
                ? t.campaigns.blockedWhy
                : t.campaigns.noReason
              : reason.status === "blocked"
                ? blockText(reason.code, t)?.replace(/\.$/, "")
                : (words[reason.code] ?? reason.code)}
          </a>
          {reason.code !== null && reason.status !== "blocked" && reason.example !== null && (
            <ErrorDetails of={{ code: reason.code, message: reason.example }} />
          )}
        </>
      ),
    },
    { name: t.campaigns.outcome, cell: ({ status }) => <Status status={status} /> },
    {
      name: t.campaigns.carrierCode,
      cell: ({ carrierCode }) => (carrierCode === null ? null : <code>{carrierCode}</code>),
    },
    { name: t.campaigns.howMany, isNumber: true, cell: ({ count }) => format.number(count) },
  ];
  return (
    <section class="card">
      <h2 class="mb-3">{t.campaigns.failures}</h2>
      <State result={result} />
      {page?.pagination.has_more && (
        <p class="hint mb-2">
          {t.campaigns.failuresOf(format.number(page.data.length), format.number(page.pagination.total))}
        </p>
      )}
      {(page !== null || (!result.isLoading && result.failure === null)) && (
        <DataTable
          label={t.campaigns.failures}
          columns={columns}
          rows={[...byReason(page?.data ?? []), ...blockedReasons]}
          idOf={({ status, code, carrierCode }) => `${status} ${code} ${carrierCode}`}
          onOpen={(reason) => route(messagesWith(reason))}
        />
      )}
    </section>
  );
}
