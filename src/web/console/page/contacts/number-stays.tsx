import { addressOf } from "../parts/pages";
import { useScope } from "../service/hooks";
import { useTexts } from "../texts/language";

/**
 * Says that messages keep a deleted contact's number. Links to the form that erases the number, if the key
 * may request this. `phone` is empty for several contacts.
 */
export function NumberStays({ phone }: { phone: string }) {
  const { t } = useTexts();
  const mayErase = useScope("privacy:write");
  return (
    <p>
      {t.contacts.numberStays}{" "}
      {mayErase && (
        <a class="link" href={addressOf("/console/settings/privacy", { new: "erasure", phone })}>
          {t.contacts.eraseNumber}
        </a>
      )}
    </p>
  );
}
