import { ChevronDown, ChevronUp, Maximize2 } from "lucide";
import { useLayoutEffect } from "preact/hooks";
import type { Message } from "../../../../client";
import { Icon, IconButton } from "../../../design/icon";
import { SidePanel } from "../../../design/side-panel";
import { isNotFound } from "../parts/resource-page";
import { State } from "../parts/state";
import { useNames } from "../replies/use-names";
import { useTexts } from "../texts/language";
import { MessageActions } from "./message";
import { MessageDetail, MessageTitle, useMessage } from "./message-detail";

/** Selector of elements that handle the arrow keys themselves. */
const KEEPS_ARROWS = "input, select, textarea, [role=menu], .payload, .carousel, audio, video";

interface Props {
  id: string;
  /** Messages of the list beside the panel, in the list's order. */
  rows: readonly Message[];
  onOpen(id: string): void;
  onClose(): void;
  /** Called after the message is canceled or rescheduled. */
  onChanged(): void;
}

/** Shows the open message beside the list. The arrow keys open the list's previous and next message. */
export function MessagePanel({ id, rows, onOpen, onClose, onChanged }: Props) {
  const { t } = useTexts();
  const index = rows.findIndex((row) => row.id === id);
  const before = rows[index - 1];
  const after = rows[index + 1];
  // A layout effect replaces the key listener before the next key press.
  useLayoutEffect(() => {
    document.getElementById(`message-${id}`)?.closest("tr")?.scrollIntoView({ block: "nearest" });
    const step = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      const next = key === "ArrowDown" ? after : key === "ArrowUp" ? before : undefined;
      const isFree =
        !altKey && !ctrlKey && !metaKey && !shiftKey && document.querySelector("dialog:modal") === null;
      if (next === undefined || !isFree || (target as Element).closest?.(KEEPS_ARROWS)) return;
      event.preventDefault();
      onOpen(next.id);
    };
    addEventListener("keydown", step);
    return () => removeEventListener("keydown", step);
  }, [id, before?.id, after?.id]);
  return (
    <SidePanel label={t.palette.kinds.message} closeLabel={t.menu.close} onClose={onClose}>
      <div class="float-right flex">
        <Step icon={ChevronUp} label={t.messages.previous} to={before} onOpen={onOpen} />
        <Step icon={ChevronDown} label={t.messages.next} to={after} onOpen={onOpen} />
        <a
          class="btn btn-ghost btn-sm btn-square"
          href={`/console/messages/${id}`}
          aria-label={t.messages.openPage}
          title={t.messages.openPage}
        >
          <Icon of={Maximize2} />
        </a>
      </div>
      <Opened key={id} id={id} known={rows[index]} onChanged={onChanged} />
    </SidePanel>
  );
}

interface StepProps {
  icon: typeof ChevronUp;
  label: string;
  to: Message | undefined;
  onOpen(id: string): void;
}

function Step({ icon, label, to, onOpen }: StepProps) {
  return (
    <IconButton
      icon={icon}
      label={label}
      title={label}
      size="sm"
      disabled={to === undefined}
      onClick={() => to && onOpen(to.id)}
    />
  );
}

interface OpenedProps {
  id: string;
  known: Message | undefined;
  onChanged(): void;
}

/** Shows the message as the list has it, until the service returns the message with its history. */
function Opened({ id, known, onChanged }: OpenedProps) {
  const { t } = useTexts();
  const result = useMessage(id);
  const message = result.value ?? known;
  const contactId = message?.contact_id ?? null;
  const contactName = useNames(contactId === null ? [] : [contactId]).get(contactId ?? "");
  if (isNotFound(result)) return <p>{t.messages.notFound}</p>;
  if (message === undefined) return <State result={result} />;
  const to = message.to;
  const changed = () => {
    result.refetch();
    onChanged();
  };
  return (
    <>
      <h2 class="mb-3 text-lg" aria-live="polite">
        <MessageTitle message={message} contactName={contactName} />
      </h2>
      {result.failure !== null && <State result={result} />}
      {to !== null && (
        <div class="mb-4">
          <MessageActions to={to} message={message} onChanged={changed} />
        </div>
      )}
      <MessageDetail message={message} contactName={contactName} isPartial={result.value === null} isPanel />
    </>
  );
}
