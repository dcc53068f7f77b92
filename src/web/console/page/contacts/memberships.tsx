import { Ban } from "lucide";
import type { Consent, Contact, ContactList } from "../../../../client";
import { Icon } from "../../../design/icon";
import { useToast } from "../../../design/toast";
import { When } from "../parts/when";
import { useTexts } from "../texts/language";
import { addressOf } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { Removal } from "../parts/removal";
import { Failure } from "../parts/state";
import { type Membership, useMembership } from "../parts/use-membership";
import { useAccount, useMutation, useScope } from "../service/hooks";
import { CHIP } from "../parts/chip";
import { holdsRevocation } from "../consents/rules";
import { AddToList } from "./add-to-list";
import { withoutMissing } from "./bulk-actions";
import { blockedText, blocksOf } from "./rules";

interface Props {
  contact: Contact;
  lists: readonly ContactList[];
  /** Consents of the contact's number. A revoked consent blocks messages even without a blacklist. */
  consents: readonly Consent[];
  onChanged(): void;
}

/** Shows the lists of a contact, a menu that adds it to further lists, and what blocks its messages. */
export function Memberships({ contact, lists, consents, onChanged }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const toast = useToast();
  const mayWrite = useScope("contacts:write");
  const membership = useMembership();
  const who = contact.name ?? phoneText(contact.phone);
  const notUndone = () => toast({ text: t.contacts.notUndone(who), isError: true });
  const removeFrom = (list: ContactList) =>
    void withoutMissing(recado.contactLists.removeMember({ list_id: list.id, contact_id: contact.id }))
      .catch(notUndone)
      .then(onChanged);
  const add = useMutation(
    (recado, list: ContactList) =>
      recado.contactLists.addMember({ list_id: list.id, contact_id: contact.id }),
    (_, list) => {
      onChanged();
      toast({
        text: t.contacts.isOn(list.name),
        ...(!list.is_provisioned && { action: { label: t.state.undo, run: () => removeFrom(list) } }),
      });
    },
  );
  const own = lists.filter(({ id }) => contact.list_ids.includes(id));
  const others = lists.filter(({ id }) => !contact.list_ids.includes(id));
  const blocks = blocksOf(contact.list_ids, lists);
  const unnamed = contact.list_ids.length - own.length;
  return (
    <section class="card">
      <div class="card-head">
        <h2>{t.menu.lists}</h2>
        {mayWrite && others.length > 0 && (
          <AddToList
            whoFor={() => who}
            lists={others}
            place="dropdown-end"
            disabled={add.busy}
            onChoose={(list) => void add.run(list)}
          />
        )}
      </div>
      {blocks.length === 0 ? (
        <p>{t.contacts.notBlocked}</p>
      ) : (
        <div class="flex gap-2">
          <span class="text-error mt-0.5">
            <Icon of={Ban} />
          </span>
          <div>
            <p class="status-blocked">{t.contacts.blockedOn(blockedText(blocks, t).join(", "))}</p>
            <p class="hint">{t.contacts.blockedBy(blocks.map(({ name }) => name).join(", "))}</p>
          </div>
        </div>
      )}
      {holdsRevocation(consents) && (
        <p class="hint">
          <a class="link" href={addressOf("/console/consents", { contact: contact.id })}>
            {t.contacts.seeRevocations}
          </a>
        </p>
      )}
      <ul class="rows mt-2">
        {own.map((list) => (
          <li key={list.id} class="flex items-start justify-between gap-2">
            <span class="min-w-0">
              <a href={`/console/lists/${list.id}`}>{list.name}</a>{" "}
              {list.type === "blacklist" && <span class={CHIP}>{t.lists.kinds.blacklist}</span>}
              <MembershipDetails of={membership(contact, list.id)} />
            </span>
            {mayWrite && (
              <Removal
                contact={contact}
                list={list}
                name={t.contacts.takeOffOf(list.name)}
                onChanged={onChanged}
              />
            )}
          </li>
        ))}
      </ul>
      {contact.list_ids.length === 0 && <p class="hint">{t.contacts.inNoList}</p>}
      {lists.length > 0 && unnamed > 0 && <p class="hint">{t.contacts.inOtherLists(unnamed)}</p>}
      <Failure of={add.failure} />
    </section>
  );
}

function MembershipDetails({ of }: { of: Membership | null }) {
  if (of === null) return null;
  return (
    <div class="hint">
      {of.why} · <When at={of.since} />
    </div>
  );
}
