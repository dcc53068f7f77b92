import { useState } from "preact/hooks";
import type { UsageRow } from "../../../../client";
import { useTexts } from "../language";
import { State } from "../parts/state";
import { useAccount, useScope } from "../signed-in";
import { useAnswer } from "../use-answer";
import { Days } from "./days";
import { FailingEndpoints, RunningCampaigns, Senders } from "./parts";

const PERIODS = [1, 7, 30, 90];
const DAY = 86_400_000;
/** How often the figures are looked at while the page is open, in milliseconds. */
const LIVE = 10_000;

/** Usage counts by days of UTC. */
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const sumOf = (rows: readonly UsageRow[], ...names: readonly (keyof UsageRow)[]): number =>
  rows.reduce((sum, row) => sum + names.reduce((all, name) => all + Number(row[name] ?? 0), 0), 0);

export function Overview() {
  const { t } = useTexts();
  const [days, setDays] = useState(7);
  const [mayMessages, mayCampaigns, mayWebhooks, maySenders] = [
    useScope("messages:read"),
    useScope("campaigns:read"),
    useScope("webhooks:read"),
    useScope("senders:read"),
  ];
  return (
    <>
      <h1>{t.overview.title}</h1>
      {mayMessages && (
        <>
          <label class="period">
            {t.overview.period}
            <select value={days} onChange={(event) => setDays(Number(event.currentTarget.value))}>
              {PERIODS.map((count) => (
                <option key={count} value={count}>
                  {t.overview.days(count)}
                </option>
              ))}
            </select>
          </label>
          <Usage days={days} />
        </>
      )}
      <div class="columns">
        {mayCampaigns && <RunningCampaigns />}
        {mayWebhooks && <FailingEndpoints />}
        {maySenders && <Senders />}
      </div>
    </>
  );
}

function Usage({ days }: { days: number }) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const from = dayOf(Date.now() - (days - 1) * DAY);
  const answer = useAnswer(
    `usage ${from}`,
    (signal) => recado.usage.get({ from, group_by: "day" }, { signal }),
    { everyMs: LIVE },
  );
  const rows = answer.value?.data ?? [];
  const ended = sumOf(rows, "delivered", "read", "undelivered", "failed", "expired");
  const arrived = sumOf(rows, "delivered", "read");
  const figures: [name: string, value: string, hint?: string][] = [
    [t.overview.messages, format.number(sumOf(rows, "total"))],
    [t.overview.delivered, ended === 0 ? "—" : format.share(arrived / ended), t.overview.deliveredHint],
    [t.overview.cost, format.money(sumOf(rows, "price"))],
  ];
  return (
    <>
      <State answer={answer} />
      {answer.value !== null && (
        <>
          <dl class="figures">
            {figures.map(([name, value, hint]) => (
              <div class="card" key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
                {hint && <dd class="hint">{hint}</dd>}
              </div>
            ))}
          </dl>
          {rows.length === 0 ? <p>{t.overview.nothing}</p> : <Days rows={rows} from={from} days={days} />}
        </>
      )}
    </>
  );
}
