import { useLocation } from "preact-iso";
import { useTexts } from "../texts/language";
import { Heading } from "../parts/heading";
import { addressOf } from "../parts/pages";
import { useScope } from "../service/signed-in";
import { Attention } from "./attention";
import { RunningCampaigns, Senders, Webhooks } from "./parts";
import { STACKS, type Stack } from "./slots";
import { Usage } from "./usage";

const PERIODS = [1, 7, 30, 90];
const PERIOD = 7;

export function Overview() {
  const { t } = useTexts();
  const { query, route } = useLocation();
  const days = PERIODS.find((count) => String(count) === query.days) ?? PERIOD;
  const stack = STACKS.find((one) => one === query.by) ?? "outcome";
  const show = (changes: { days?: number; by?: Stack }) => {
    const next = { days, by: stack, ...changes };
    route(
      addressOf("/console", {
        days: next.days === PERIOD ? "" : next.days,
        by: next.by === "outcome" ? "" : next.by,
      }),
    );
  };
  const [mayMessages, mayCampaigns, mayWebhooks, maySenders] = [
    useScope("messages:read"),
    useScope("campaigns:read"),
    useScope("webhooks:read"),
    useScope("senders:read"),
  ];
  return (
    <>
      <Heading name={t.overview.title} />
      {mayMessages && (
        <>
          <div class="periods">
            <label class="period">
              {t.overview.period}
              <select value={days} onChange={(event) => show({ days: Number(event.currentTarget.value) })}>
                {PERIODS.map((count) => (
                  <option key={count} value={count}>
                    {t.overview.days(count)}
                  </option>
                ))}
              </select>
            </label>
            <label class="period">
              {t.overview.stack}
              <select value={stack} onChange={(event) => show({ by: event.currentTarget.value as Stack })}>
                {STACKS.map((one) => (
                  <option key={one} value={one}>
                    {t.overview.stacks[one]}
                  </option>
                ))}
              </select>
            </label>
          </div>
          <Usage days={days} stack={stack} />
        </>
      )}
      <div class="columns">
        {mayCampaigns && <Attention />}
        {mayCampaigns && <RunningCampaigns />}
        {mayWebhooks && <Webhooks />}
        {maySenders && <Senders />}
      </div>
    </>
  );
}
