import { useRoute } from "preact-iso";
import { useState } from "preact/hooks";
import { useTexts } from "../texts/language";
import { Blocked } from "../contacts/blocked";
import { blocksOf } from "../contacts/rules";
import { useLists } from "../lists/use-lists";
import { NotFound, isNotFound } from "../parts/not-found";
import { Heading } from "../parts/heading";
import { useAccount, useScope } from "../service/signed-in";
import { Timeline } from "../conversation/conversation";
import type { SentMessage } from "../conversation/timeline";
import { useQuery } from "../service/use-query";
import { ReplyForm } from "./answer-form";

export function ConversationPage() {
  const { number = "" } = useRoute().params;
  return <Conversation key={number} number={number} />;
}

function Conversation({ number }: { number: string }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const mayReadContacts = useScope("contacts:read");
  const maySend = useScope("messages:send");
  const lists = useLists();
  const [sent, setSent] = useState<readonly SentMessage[]>([]);
  const known = useQuery(number, async (signal) =>
    mayReadContacts
      ? ((await recado.contacts.list({ phone: number, limit: 1 }, { signal })).data[0] ?? null)
      : null,
  );
  if (isNotFound(known)) {
    return <NotFound title={t.replies.notFound} href="/console/replies" linkText={t.replies.back} />;
  }
  const contact = known.value;
  return (
    <>
      <p>
        <a href="/console/replies">{t.replies.back}</a>
      </p>
      <Heading name={contact?.name ?? number} />
      {contact !== null && (
        <p>
          <span class="phone">{contact.phone}</span> ·{" "}
          <a href={`/console/contacts/${contact.id}`}>{t.replies.contact}</a>{" "}
          <Blockage blocks={blocksOf(contact.list_ids, lists.value ?? [])} />
        </p>
      )}
      <section class="card chat">
        <Timeline number={number} isChat sent={sent} />
        {maySend && (
          <ReplyForm number={number} onSent={(message) => setSent((before) => [...before, message])} />
        )}
      </section>
    </>
  );
}

function Blockage({ blocks }: { blocks: ReturnType<typeof blocksOf> }) {
  const { t } = useTexts();
  if (blocks.length === 0) return null;
  return (
    <>
      · {t.contacts.blocked} <Blocked blocks={blocks} />
    </>
  );
}
