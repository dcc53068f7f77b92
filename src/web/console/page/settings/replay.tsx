import { useEffect, useRef, useState } from "preact/hooks";
import type { Webhook } from "../../../../client";
import { useToast } from "../../../design/toast";
import { useTexts } from "../texts/language";
import { ActionButton, Failure, useFieldFault } from "../parts/state";
import { fromLocal, toLocal, zoneAt } from "../parts/local-time";
import { useMutation } from "../service/hooks";
import { progressOf, type ReplayProgress, replaySince } from "./replay-progress";
import { Checkbox, handleSubmit, InputField } from "../parts/form";
import { DialogButton } from "../parts/dialog-buttons";

/**
 * Shows the button and dialog that send a webhook's events since an instant again: either abandoned events or
 * all events. A replay takes as many requests as necessary.
 */
export function Replay({ webhook, onDone }: { webhook: Webhook; onDone(): void }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const words = t.settings.webhooks;
  return (
    <DialogButton label={words.replay} title={words.replayTitle} isOpen={isOpen} onOpen={setOpen}>
      <ReplayForm
        webhook={webhook}
        onDone={() => {
          setOpen(false);
          onDone();
        }}
        onCancel={() => setOpen(false)}
      />
    </DialogButton>
  );
}

interface FormProps {
  webhook: Webhook;
  onDone(): void;
  onCancel(): void;
}

function ReplayForm({ webhook, onDone, onCancel }: FormProps) {
  const { t, format } = useTexts();
  const showToast = useToast();
  const fieldFault = useFieldFault();
  const words = t.settings.webhooks;
  const [since, setSince] = useState(() => toLocal(replaySince(webhook.health, new Date())));
  const [isAll, setAll] = useState(false);
  const [queued, setQueued] = useState(0);
  const progress = useRef<ReplayProgress | null>(null);
  const isGone = useRef(false);
  useEffect(() => () => void (isGone.current = true), []);
  const replay = useMutation(
    async (recado, first: string) => {
      const current = progressOf(progress.current, first, isAll, now());
      progress.current = current;
      setQueued(current.sum);
      const ref = { webhook_id: webhook.id, until: current.until, include_delivered: isAll };
      while (current.next !== null && !isGone.current) {
        const part = await recado.webhooks.replay({ ...ref, since: current.next });
        current.sum += part.queued;
        current.next = part.next_since;
        setQueued(current.sum);
      }
      if (current.sum > 0) return words.replayed(format.number(current.sum));
      const pending = { webhook_id: webhook.id, status: ["pending" as const], limit: 1 };
      const { total } = (await recado.webhooks.listDeliveries(pending)).pagination;
      return words.nothingReplayed(isAll, format.number(total), total);
    },
    (text) => {
      showToast({ text });
      if (!isGone.current) onDone();
    },
  );
  const first = fromLocal(since);
  const submit = () => {
    if (first !== null) void replay.run(first);
  };
  return (
    <form onSubmit={handleSubmit(submit)}>
      <p class="mb-3">{words.replaySure}</p>
      <InputField
        label={words.replaySince}
        hint={t.common.timeZone(zoneAt(new Date(first ?? Date.now())))}
        fault={fieldFault(replay.failure, "since")}
        type="datetime-local"
        required
        value={since}
        onValue={setSince}
      />
      <Checkbox label={words.replayAll} checked={isAll} onChange={setAll} />
      <Failure of={replay.failure} except={["since"]} />
      <div class="choices">
        <span role="status" class="hint">
          {replay.busy && queued > 0 ? words.replayed(format.number(queued)) : ""}
        </span>
        <button type="button" class="btn" onClick={onCancel}>
          {t.state.cancel}
        </button>
        <ActionButton type="submit" class="btn btn-primary" isBusy={replay.busy}>
          {words.replaySubmit}
        </ActionButton>
      </div>
    </form>
  );
}

const now = () => `${new Date().toISOString().slice(0, 19)}Z`;
