import { useLocation } from "preact-iso";
import type { Params } from "../../../../client";
import { useTexts } from "../language";
import { inALine } from "../messages/words";
import { addressOf, Pages, PAGE_SIZE, pageIn } from "../parts/pages";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { useAccount, useScope } from "../signed-in";
import { useAnswer } from "../use-answer";

const HERE = "/console/templates";

export function TemplateList() {
  const { t, format } = useTexts();
  const { recado } = useAccount();
  const mayWrite = useScope("templates:write");
  const { query, route } = useLocation();
  const { search = "", channel = "" } = query;
  const number = pageIn(query);
  const params = {
    ...(search === "" ? {} : { search }),
    ...(channel === "" ? {} : { channel: [channel] }),
    ...{ limit: PAGE_SIZE, offset: (number - 1) * PAGE_SIZE },
  } as Params<"listTemplates">;
  const answer = useAnswer(JSON.stringify(params), (signal) => recado.templates.list(params, { signal }));
  const page = answer.value;
  const show = (changes: Record<string, string | number>) =>
    route(addressOf(HERE, { search, channel, page: 1, ...changes }));
  return (
    <>
      <div class="head">
        <h1>{t.templates.title}</h1>
        {mayWrite && <a href={`${HERE}/new`}>{t.templates.new}</a>}
      </div>
      <form
        key={`${search} ${channel}`}
        class="filters"
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          show(Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>);
        }}
      >
        <label>
          {t.templates.search}
          <input name="search" type="search" minLength={3} maxLength={120} defaultValue={search} />
        </label>
        <label>
          {t.messages.channel}
          <select name="channel">
            <option value="">{t.messages.any}</option>
            {Object.entries(t.channel).map(([value, text]) => (
              <option key={value} value={value} selected={value === channel}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" class="first">
          {t.messages.apply}
        </button>
        <a href={HERE}>{t.messages.clear}</a>
      </form>
      <State answer={answer} />
      {page !== null && page.data.length === 0 && <p>{t.templates.empty}</p>}
      {page !== null && page.data.length > 0 && (
        <Table
          label={t.templates.title}
          columns={[
            ...[t.templates.name, t.messages.channel, t.messages.text, t.templates.variables],
            { name: t.templates.followUps, isNumber: true },
            t.templates.updated,
          ]}
        >
          {page.data.map((template) => (
            <tr key={template.id}>
              <td>
                <a href={`${HERE}/${template.id}`}>{template.name}</a>
              </td>
              <td>{(t.channel as Record<string, string>)[template.channel] ?? template.channel}</td>
              <td class="line">{inALine(template.content, t)}</td>
              <td>{template.variables.join(", ")}</td>
              <td class="number">{format.number(template.follow_ups.length)}</td>
              <td class="instant">{format.instant(template.updated_at)}</td>
            </tr>
          ))}
        </Table>
      )}
      {page !== null && (
        <Pages
          page={number}
          count={page.data.length}
          hasMore={page.pagination.has_more}
          onPage={(to) => show({ page: to })}
        />
      )}
    </>
  );
}
