import { useLocation } from "preact-iso";
import { useEffect, useRef } from "preact/hooks";
import { useTexts } from "../texts/language";
import { addressOf } from "../parts/pages";
import { State } from "../parts/state";
import { useAccount } from "../service/signed-in";
import { useAnswer } from "../service/use-answer";
import { EntryView } from "./entry";
import { timelineOf } from "./timeline";

const FIRST = 50;
/** The most that the service gives at once. */
const MOST = 1_000;
const LIVE = 3_000;

interface Props {
  /** E.164 */
  number: string;
  /** Whether it is read from the top down, as a phone shows it; else the newest comes first. */
  isChat?: boolean;
}

/** What went to a number and what came from it, on all channels; how far it reaches back stands in the page's address. */
export function Talk({ number, isChat = false }: Props) {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const { path, query, route } = useLocation();
  const count = Math.min(Math.max(Number.parseInt(query.count ?? "", 10) || FIRST, FIRST), MOST);
  const answer = useAnswer(
    `${number} ${count}`,
    async (signal) => {
      const [messages, inbound, events] = await Promise.all([
        recado.messages.list({ recipient: [number], limit: count }, { signal }),
        recado.inbound.listMessages({ sender: [number], limit: count }, { signal }),
        recado.inbound.listRcsEvents({ sender: [number], limit: count }, { signal }),
      ]);
      return timelineOf({ messages, inbound, events }, Date.now());
    },
    { everyMs: count === FIRST ? LIVE : 5 * LIVE },
  );
  const end = useRef<HTMLDivElement>(null);
  const newest = answer.value?.entries[0]?.id;
  useEffect(() => {
    if (isChat && newest !== undefined) end.current?.scrollIntoView({ block: "nearest" });
  }, [isChat, newest]);

  const { entries = [], hasMore = false } = answer.value ?? {};
  const earlier = hasMore && (
    <p class="earlier">
      {count < MOST ? (
        <button
          type="button"
          onClick={() => route(addressOf(path, { ...query, count: Math.min(count * 2, MOST) }), true)}
        >
          {t.talk.earlier}
        </button>
      ) : (
        t.talk.mostShown(format.number(MOST))
      )}
    </p>
  );
  return (
    <>
      <State answer={answer} />
      {answer.value !== null && entries.length === 0 && <p>{t.talk.nothing}</p>}
      {isChat && earlier}
      {/* Only what is added to it later is read out. */}
      {answer.value !== null && (
        <ol class="talk" aria-label={t.talk.title} aria-live="polite" aria-relevant="additions">
          {(isChat ? [...entries].reverse() : entries).map((entry) => (
            <EntryView key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      <div ref={end} />
      {!isChat && earlier}
    </>
  );
}
