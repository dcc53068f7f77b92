import { ArrowLeft, Check, Mail, RotateCcw } from "lucide";
import { useLocation } from "preact-iso";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Conversation } from "../../../../client";
import { Icon, IconButton } from "../../../design/icon";
import { useToast } from "../../../design/toast";
import { useTexts } from "../texts/language";
import { Blocked } from "../contacts/table";
import { grantAfterRevocation } from "../consents/rules";
import { blocksOf } from "../contacts/rules";
import { useLists } from "../parts/use-lists";
import { ActionButton, Failure } from "../parts/state";
import { Heading, isNotFound, NotFound } from "../parts/resource-page";
import { addressOf } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { useMedia } from "../parts/use-media";
import { inboxChanged, useInboxChange } from "../service/inbox";
import { useAccount, useMutation, useQuery, useScope, useScopedQuery } from "../service/hooks";
import { Timeline } from "../conversation/conversation";
import type { SentMessage } from "../conversation/timeline";
import { ReplyForm } from "./reply-form";
import { BASE_PATH } from "./conversation-list";
import { Person } from "./person";

/** Polling interval of the conversation's state in milliseconds, such as whether it is done. */
const POLL_MS = 10_000;
/** Number of a person's newest consents in which the page finds a consent after the opt-out. */
const MAX_CONSENTS = 50;

/** Shows the conversation with one number, and the person beside it on wide pages. */
export function ConversationPane({ number }: { number: string }) {
  const { t } = useTexts();
  const { query } = useLocation();
  const mayReadContacts = useScope("contacts:read");
  const maySend = useScope("messages:send");
  const hasRoomForPerson = useMedia("(width >= 80rem)");
  const lists = useLists();
  const [sent, setSent] = useState<readonly SentMessage[]>([]);
  const [newestReply, setNewestReply] = useState<string | null>(null);
  const [newestSent, setNewestSent] = useState<string | null>();
  const [round, setRound] = useState(0);
  const found = useQuery(
    `conversation ${number}`,
    async (recado) => (await recado.conversations.list({ phone: number, limit: 1 })).data[0] ?? null,
    { everyMs: POLL_MS },
  );
  // An opt-out changes the contact's lists, so the contact is read again.
  const optedOut = found.value?.opted_out ?? false;
  const known = useQuery(`${number} ${optedOut}`, async (recado) => ({
    contact: mayReadContacts
      ? ((await recado.contacts.list({ phone: number, limit: 1 })).data[0] ?? null)
      : null,
  }));
  const consents = useScopedQuery({
    scope: "consents:read",
    key: `consents ${number} ${optedOut}`,
    none: null,
    load: async ({ consents: records }) =>
      optedOut
        ? (await records.list({ phone: [found.value?.phone ?? number], limit: MAX_CONSENTS })).data
        : null,
    everyMs: optedOut ? POLL_MS : null,
  });
  const regrant = optedOut ? grantAfterRevocation(consents.value ?? []) : null;
  useInboxChange(found.refetch);
  useReading(found.value, newestReply);
  const backTo = addressOf(BASE_PATH, { ...query, count: "" });
  if (isNotFound(found) || isNotFound(known)) {
    return (
      <section class="p-1 lg:p-6">
        <NotFound title={t.replies.notFound} href={BASE_PATH} linkText={t.replies.back} />
      </section>
    );
  }
  const { contact = null } = known.value ?? {};
  const conversation = found.value;
  const phone = conversation?.phone ?? contact?.phone ?? number;
  const name = contact?.name ?? conversation?.contact_name ?? null;
  const blocks = blocksOf(contact?.list_ids ?? [], lists.value ?? []);
  return (
    <>
      <section class="inbox-thread" aria-label={t.conversation.title}>
        <header class="inbox-head">
          <a class="back mb-0 lg:hidden" href={backTo}>
            <Icon of={ArrowLeft} />
            {t.replies.back}
          </a>
          <div class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div class="min-w-0">
              <Heading name={name ?? phoneText(phone)} />
              <p class="flex flex-wrap items-center gap-x-3 text-[0.8125rem]">
                {name !== null && <span class="phone text-quiet">{phoneText(phone)}</span>}
                {!hasRoomForPerson && (
                  <>
                    {contact !== null && <a href={`/console/contacts/${contact.id}`}>{t.replies.contact}</a>}
                    <Blockage blocks={blocks} />
                    {optedOut && regrant === null && (
                      <span class="status status-blocked">{t.replies.optedOut}</span>
                    )}
                  </>
                )}
              </p>
            </div>
            {conversation !== null && (
              <div class="flex flex-wrap items-center gap-2">
                <UnreadButton of={conversation} backTo={backTo} />
                <StatusButton of={conversation} newest={newestReply} />
              </div>
            )}
          </div>
        </header>
        <div class="inbox-entries" tabIndex={0} role="region" aria-label={t.conversation.entries}>
          <div>
            <Timeline
              number={number}
              isChat
              sent={sent}
              onReply={setNewestReply}
              onSent={setNewestSent}
              round={round}
            />
          </div>
        </div>
        {maySend && (
          <ReplyForm
            number={number}
            newestReply={newestReply}
            contact={contact}
            blocks={blocks}
            shown={{
              sent: newestSent === undefined ? null : [newestSent ?? "", ...sent.map(({ id }) => id)],
              isDone: conversation?.status === "done",
            }}
            onOutdated={() => {
              setRound((before) => before + 1);
              inboxChanged();
            }}
            onSent={(message) => setSent((before) => [...before, message])}
          />
        )}
      </section>
      {hasRoomForPerson && (
        <aside class="inbox-person" aria-label={t.replies.person} tabIndex={0}>
          {known.value !== null && (
            <Person
              phone={phone}
              contact={contact}
              conversation={conversation}
              lists={lists.value ?? []}
              regrant={regrant}
              sent={sent.length}
            />
          )}
        </aside>
      )}
    </>
  );
}

