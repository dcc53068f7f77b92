import { useToast } from "../../../design/toast";
import { useMutation, useScope } from "../service/hooks";
import { useTexts } from "../texts/language";
import { ConfirmButton } from "./dialog-buttons";

/** Shows a button that cancels a send's unsubmitted messages; hidden without the scope `messages:send`. */
export function CancelBatch({ batchId, onDone }: { batchId: string; onDone(): void }) {
  const { t, format } = useTexts();
  const maySend = useScope("messages:send");
  const showToast = useToast();
  const cancel = useMutation(
    (recado) => recado.messages.cancelBatch({ batch_id: batchId }),
    ({ canceled, not_canceled: others }) => {
      showToast({
        text: t.messages.canceledBatch(format.number(canceled), format.number(canceled + others)),
      });
      onDone();
    },
  );
  if (!maySend) return null;
  return (
    <div class="choices justify-start">
      <ConfirmButton label={t.messages.cancelBatch} action={cancel} isDangerous>
        <p>{t.messages.cancelBatchHint}</p>
      </ConfirmButton>
    </div>
  );
}
