import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "./dialog-buttons";

/** Cancels the messages of a send that are not submitted yet. */
export function CancelBatch({ batchId, onDone }: { batchId: string; onDone(): void }) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const maySend = useScope("messages:send");
  const cancel = useMutation(() => recado.messages.cancelBatch({ batch_id: batchId }), onDone);
  if (!maySend) return null;
  return (
    <div class="choices justify-start">
      <ConfirmButton label={t.messages.cancelBatch} action={cancel} isDangerous>
        <p>{t.messages.cancelBatchHint}</p>
      </ConfirmButton>
    </div>
  );
}
