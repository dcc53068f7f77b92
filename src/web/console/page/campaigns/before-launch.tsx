import type { Campaign } from "../../../../client";
import { useTexts } from "../texts/language";
import { Content } from "../parts/content";
import { ErrorDetails } from "../parts/error-details";
import { senderOf, useSenders } from "../parts/senders";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../service/signed-in";
import { type QueryResult, useQuery } from "../service/use-query";
import { type Check, checkLaunch } from "../parts/launch-check";

/**
 * Checks what a launch would send now. Repeats the check when the template's `version` changes. The result is
 * null if `version` is null or the key lacks a scope.
 */
export function useCheck(campaign: Campaign, version: string | null): QueryResult<Check | null> {
  const { recado } = useAccount();
  const [mayContacts, maySend] = [useScope("contacts:read"), useScope("messages:send")];
  return useQuery(`check ${campaign.id} ${version}`, async (signal) =>
    version !== null && mayContacts && maySend ? await checkLaunch(recado, campaign, signal) : null,
  );
}

interface Props {
  campaign: Campaign;
  result: QueryResult<Check | null>;
}

export function BeforeLaunch({ campaign, result }: Props) {
  const { t } = useTexts();
  const [mayContacts, maySend] = [useScope("contacts:read"), useScope("messages:send")];
  const check = result.value;
  return (
    <section class="card">
      <div class="head">
        <h2>{t.campaigns.check.title}</h2>
        {mayContacts && maySend && (
          <button type="button" disabled={result.isLoading} onClick={result.refetch}>
            {t.campaigns.check.again}
          </button>
        )}
      </div>
      {!(mayContacts && maySend) && <p class="hint">{t.campaigns.check.mayNot}</p>}
      <State result={result} />
      {check?.people === 0 && <p class="hint">{t.campaigns.check.empty}</p>}
      {check !== null && check.people > 0 && (
        <>
          <Figures check={check} />
          <Speed campaign={campaign} messages={check.willReceive} />
          {check.faults.length > 0 && <Faults check={check} />}
          {check.sample !== null && (
            <>
              <h3>{t.campaigns.check.example(check.sample.to)}</h3>
              <Content content={check.sample.content} />
            </>
          )}
        </>
      )}
    </section>
  );
}

function Figures({ check }: { check: Check }) {
  const { t, format } = useTexts();
  const isEstimate = check.checked < check.people;
  const about = (value: string) => (isEstimate ? t.campaigns.check.about(value) : value);
  const faulty = check.faults.reduce((sum, { count }) => sum + count, 0);
  const figures: [name: string, value: string, hint?: string][] = [
    [t.campaigns.check.people, format.number(check.people)],
    [t.campaigns.check.willReceive, about(format.number(check.willReceive))],
    [t.campaigns.check.suppressed, about(format.number(check.suppressed))],
    [t.campaigns.check.faulty, about(format.number(faulty))],
    [t.campaigns.check.price, about(format.money(check.price)), t.campaigns.check.priceHint],
  ];
  return (
    <>
      <dl class="figures in-card">
        {figures.map(([name, value, hint]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            {hint && <dd class="hint">{hint}</dd>}
          </div>
        ))}
      </dl>
      {isEstimate && (
        <p class="hint">
          {t.campaigns.check.sampled(format.number(check.checked), format.number(check.people))}
        </p>
      )}
      {check.maxSegments !== null && check.maxSegments > 1 && (
        <p class="hint">{t.campaigns.check.segments(format.number(check.maxSegments))}</p>
      )}
    </>
  );
}

/** Shows the shortest possible duration of the campaign, at the sender's maximum rate. */
function Speed({ campaign, messages }: { campaign: Campaign; messages: number }) {
  const { t, format } = useTexts();
  const { value } = useSenders();
  if (value === null) return null;
  const sender = senderOf(value, campaign.channel, campaign.sender_id ?? "");
  if (!sender) return <p class="refusal">{t.campaigns.check.noSender}</p>;
  if (messages === 0) return null;
  const { max_per_second: speed, address } = sender;
  return (
    <p class="hint">
      {t.campaigns.check.speed(format.span(messages / speed), format.number(speed), address)}
    </p>
  );
}

function Faults({ check }: { check: Check }) {
  const { t, format } = useTexts();
  const words = t.campaigns.reasons as Record<string, string>;
  return (
    <Table
      label={t.campaigns.check.faulty}
      columns={[
        t.campaigns.check.why,
        { name: t.campaigns.check.howMany, isNumber: true },
        t.campaigns.check.first,
      ]}
    >
      {check.faults.map(({ code, count, example }) => (
        <tr key={code}>
          <td>{words[code] ?? code}</td>
          <td class="number">{format.number(count)}</td>
          <td>
            <span class="phone">{example.to}</span>
            <ErrorDetails of={{ code, message: example.message }} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
