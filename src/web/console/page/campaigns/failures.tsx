import { useLocation } from "preact-iso";
import type { Campaign, Recado } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { useTexts } from "../texts/language";
import { failuresIn } from "../parts/campaign-outcome";
import { FAILURES, type Outcome } from "../parts/outcomes";
import { addressOf } from "../parts/pages";
import { ErrorDetails } from "../parts/error-details";
import { reasonText } from "../parts/reasons";
import { State } from "../parts/state";
import { Status } from "../parts/status";
import { useAccount, useScope } from "../service/signed-in";
import { type QueryResult, useQuery } from "../service/use-query";
import { byBlockReason, byReason, type Reason } from "./rules";

/** Maximum number of messages whose reasons the page counts, for failures and for blocked messages. */
const MAX_COUNTED = 500;
const POLL_MS = 10_000;

type Messages = Awaited<ReturnType<Recado["messages"]["list"]>> | null;

/** A campaign's latest failed and blocked messages. */
export interface NotDelivered {
  failed: QueryResult<Messages>;
  blocked: QueryResult<Messages>;
}

export function useNotDelivered(campaign: Campaign): NotDelivered {
  const { progress } = campaign;
  return {
    failed: useLatest(campaign, FAILURES, failuresIn(progress)),
    blocked: useLatest(campaign, ["blocked"], progress.blocked),
  };
}

/** Returns the latest messages with the statuses; null if there are none, or if the key may not read them. */
function useLatest({ id }: Campaign, status: readonly Outcome[], count: number): QueryResult<Messages> {
  const { recado } = useAccount();
  const mayMessages = useScope("messages:read");
  const campaignId = mayMessages && count > 0 ? id : "";
  return useQuery(
    `${status.join()} ${campaignId}`,
    async (signal) =>
      campaignId === ""
        ? null
        : await recado.messages.list(
            { campaign_id: [campaignId], status: [...status], limit: MAX_COUNTED },
            { signal },
          ),
    { everyMs: POLL_MS },
  );
}

interface Props {
  campaign: Campaign;
  of: NotDelivered;
}

/** Shows why messages of a campaign failed or were blocked, or nothing if none was. */
export function Failures({ campaign: { id, progress }, of: { failed, blocked } }: Props) {
  const { t, format } = useTexts();
  const { route } = useLocation();
  const failures = failuresIn(progress);
  if (failures + progress.blocked === 0) return null;
  const rows = [...byReason(failed.value?.data ?? []), ...byBlockReason(blocked.value?.data ?? [])];
  const words = t.campaigns;
  // The list of messages has no filter by block reason.
  const canOpen = ({ status }: Reason) => status !== "blocked";
  const messagesWith = ({ status, code }: Reason) =>
    addressOf("/console/messages", { campaign: id, status, reason: code ?? "" });
  const columns: readonly Column<Reason>[] = [
    {
      ...{ name: words.reason, isTitle: true },
      cell: (reason) => (
        <>
          {canOpen(reason) ? (
            <a class="hover:underline" href={messagesWith(reason)}>
              {reasonText(reason, t)}
            </a>
          ) : (
            reasonText(reason, t)
          )}
          {reason.code !== null && reason.example !== null && (
            <ErrorDetails of={{ code: reason.code, message: reason.example }} />
          )}
        </>
      ),
    },
    { name: words.outcome, cell: ({ status }) => <Status status={status} /> },
    {
      name: words.carrierCode,
      cell: ({ carrierCode }) => (carrierCode === null ? null : <code>{carrierCode}</code>),
    },
    { name: words.howMany, isNumber: true, cell: ({ count }) => format.number(count) },
  ];
  return (
    <section class="card">
      <h2 class="mb-3">{words.failures}</h2>
      {failures > 0 && <State result={failed} />}
      <Sampled page={failed.value} text={words.failuresOf} />
      <Sampled page={blocked.value} text={words.blockedOf} />
      {rows.length > 0 && (
        <DataTable
          label={words.failures}
          columns={columns}
          rows={rows}
          idOf={({ status, code, carrierCode }) => `${status} ${code} ${carrierCode}`}
          onOpen={(reason) => route(messagesWith(reason))}
          canOpen={canOpen}
        />
      )}
      {progress.blocked > 0 && (
        <>
          <State result={blocked} />
          <p class="mt-2">
            <a class="link" href={addressOf("/console/messages", { campaign: id, status: "blocked" })}>
              {words.allBlocked(format.number(progress.blocked))}
            </a>
          </p>
        </>
      )}
    </section>
  );
}

interface SampledProps {
  page: Messages;
  text(counted: string, all: string): string;
}

/** Says that the reasons are those of the latest messages, if there are more. */
function Sampled({ page, text }: SampledProps) {
  const { format } = useTexts();
  if (page === null || !page.pagination.has_more) return null;
  return (
    <p class="hint mb-2">{text(format.number(page.data.length), format.number(page.pagination.total))}</p>
  );
}
