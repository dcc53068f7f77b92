import { useScope } from "../service/signed-in";
import { useTexts } from "../texts/language";

/** Says that messages keep a deleted contact's number. Links to its erasure if the key may request that. */
export function NumberStays() {
  const { t } = useTexts();
  const mayErase = useScope("privacy:write");
  return (
    <p>
      {t.contacts.numberStays}{" "}
      {mayErase && (
        <a class="link" href={t.contacts.eraseNumberHref} target="_blank" rel="noopener noreferrer">
          {t.contacts.eraseNumber}
        </a>
      )}
    </p>
  );
}