/** Marks the conversation as read up to `newest`, the newest loaded reply, once the page is visible. */
function useReading(conversation: Conversation | null, newest: string | null): void {
  const { recado } = useAccount();
  const mayWrite = useScope("messages:send");
  const marked = useRef<string | null>(null);
  const { id, read_up_to: readUpTo, unread: isUnread } = conversation ?? {};
  useEffect(() => {
    if (!mayWrite || id === undefined || newest === null || newest === marked.current) return;
    if (!isUnread && readUpTo !== null && readUpTo !== undefined && newest <= readUpTo) return;
    const mark = () => {
      if (document.visibilityState === "hidden") return;
      document.removeEventListener("visibilitychange", mark);
      marked.current = newest;
      // If the request fails, the conversation stays unread until the next reply or visit.
      recado.conversations
        .update({ conversation_id: id, read_up_to: newest })
        .then(inboxChanged, () => undefined);
    };
    document.addEventListener("visibilitychange", mark);
    mark();
    return () => document.removeEventListener("visibilitychange", mark);
  }, [id, readUpTo, isUnread, newest, mayWrite]);
}

interface StatusProps {
  of: Conversation;
  /** Newest reply that the page has loaded; null while loading or without a reply. */
  newest: string | null;
}

/**
 * Shows the button that marks the conversation as done, or reopens it. If a reply has arrived that the page
 * has not loaded yet, the conversation stays open.
 */
function StatusButton({ of: { id, status }, newest }: StatusProps) {
  const { t } = useTexts();
  const mayWrite = useScope("messages:send");
  const showToast = useToast();
  const ref = { conversation_id: id };
  const reopen = useMutation(
    (recado) => recado.conversations.update({ ...ref, status: "open" }),
    inboxChanged,
  );
  const finish = useMutation(
    async (recado) => {
      const changed = await recado.conversations.update({
        ...ref,
        status: "done",
        ...(newest === null ? {} : { read_up_to: newest }),
      });
      return changed.unread ? recado.conversations.update({ ...ref, status: "open" }) : changed;
    },
    (changed) => {
      inboxChanged();
      showToast(
        changed.status === "done"
          ? { text: t.replies.nowDone, action: { label: t.state.undo, run: () => void reopen.run() } }
          : { text: t.replies.stillOpen },
      );
    },
  );
  const isDone = status === "done";
  const change = isDone ? reopen : finish;
  return (
    <div class="flex items-center gap-3">
      {isDone && <span class="status tone-good">{t.replies.done}</span>}
      {mayWrite && (
        <ActionButton type="button" class="btn" isBusy={change.busy} onClick={() => void change.run()}>
          <Icon of={isDone ? RotateCcw : Check} />
          {isDone ? t.replies.reopen : t.replies.finish}
        </ActionButton>
      )}
      <Failure of={change.failure} />
    </div>
  );
}

/** Shows the button that marks the newest reply as unread and closes the conversation. */
function UnreadButton({ of: { id, phone }, backTo }: { of: Conversation; backTo: string }) {
  const { t } = useTexts();
  const { route } = useLocation();
  const mayWrite = useScope("messages:send");
  const action = useMutation(
    async (recado) => {
      const { data } = await recado.inbound.listMessages({ sender: [phone], limit: 2 });
      return recado.conversations.update({ conversation_id: id, read_up_to: data[1]?.id ?? null });
    },
    () => {
      // The open conversation would mark the reply as read again.
      route(backTo);
      inboxChanged();
    },
  );
  if (!mayWrite) return null;
  return (
    <>
      <IconButton
        icon={Mail}
        label={t.replies.markUnread}
        title={t.replies.markUnread}
        onClick={() => void action.run()}
      />
      <Failure of={action.failure} />
    </>
  );
}

function Blockage({ blocks }: { blocks: ReturnType<typeof blocksOf> }) {
  const { t } = useTexts();
  if (blocks.length === 0) return null;
  return (
    <span>
      {t.contacts.blocked} <Blocked blocks={blocks} />
    </span>
  );
}
