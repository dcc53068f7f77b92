import type { Campaign } from "../../../../client";
import { useTexts } from "../texts/language";
import { failuresIn } from "../parts/campaign-outcome";
import { FAILURES } from "../parts/outcomes";
import { addressOf } from "../parts/pages";
import { ErrorDetails } from "../parts/error-details";
import { State } from "../parts/state";
import { Status } from "../parts/status";
import { Table } from "../parts/table";
import { useAccount } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { byReason } from "./rules";

const MAX_FAILURES = 500;
const POLL_MS = 10_000;

/** Shows why messages of a campaign failed, or nothing if none failed. */
export function Failures({ campaign: { id, progress } }: { campaign: Campaign }) {
  return failuresIn(progress) === 0 ? null : <Reasons campaignId={id} />;
}

function Reasons({ campaignId }: { campaignId: string }) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const result = useQuery(
    `failures ${campaignId}`,
    (signal) =>
      recado.messages.list(
        { campaign_id: [campaignId], status: [...FAILURES], limit: MAX_FAILURES },
        { signal },
      ),
    { everyMs: POLL_MS },
  );
  const page = result.value;
  const words = t.campaigns.reasons as Record<string, string>;
  return (
    <section class="card">
      <h2>{t.campaigns.failures}</h2>
      <State result={result} />
      {page?.pagination.has_more && (
        <p class="hint">
          {t.campaigns.failuresOf(format.number(page.data.length), format.number(page.pagination.total))}
        </p>
      )}
      {page !== null && (
        <Table
          label={t.campaigns.failures}
          columns={[
            t.campaigns.outcome,
            t.campaigns.reason,
            t.campaigns.carrierCode,
            { name: t.campaigns.howMany, isNumber: true },
          ]}
        >
          {byReason(page.data).map(({ status, code, carrierCode, example, count }) => (
            <tr key={`${status} ${code} ${carrierCode}`}>
              <td>
                <a href={addressOf("/console/messages", { campaign: campaignId, status })}>
                  <Status status={status} />
                </a>
              </td>
              <td>
                {code === null ? t.campaigns.noReason : (words[code] ?? code)}
                {code !== null && example !== null && <ErrorDetails of={{ code, message: example }} />}
              </td>
              <td>{carrierCode === null ? "—" : <code>{carrierCode}</code>}</td>
              <td class="number">{format.number(count)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}
