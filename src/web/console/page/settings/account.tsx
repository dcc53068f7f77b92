import { enums } from "../../../../../generated/server/values";
import type { Account } from "../../../../client";
import { useTexts } from "../texts/language";
import { isPlaceholder, useAccountDetails } from "../parts/placeholder-price";
import { zoneAt } from "../parts/local-time";
import { State } from "../parts/state";
import type { Rate } from "../service/rate";
import { Figures, type FigureText } from "../parts/figures";

const KINDS = ["image", "video", "audio", "csv"] as const;

/** Shows the account's unit price for each channel, and marks placeholder prices. */
export function AccountPrices() {
  const result = useAccountDetails();
  return (
    <>
      <State result={result} />
      {result.value !== null && (
        <div class="mt-4">
          <Prices prices={result.value.prices} />
        </div>
      )}
    </>
  );
}

function Prices({ prices }: Pick<Account, "prices">) {
  const { t, format } = useTexts();
  const words = t.settings.prices;
  return (
    <section class="card min-w-0" aria-label={words.title}>
      <h2 class="mb-3">{words.title}</h2>
      <Figures
        of={enums.Channel.map((channel) => [
          ...([t.channel[channel], format.unitPrice(prices[channel])] as const),
          <>
            {words.per[channel]}{" "}
            {isPlaceholder(prices, channel) && (
              <span class="badge badge-sm badge-ghost">{words.placeholder}</span>
            )}
          </>,
        ])}
      />
      <p class="hint">{words.hint}</p>
      {prices.placeholders.length > 0 && <p class="hint">{words.placeholderHint}</p>}
    </section>
  );
}

interface LimitsProps {
  /** Rate limit from the headers of the latest response; null while unknown. */
  rate: Rate | null;
  /** Whether to list the maximum sizes of files. A page with the table of file kinds omits them. */
  hasSizes: boolean;
}

export function AccountLimits(props: LimitsProps) {
  const result = useAccountDetails();
  return (
    <>
      <State result={result} />
      {result.value !== null && <Limits account={result.value} {...props} />}
    </>
  );
}

function Limits({ account, rate, hasSizes }: { account: Account } & LimitsProps) {
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
