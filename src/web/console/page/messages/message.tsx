import { useRoute } from "preact-iso";
import { isRecadoError, type Message } from "../../../../client";
import { useTexts } from "../language";
import { State } from "../parts/state";
import { Status } from "../parts/status";
import { useAccount } from "../signed-in";
import { useAnswer } from "../use-answer";
import { Content } from "../parts/content";

const LIVE = 3_000;

export function MessagePage() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const { id = "" } = useRoute().params;
  const answer = useAnswer(id, (signal) => recado.messages.get({ message_id: id }, { signal }), {
    everyMs: LIVE,
  });
  const isAbsent = isRecadoError(answer.failure) && [400, 404].includes(answer.failure.status);
  return (
    <>
      <p>
        <a href="/console/messages">{t.messages.back}</a>
      </p>
      {isAbsent ? <p>{t.messages.notFound}</p> : <State answer={answer} />}
      {answer.value !== null && !isAbsent && <Detail message={answer.value} />}
    </>
  );
}

function Detail({ message }: { message: Message }) {
  const { t, format } = useTexts();
  const facts: [name: string, value: string | null][] = [
    [t.messages.created, format.instant(message.created_at)],
    [t.messages.channel, (t.channel as Record<string, string>)[message.channel] ?? message.channel],
    [t.messages.sender, message.sender],
    [t.messages.carrier, message.carrier],
    [t.messages.reference, message.carrier_reference],
    [t.messages.clientReference, message.client_reference],
    [t.messages.segments, message.segments === null ? null : format.number(message.segments)],
    [t.messages.price, format.money(message.price)],
    [t.messages.template, message.template_id],
  ];
  return (
    <>
      <h1>
        <span class="phone">{message.to}</span> <Status status={message.status} />
      </h1>
      {message.error !== null && (
        <section class="card refusal">
          <h2>{t.messages.error}</h2>
          <p>{message.error.message}</p>
          <p>
            <code>{message.error.code}</code>
            {message.error.carrier_code !== null && <code> {message.error.carrier_code}</code>}
          </p>
        </section>
      )}
      <div class="columns">
        <section class="card">
          <h2>{t.messages.content}</h2>
          <Content content={message.content} />
        </section>
        <section class="card">
          <h2>{t.messages.history}</h2>
          <ol class="history">
            {message.status_history.map(({ status, occurred_at, error }, index) => (
              <li key={index}>
                <Status status={status} /> <time dateTime={occurred_at}>{format.instant(occurred_at)}</time>
                {error !== null && <p class="hint">{error.message}</p>}
              </li>
            ))}
          </ol>
          <dl>
            {facts
              .filter(([, value]) => value !== null)
              .map(([name, value]) => (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            {message.campaign_id !== null && (
              <div>
                <dt>{t.messages.campaign}</dt>
                <dd>
                  <a href={`/console/campaigns/${message.campaign_id}`}>{message.campaign_id}</a>
                </dd>
              </div>
            )}
            {message.parent_message_id !== null && (
              <div>
                <dt>{t.messages.parent}</dt>
                <dd>
                  <a href={`/console/messages/${message.parent_message_id}`}>{message.parent_message_id}</a>
                </dd>
              </div>
            )}
          </dl>
        </section>
      </div>
    </>
  );
}
