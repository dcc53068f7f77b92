import { useLocation } from "preact-iso";
import type { Params } from "../../../../client";
import { useTexts } from "../language";
import { addressOf, PAGE_SIZE, pageIn, Pages } from "../parts/pages";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../signed-in";
import { useAnswer } from "../use-answer";
import { Kind } from "./kind";

const HERE = "/console/lists";

export function Lists() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const { query, route } = useLocation();
  const { search = "", type = "" } = query;
  const page = pageIn(query);
  const params = {
    ...(search === "" ? {} : { search }),
    ...(type === "" ? {} : { type }),
    ...{ limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE },
  } as Params<"listContactLists">;
  const answer = useAnswer(JSON.stringify(params), (signal) => recado.contactLists.list(params, { signal }));
  const show = (changes: Record<string, string | number>) =>
    route(addressOf(HERE, { search, type, page: 1, ...changes }));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    show(Object.fromEntries(new FormData(event.currentTarget as HTMLFormElement)) as Record<string, string>);
  };
  const found = answer.value;
  return (
    <>
      <div class="head">
        <h1>{t.lists.title}</h1>
        {useScope("contacts:write") && (
          <a class="button" href={`${HERE}/new`}>
            {t.lists.create}
          </a>
        )}
      </div>
      <form key={`${search} ${type}`} class="filters" role="search" onSubmit={submit}>
        <label>
          {t.lists.name}
          <input name="search" type="search" minLength={3} maxLength={120} defaultValue={search} />
        </label>
        <label>
          {t.lists.kind}
          <select name="type">
            <option value="">{t.messages.any}</option>
            {Object.entries(t.lists.kinds).map(([value, words]) => (
              <option key={value} value={value} selected={value === type}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="first">
          {t.messages.apply}
        </button>
        {(search !== "" || type !== "") && <a href={HERE}>{t.messages.clear}</a>}
      </form>
      <State answer={answer} />
      {found !== null && found.data.length === 0 && <p>{t.lists.empty}</p>}
      {found !== null && found.data.length > 0 && (
        <div class="people">
          <Table
            label={t.lists.title}
            columns={[
              t.lists.name,
              { name: t.lists.contacts, isNumber: true },
              t.lists.kind,
              t.lists.createdAt,
            ]}
          >
            {found.data.map((list) => (
              <tr key={list.id}>
                <td class="line">
                  <a href={`${HERE}/${list.id}`}>{list.name}</a>
                </td>
                <td class="number">{format.number(list.contact_count)}</td>
                <td>
                  <Kind list={list} />
                </td>
                <td class="when">{format.instant(list.created_at)}</td>
              </tr>
            ))}
          </Table>
        </div>
      )}
      {found !== null && (
        <Pages
          page={page}
          count={found.data.length}
          hasMore={found.pagination.has_more}
          onPage={(to) => show({ page: to })}
        />
      )}
    </>
  );
}
