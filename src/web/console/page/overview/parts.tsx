import type { ComponentChildren } from "preact";
import { useTexts } from "../texts/language";
import { SenderState } from "../parts/sender-state";
import { State } from "../parts/state";
import { useAccount } from "../service/signed-in";
import { type Answer, useAnswer } from "../service/use-answer";

const LIVE = 10_000;
const MOST = 100;

interface PartProps {
  title: string;
  answer: Answer<unknown>;
  isEmpty: boolean;
  empty: string;
  children: ComponentChildren;
}

function Part({ title, answer, isEmpty, empty, children }: PartProps) {
  return (
    <section class="card">
      <h2>{title}</h2>
      <State answer={answer} />
      {answer.value !== null && (isEmpty ? <p class="hint">{empty}</p> : <ul class="rows">{children}</ul>)}
    </section>
  );
}

export function RunningCampaigns() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const answer = useAnswer(
    "running",
    (signal) => recado.campaigns.list({ status: ["running"], limit: MOST }, { signal }),
    { everyMs: LIVE },
  );
  const running = answer.value?.data ?? [];
  return (
    <Part
      title={t.overview.running}
      answer={answer}
      isEmpty={running.length === 0}
      empty={t.overview.noneRunning}
    >
      {running.map(({ id, name, progress }) => {
        const done = progress.total - progress.pending;
        return (
          <li key={id}>
            <a class="line" href={`/console/campaigns/${id}`}>
              {name}
            </a>
            <progress max={Math.max(1, progress.total)} value={done} aria-label={name} />
            <span class="hint">
              {t.overview.progress(format.number(done), format.number(progress.total))}
            </span>
          </li>
        );
      })}
    </Part>
  );
}

/** Endpoints that were switched off since nothing got through, or because they asked for it. */
export function FailingEndpoints() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const answer = useAnswer("endpoints", (signal) => recado.webhooks.list({ limit: MOST }, { signal }), {
    everyMs: LIVE,
  });
  const failing = (answer.value?.data ?? []).filter(
    ({ status, disabled_reason: reason }) => status === "disabled" && reason !== "manual",
  );
  return (
    <Part
      title={t.overview.failing}
      answer={answer}
      isEmpty={failing.length === 0}
      empty={t.overview.noneFailing}
    >
      {failing.map(({ id, url }) => (
        <li key={id}>
          <a class="line" href={`/console/settings/webhooks/${id}`}>
            {url}
          </a>{" "}
          <span class="hint">{t.overview.disabled}</span>
        </li>
      ))}
    </Part>
  );
}

export function Senders() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const answer = useAnswer("senders", (signal) => recado.senders.list({ limit: MOST }, { signal }), {
    everyMs: LIVE,
  });
  const senders = answer.value?.data ?? [];
  return (
    <Part title={t.overview.senders} answer={answer} isEmpty={senders.length === 0} empty="—">
      {senders.map((sender) => (
        <li key={sender.id}>
          <span>
            {(t.channel as Record<string, string>)[sender.channel] ?? sender.channel} {sender.address}
          </span>{" "}
          <span class="hint">
            {sender.carrier}, {t.overview.speed(format.number(sender.max_per_second))}
          </span>
          {(sender.state !== "ready" || sender.waiting_since !== null) && (
            <div>
              <SenderState of={sender} />
            </div>
          )}
        </li>
      ))}
    </Part>
  );
}
