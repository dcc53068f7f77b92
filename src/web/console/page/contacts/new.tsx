import { useLocation } from "preact-iso";
import { useRef, useState } from "preact/hooks";
import type { Contact } from "../../../../client";
import { useTexts } from "../texts/language";
import { Back, Heading } from "../parts/resource-page";
import { phoneText } from "../../../../messaging/phone-text";
import { useMutation } from "../service/hooks";
import { FaultText } from "../parts/form";
import { ContactForm, type Entered } from "./form";

/**
 * Shows the form that creates a contact, filled with the query parameter `phone`. If a contact already has
 * the number, links to that contact and changes nothing.
 */
export function NewContact() {
  const { t } = useTexts();
  const { query } = useLocation();
  const phone = query.phone ?? "";
  return (
    <>
      <Back href="/console/contacts" text={t.contacts.back} />
      <Heading name={t.contacts.create} />
      <NewContactForm key={phone} phone={phone} />
    </>
  );
}

function NewContactForm({ phone }: { phone: string }) {
  const { t } = useTexts();
  const { route } = useLocation();
  const [known, setKnown] = useState<Contact | null>(null);
  const wasSaved = useRef(false);
  const action = useMutation(
    async (recado, entered: Entered) => {
      setKnown(null);
      const { data } = await recado.contacts.list({ phone: entered.phone, limit: 1 });
      const [same] = data;
      return same ? { same } : { made: await recado.contacts.upsert(entered) };
    },
    ({ same, made }) => {
      setKnown(same ?? null);
      wasSaved.current = made !== undefined;
      if (made) route(`/console/contacts/${made.id}`, true);
    },
  );
  return (
    <ContactForm
      initial={{ phone, name: null, attributes: {} }}
      place={phone === "" ? "new" : `new ${phone}`}
      action={action}
      submit={t.contacts.submit}
      wasSaved={() => wasSaved.current}
      onCancel={() => route("/console/contacts")}
      phoneNotice={
        known !== null && (
          <FaultText
            of={
              <>
                {t.contacts.phoneTaken}{" "}
                <a href={`/console/contacts/${known.id}`}>{known.name ?? phoneText(known.phone)}</a>
              </>
            }
          />
        )
      }
    />
  );
}
