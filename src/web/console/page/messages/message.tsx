import { useRoute } from "preact-iso";
import type { Message } from "../../../../client";
import { useTexts } from "../texts/language";
import { NotFound, isNotFound } from "../parts/not-found";
import { Heading } from "../parts/heading";
import { ErrorDetails } from "../parts/error-details";
import { State } from "../parts/state";
import { Status } from "../parts/status";
import { useAccount } from "../service/signed-in";
import { useQuery } from "../service/use-query";
import { Content } from "../parts/content";
import { Unrendered } from "../parts/unrendered";
import { Fault } from "./fault";
import { FollowUps, Replies } from "./related";
import { MessageDeliveries } from "./deliveries";

const POLL_MS = 3_000;

export function MessagePage() {
  const { t } = useTexts();
  const { recado } = useAccount();
  const { id = "" } = useRoute().params;
  const result = useQuery(id, (signal) => recado.messages.get({ message_id: id }, { signal }), {
    everyMs: POLL_MS,
  });
  if (isNotFound(result)) {
    return <NotFound title={t.messages.notFound} href="/console/messages" linkText={t.messages.back} />;
  }
  return (
    <>
      <p>
        <a href="/console/messages">{t.messages.back}</a>
      </p>
      <State result={result} />
      {result.value !== null && <Detail message={result.value} />}
    </>
  );
}

function Detail({ message }: { message: Message }) {
  const { t, format } = useTexts();
  const number = message.to ?? t.conversation.numberErased;
  const facts: [name: string, value: string | null][] = [
    [t.messages.created, format.instant(message.created_at)],
    [t.messages.channel, (t.channel as Record<string, string>)[message.channel] ?? message.channel],
    [t.messages.sender, message.sender],
    [t.messages.carrier, message.carrier],
    [t.messages.reference, message.carrier_reference],
    [t.messages.clientReference, message.client_reference],
    [t.messages.segments, message.segments === null ? null : format.number(message.segments)],
    [t.messages.price, format.unitPrice(message.price)],
  ];
  return (
    <>
      <Heading name={number}>
        <span class="phone">{number}</span> <Status status={message.status} />
      </Heading>
      {message.error !== null && <Fault of={message.error} />}
      <div class="columns">
        <section class="card">
          <h2>{t.messages.content}</h2>
          {message.content === null && message.error !== null && message.to !== null ? (
            <Unrendered error={message.error} to={message.to} source={sourceOf(message)} />
          ) : (
            <Content content={message.content} />
          )}
        </section>
        <section class="card">
          <h2>{t.messages.history}</h2>
          <ol class="history">
            {message.status_history.map(({ status, occurred_at, error }, index) => (
              <li key={index}>
                <Status status={status} /> <time dateTime={occurred_at}>{format.instant(occurred_at)}</time>
                {error !== null && (
                  <div class="hint">
                    {(t.faults as Record<string, { what: string }>)[error.code]?.what}
                    <ErrorDetails of={error} />
                  </div>
                )}
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
            <Origin name={t.messages.campaign} path="/console/campaigns" id={message.campaign_id} />
            <Origin name={t.messages.template} path="/console/templates" id={message.template_id} />
            <Origin name={t.messages.parent} path="/console/messages" id={message.parent_message_id} />
          </dl>
        </section>
        <div>
          {message.to !== null && <FollowUps of={message} to={message.to} />}
          <Replies to={message.id} />
        </div>
      </div>
      <MessageDeliveries of={message} />
    </>
  );
}

const sourceOf = ({ template_id: templateId }: Message) => (templateId === null ? null : { templateId });

/** Links to the campaign, template or message that created the message; empty if there is none. */
function Origin({ name, path, id }: { name: string; path: string; id: string | null }) {
  if (id === null) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <a href={`${path}/${id}`}>{id}</a>
      </dd>
    </div>
  );
}
