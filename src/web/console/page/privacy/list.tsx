import { Download } from "lucide";
import { useLocation } from "preact-iso";
import type { PrivacyRequest } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { Icon } from "../../../design/icon";
import { useFilters } from "../parts/filters";
import { ListHead, Listing } from "../parts/listing";
import { addressOf, slice } from "../parts/pages";
import { When } from "../parts/when";
import { useQuery, useScope } from "../service/hooks";
import { useTexts, wordFor } from "../texts/language";
import { PrivacyDialog } from "./form";
import { countsOf, downloadOf } from "./rules";
import { usePrivacyTexts } from "./texts";

const BASE_PATH = "/console/settings/privacy";
const POLL_MS = 5_000;

/** Lists the privacy requests. With the query parameter `new`, a dialog requests an export or an erasure. */
export function PrivacyRequests() {
  const { t, format } = useTexts();
  const words = usePrivacyTexts();
  const { query, route } = useLocation();
  const mayWrite = useScope("privacy:write");
  const filtering = useFilters(BASE_PATH, []);
  const { page } = filtering;
  const result = useQuery(`privacy requests ${page}`, (recado) => recado.privacy.listRequests(slice(page)), {
    everyMs: POLL_MS,
  });
  const close = () => route(addressOf(BASE_PATH, { page }), true);
  const columns: readonly Column<PrivacyRequest>[] = [
    { name: words.kind, isTitle: true, cell: ({ kind }) => wordFor(words.kinds, kind) },
    { name: words.status, onCard: "bare", cell: ({ status }) => <RequestStatus status={status} /> },
    {
      name: words.counts,
      cell: ({ counts }) =>
        countsOf(counts, words.countNames)
          .map(({ name, count }) => `${name}: ${format.number(count)}`)
          .join(" · ") || words.noCounts,
    },
    { name: words.requested, class: "when", cell: ({ created_at: at }) => <When at={at} /> },
    {
      name: words.ended,
      class: "when",
      cell: ({ completed_at: at }) => (at === null ? null : <When at={at} />),
    },
    { name: words.file, cell: (request) => <File of={request} /> },
  ];
  return (
    <>
      <ListHead
        title={t.settings.tabs.privacy}
        intro={words.intro}
        action={mayWrite ? { label: words.create, to: addressOf(BASE_PATH, { page, new: 1 }) } : null}
      />
      <Listing
        result={result}
        of={filtering}
        noMatch={words.none}
        none={words.none}
        nextSteps={[{ href: words.guide, label: words.documentation }]}
      >
        <DataTable
          label={t.settings.tabs.privacy}
          columns={columns}
          rows={result.value?.data ?? []}
          idOf={({ id }) => id}
        />
      </Listing>
      {mayWrite && query.new !== undefined && (
        <PrivacyDialog
          phone={query.phone ?? ""}
          kind={query.new === "erasure" ? "erasure" : "export"}
          onClose={close}
          onSaved={() => {
            close();
            result.refetch();
          }}
        />
      )}
    </>
  );
}

const TONES: Readonly<Record<string, string>> = { completed: "tone-good", failed: "tone-bad" };

function RequestStatus({ status }: Pick<PrivacyRequest, "status">) {
  const words = usePrivacyTexts();
  return (
    <>
      <span class={`status ${TONES[status] ?? ""}`}>{wordFor(words.statuses, status)}</span>
      {status === "failed" && <span class="hint block">{words.failedHint}</span>}
    </>
  );
}

function File({ of }: { of: PrivacyRequest }) {
  const { format } = useTexts();
  const words = usePrivacyTexts();
  const file = downloadOf(of, Date.now());
  if (file === null) return null;
  return (
    <>
      <a class="btn btn-sm" href={file.url} download rel="noreferrer">
        <Icon of={Download} size={14} />
        {words.download}
      </a>
      <span class="hint block">{words.until(format.minute(file.until))}</span>
    </>
  );
}
