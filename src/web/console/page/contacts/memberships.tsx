import { useState } from "preact/hooks";
import type { Contact, ContactList } from "../../../../client";
import { useTexts } from "../texts/language";
import { ListOptions } from "../lists/list-choice";
import { Removal } from "../lists/removal";
import { Failure } from "../parts/failure";
import { Field } from "../parts/field";
import { type MembershipTexts, useMembership } from "../parts/use-membership";
import { useAccount, useScope } from "../service/signed-in";
import { useMutation } from "../service/use-mutation";
import { Blocked } from "./blocked";
import { blocksOf } from "./rules";

interface Props {
  contact: Contact;
  lists: readonly ContactList[];
  onChanged(): void;
}

export function Memberships({ contact, lists, onChanged }: Props) {
  const { t } = useTexts();
  const { recado } = useAccount();
  const mayWrite = useScope("contacts:write");
  const membership = useMembership();
  const [chosen, setChosen] = useState("");
  const add = useMutation(
    (list_id: string) => recado.contactLists.addMember({ list_id, contact_id: contact.id }),
    () => {
      setChosen("");
      onChanged();
    },
  );
  const own = lists.filter(({ id }) => contact.list_ids.includes(id));
  const others = lists.filter(({ id }) => !contact.list_ids.includes(id));
  const blocks = blocksOf(contact.list_ids, lists);
  const unnamed = contact.list_ids.length - own.length;
  return (
    <section class="card">
      <h2>{t.contacts.lists}</h2>
      <p>
        {blocks.length === 0 ? (
          t.contacts.notBlocked
        ) : (
          <>
            {t.contacts.blocked}: <Blocked blocks={blocks} />
          </>
        )}
      </p>
      {blocks.length > 0 && (
        <p class="hint">{t.contacts.blockedBy(blocks.map(({ name }) => name).join(", "))}</p>
      )}
      <ul class="rows">
        {own.map((list) => (
          <li key={list.id} class="head">
            <span>
              <a href={`/console/lists/${list.id}`}>{list.name}</a>{" "}
              {list.type === "blacklist" && <span class="hint">{t.lists.kinds.blacklist}</span>}
              <MembershipDetails of={membership(contact, list.id)} />
            </span>
            {mayWrite && (
              <Removal {...{ contact, list }} name={t.contacts.takeOffOf(list.name)} onRemoved={onChanged} />
            )}
          </li>
        ))}
      </ul>
      {contact.list_ids.length === 0 && <p class="hint">{t.contacts.inNoList}</p>}
      {lists.length > 0 && unnamed > 0 && <p class="hint">{t.contacts.inOtherLists(unnamed)}</p>}
      {mayWrite && others.length > 0 && (
        <form
          class="beside-fields"
          onSubmit={(event) => {
            event.preventDefault();
            if (chosen !== "") void add.run(chosen);
          }}
        >
          <Field label={t.contacts.addToList}>
            <select required value={chosen} onChange={(event) => setChosen(event.currentTarget.value)}>
              <option value="">{t.contacts.chooseList}</option>
              <ListOptions lists={others} chosen={chosen} />
            </select>
          </Field>
          <button type="submit" disabled={add.busy || chosen === ""}>
            {t.contacts.add}
          </button>
        </form>
      )}
      <Failure of={add.failure} />
    </section>
  );
}

function MembershipDetails({ of }: { of: MembershipTexts | null }) {
  const { t } = useTexts();
  if (of === null) return null;
  return (
    <div class="hint">
      {of.why} · {t.contacts.since.toLowerCase()} {of.since}
    </div>
  );
}
