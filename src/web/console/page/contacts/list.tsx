import { useLocation } from "preact-iso";
import type { Contact } from "../../../../client";
import { useTexts } from "../language";
import { ListOptions } from "../lists/list-choice";
import { useLists } from "../lists/use-lists";
import { addressOf, PAGE_SIZE, pageIn, Pages } from "../parts/pages";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../signed-in";
import { useAnswer } from "../use-answer";
import { Blocked } from "./blocked";
import { blocksOf, searchOf } from "./rules";

const HERE = "/console/contacts";

export function Contacts() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const { query, route } = useLocation();
  const { search = "", list = "" } = query;
  const page = pageIn(query);
  const lists = useLists();
  const wanted = searchOf(search);
  const params = {
    ...(wanted === "" ? {} : { search: wanted }),
    ...{ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
  };
  const answer = useAnswer(JSON.stringify([params, list]), (signal) =>
    list === ""
      ? recado.contacts.list(params, { signal })
      : recado.contactLists.listMembers({ list_id: list, ...params }, { signal }),
  );
  const show = (changes: Record<string, string | number>) =>
    route(addressOf(HERE, { search, list, page: 1, ...changes }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    show(Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>);
  };
  const found = answer.value;
  return (
    <>
      <div class="head">
        <h1>{t.contacts.title}</h1>
        {useScope("contacts:write") && (
          <a class="button" href={`${HERE}/new`}>
            {t.contacts.create}
          </a>
        )}
      </div>
      <form key={`${search} ${list}`} class="filters" role="search" onSubmit={submit}>
        <label>
          {t.contacts.search}
          <input name="search" type="search" minLength={3} maxLength={120} defaultValue={search} />
        </label>
        <label>
          {t.contacts.list}
          <select name="list">
            <option value="">{t.contacts.everyList}</option>
            <ListOptions lists={lists.value ?? []} chosen={list} />
          </select>
        </label>
        <button type="submit" class="first">
          {t.messages.apply}
        </button>
        {(search !== "" || list !== "") && <a href={HERE}>{t.messages.clear}</a>}
      </form>
      <State answer={answer} />
      {found !== null && (
        <>
          <p class="hint" aria-live="polite">
            {t.contacts.count(format.number(found.data.length), format.number(found.pagination.total))}
          </p>
          {found.data.length === 0 ? (
            <p>{search === "" && list === "" ? t.contacts.none : t.contacts.empty}</p>
          ) : (
            <div class="people">
              <Table
                label={t.contacts.title}
                columns={[
                  t.contacts.name,
                  t.contacts.phone,
                  t.contacts.blocked,
                  t.contacts.variables,
                  t.contacts.updated,
                ]}
              >
                {found.data.map((contact) => (
                  <tr key={contact.id}>
                    <td class="line">
                      <a href={`${HERE}/${contact.id}`}>{contact.name ?? t.contacts.noName}</a>
                    </td>
                    <td class="phone">{contact.phone}</td>
                    <td>
                      <Blocked blocks={blocksOf(contact.list_ids, lists.value ?? [])} />
                    </td>
                    <td class="line">{inALine(contact.attributes)}</td>
                    <td class="when">{format.instant(contact.updated_at)}</td>
                  </tr>
                ))}
              </Table>
            </div>
          )}
          <Pages
            page={page}
            count={found.data.length}
            hasMore={found.pagination.has_more}
            onPage={(to) => show({ page: to })}
          />
        </>
      )}
    </>
  );
}

const inALine = (attributes: Contact["attributes"]): string =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}: ${value}`)
    .join(" · ");
