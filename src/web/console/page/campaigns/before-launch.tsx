import { RefreshCw } from "lucide";
import type { Campaign } from "../../../../client";
import { type Column, DataTable } from "../../../design/data-table";
import { Icon } from "../../../design/icon";
import { useTexts } from "../texts/language";
import { Content, PhoneFrame } from "../parts/content";
import { ErrorDetails } from "../parts/error-details";
import { Figures, type FigureText } from "../parts/figures";
import { addressOf } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { PlaceholderPrice, useAccountDetails } from "../parts/placeholder-price";
import { senderOf, useSenders, useSenderTitle } from "../parts/senders";
import { blockText, reasonWords } from "../parts/reasons";
import { State } from "../parts/state";
import { type QueryResult, useQuery, useScope } from "../service/hooks";
import { aboutIn, type Check, checkLaunch, type Fault, plannedLaunch } from "../parts/launch-check";

/**
 * Checks what a launch would send, now or at the scheduled time. The value is null if `isWanted` is false, or
 * if the key lacks `contacts:read` or `messages:send`.
 */
export function useCheck(campaign: Campaign, isWanted: boolean): QueryResult<Check | null> {
  const [mayContacts, maySend] = [useScope("contacts:read"), useScope("messages:send")];
  return useQuery(`check ${campaign.id} ${plannedLaunch(campaign)} ${isWanted}`, async (recado) =>
    isWanted && mayContacts && maySend ? await checkLaunch(recado, campaign, Date.now()) : null,
  );
}

interface Props {
  campaign: Campaign;
  result: QueryResult<Check | null>;
}

export function BeforeLaunch({ campaign, result }: Props) {
  const { t } = useTexts();
  const [mayContacts, maySend] = [useScope("contacts:read"), useScope("messages:send")];
  const check = result.value;
  return (
    <section class="card">
      <div class="card-head">
        <h2>{t.campaigns.check.title}</h2>
        {mayContacts && maySend && (
          <button
            type="button"
            class="btn btn-ghost btn-sm"
            disabled={result.isLoading}
            onClick={result.refetch}
          >
            <Icon of={RefreshCw} size={14} />
            {t.campaigns.check.again}
          </button>
        )}
      </div>
      {!(mayContacts && maySend) && <p class="hint">{t.campaigns.check.mayNot}</p>}
      <State result={result} />
      {check?.people === 0 && <p class="hint">{t.campaigns.check.empty}</p>}
      {check !== null && check.people > 0 && (
        <>
          <CheckFigures campaign={campaign} check={check} />
          {check.faults.length > 0 && <Faults check={check} />}
        </>
      )}
    </section>
  );
}

/** Shows the first message that a launch would send, as on a phone. Shows nothing if there is none. */
export function LaunchPreview({ campaign, check }: { campaign: Campaign; check: Check }) {
  const { t } = useTexts();
  const titleOf = useSenderTitle();
  const { sample, sampleName } = check;
  if (sample === null) return null;
  return (
    <section class="card">
      <h2 class="mb-3">{t.campaigns.check.example(sampleName ?? phoneText(sample.to))}</h2>
      <PhoneFrame title={titleOf(campaign.channel, campaign.sender_id)}>
        <Content content={sample.content} />
      </PhoneFrame>
    </section>
  );
}

function CheckFigures({ campaign, check }: { campaign: Campaign; check: Check }) {
  const { t, format } = useTexts();
  const words = t.campaigns.check;
  const duration = useDuration(campaign, check.willReceive);
  const prices = useAccountDetails().value?.prices;
  const isEstimate = check.checked < check.people;
  const about = aboutIn(check, t);
  const isHeld = check.waiting > 0;
  const areAllHeld = isHeld && check.waiting === check.willReceive;
  const faulty = check.faults.reduce((sum, { count }) => sum + count, 0);
  const figures: FigureText[] = [
    [words.people, format.number(check.people)],
    [words.willReceive, about(format.number(check.willReceive))],
    [t.campaigns.cost, about(format.money(check.price)), words.priceHint],
    [
      words.blocked,
      about(format.number(check.blocked)),
      check.blockReasons.map((reason) => blockText(reason, t)).join(" · ") || undefined,
    ],
    [words.faulty, about(format.number(faulty)), undefined, faulty > 0 && "refusal"],
  ];
  if (isHeld) {
    const hint = words.waitingHint(
      format.planned(check.waitingFrom ?? ""),
      format.planned(check.waitingTo ?? ""),
    );
    figures.push([words.waiting, about(format.number(check.waiting)), hint]);
  }
  if (duration !== null && !areAllHeld) figures.push([words.duration, duration.value, duration.hint]);
  return (
    <>
      <Figures of={figures} class="sm:grid-cols-3" />
      <PlaceholderPrice channel={campaign.channel} prices={prices} />
      {duration?.isWithoutSender && <p class="refusal">{words.noSender}</p>}
      {isEstimate && (
        <p class="hint">{words.sampled(format.number(check.checked), format.number(check.people))}</p>
      )}
      {check.maxSegments !== null && check.maxSegments > 1 && (
        <p class="hint">{words.segments(format.number(check.maxSegments))}</p>
      )}
    </>
  );
}

/** Shortest duration that is shown, in seconds. */
const MIN_SHOWN_SECONDS = 60;

/**
 * Returns how long the sender needs at its maximum rate, with a hint; a dash if the sender does not exist.
 * Returns null while the senders load, and for less than a minute.
 */
function useDuration(campaign: Campaign, messages: number) {
  const { t, format } = useTexts();
  const { value } = useSenders();
  if (value === null) return null;
  const sender = senderOf(value, campaign.channel, campaign.sender_id ?? "");
  if (!sender) return { value: "—", hint: "", isWithoutSender: true };
  const { max_per_second: speed, address } = sender;
  const seconds = messages / speed;
  if (seconds < MIN_SHOWN_SECONDS) return null;
  return {
    value: format.span(seconds),
    hint: t.campaigns.check.speed(format.number(speed), address),
    isWithoutSender: false,
  };
}

function Faults({ check }: { check: Check }) {
  const { t, format } = useTexts();
  const columns: readonly Column<Fault>[] = [
    { name: t.messages.reason, isTitle: true, cell: ({ code }) => reasonWords(code, t) },
    { name: t.menu.contacts, isNumber: true, cell: ({ count }) => format.number(count) },
    {
      name: t.campaigns.check.first,
      cell: ({ code, example }) => (
        <>
          <a class="link phone" href={addressOf("/console/contacts", { search: example.to })}>
            {phoneText(example.to)}
          </a>
          <ErrorDetails of={{ code, message: example.message }} />
        </>
      ),
    },
  ];
  return (
    <div class="mt-4">
      <DataTable
        label={t.campaigns.check.faulty}
        columns={columns}
        rows={check.faults}
        idOf={({ code }) => code}
      />
    </div>
  );
}
