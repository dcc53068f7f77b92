import { type Account, type FileConstraints, isRecadoError } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { Figures, type FigureText } from "../parts/figures";
import { zoneAt } from "../parts/local-time";
import { useAccountDetails } from "../parts/placeholder-price";
import { State } from "../parts/state";
import { Table } from "../parts/table";
import { type Rate, rateIn } from "../service/rate";
import { useQuery } from "../service/hooks";
import { Heading } from "../parts/resource-page";

const KINDS = ["image", "video", "audio", "csv"] as const;
const POLL_MS = 5_000;

/** Names of file formats that differ from the subtype of their content type. */
const FORMATS: Readonly<Record<string, string>> = { "audio/mpeg": "MP3" };

export function Limits() {
  const { t } = useTexts();
  const result = useQuery(
    "limits",
    async (recado) => {
      let rate: Rate | null = null;
      const onResponse = (response: Response) => {
        rate = rateIn(response);
      };
      const files = await recado.files.getConstraints({}, { onResponse }).catch((failure: unknown) => {
        if (isRecadoError(failure, "forbidden")) return null;
        throw failure;
      });
      return { rate: rate as Rate | null, files };
    },
    { everyMs: POLL_MS },
  );
  return (
    <>
      <Heading name={t.settings.tabs.limits} />
      <AccountLimits rate={result.value?.rate ?? null} hasSizes={result.value?.files === null} />
      <State result={result} />
      {result.value !== null &&
        (result.value.files === null ? (
          <p class="hint">{t.settings.limits.mayNot}</p>
        ) : (
          <Files constraints={result.value.files} />
        ))}
    </>
  );
}

/** Returns the usual name of a file format, such as MP3 for `audio/mpeg`. */
const formatName = (contentType: string): string =>
  FORMATS[contentType] ?? contentType.slice(contentType.indexOf("/") + 1).toUpperCase();

function Files({ constraints: { kinds, usages } }: { constraints: FileConstraints }) {
  const { t, format } = useTexts();
  const words = t.settings.limits;
  const usesOf = (kind: string) =>
    usages
      .filter((usage) => (usage.kinds as string[]).includes(kind))
      .map(({ usage }) => wordFor(words.usages, usage))
      .join(", ");
  return (
    <section>
      <h2 class="mb-3">{words.files}</h2>
      <Table
        label={words.files}
        columns={[t.lists.kind, { name: words.size, isNumber: true }, words.types, words.usage]}
      >
        {kinds.map(({ kind, content_types: types, max_size_bytes: size }) => (
          <tr key={kind}>
            <td>{wordFor(words.kinds, kind)}</td>
            <td class="number">{format.bytes(size)}</td>
            <td>{types.map(formatName).join(", ")}</td>
            <td>{usesOf(kind)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

interface LimitsProps {
  /** Rate limit from the headers of the latest response; null while unknown. */
  rate: Rate | null;
  /** Whether to list the maximum sizes of files. A page with the table of file kinds omits them. */
  hasSizes: boolean;
}

function AccountLimits(props: LimitsProps) {
  const result = useAccountDetails();
  return (
    <>
      <State result={result} />
      {result.value !== null && <LimitFigures account={result.value} {...props} />}
    </>
  );
}

function LimitFigures({ account, rate, hasSizes }: { account: Account } & LimitsProps) {
  const { t, format } = useTexts();
  const words = t.settings.limits;
  const { limits, time_zone: timeZone } = account;
  const figures: FigureText[] = [
    [words.recipients, format.number(limits.recipients_per_request), words.recipientsHint],
    [
      ...([words.requestsPerMinute, format.number(limits.requests_per_minute)] as const),
      rate === null
        ? words.requestsHint
        : words.remaining(format.number(rate.left), format.span(rate.resetSeconds)),
    ],
    [words.webhooks, format.number(limits.webhooks)],
    [words.timeZone, zoneAt(new Date(), timeZone), words.timeZoneHint],
  ];
  const sizes = KINDS.map((kind) => `${words.kinds[kind]} ${format.bytes(limits.upload_bytes[kind])}`);
  return (
    <section class="card min-w-0" aria-label={words.ofAccount}>
      <h2 class="mb-3">{words.ofAccount}</h2>
      <Figures of={figures} />
      {hasSizes && <p class="hint">{words.maxFileSize(sizes.join(" · "))}</p>}
    </section>
  );
}
