import type { Message } from "../../../../client";
import { Skeleton } from "../../../design/skeleton";
import { MessageContent } from "../parts/unrendered";
import { useSourcesOf } from "../parts/use-sources";
import { useTexts } from "../texts/language";
import { Facts } from "./facts";
import { MessageErrorExplanation } from "./message-error";
import { Timeline } from "./timeline";

interface Props {
  message: Message;
  contactName: string | undefined;
  /** Whether the message came from the list of messages, which omits the status history. */
  isPartial?: boolean;
  /** Whether the sections are in the side panel, where they need no boxes. */
  isPanel?: boolean;
}

/** Shows a message's content, timeline and facts. A wide page shows the facts beside the rest. */
export function MessageDetail({ message, contactName, isPartial = false, isPanel = false }: Props) {
  const { t } = useTexts();
  const sources = useSourcesOf([message]);
  const box = isPanel ? "border-t border-base-300 py-4" : "card";
  return (
    <div class="@container">
      <div class={isPanel ? "" : "grid items-start gap-x-4 @3xl:grid-cols-[minmax(0,1fr)_21rem]"}>
        <div class="min-w-0">
          <MessageErrorExplanation of={message} />
          <section class={box}>
            <h2 class="mb-2">{t.messages.text}</h2>
            <MessageContent of={message} sources={sources} />
          </section>
          <section class={box}>
            <h2 class="mb-3">{t.messages.history}</h2>
            {isPartial ? <Skeleton rows={3} /> : <Timeline of={message} />}
          </section>
        </div>
        <section class={box} aria-label={t.messages.facts}>
          <h2 class="mb-3">{t.messages.facts}</h2>
          <Facts of={message} contactName={contactName} />
        </section>
      </div>
    </div>
  );
}
