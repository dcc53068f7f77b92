import { FlaskConical } from "lucide";
import { useState } from "preact/hooks";
import { limits } from "../../../../../generated/server/values";
import type {
  Account,
  Channel,
  Contact,
  Content as Wording,
  PreviewResult,
  SendMessagesRequest,
} from "../../../../client";
import { contactValue } from "../../../../messaging/variable-names";
import { useToast } from "../../../design/toast";
import { failureText } from "../parts/reasons";
import { ContactChoice } from "../parts/resource-choices";
import { Content, PhoneFrame } from "../parts/content";
import { ActionButton, Failure, useFieldFault } from "../parts/state";
import { GapsContext } from "../parts/gaps";
import { waitsForTime } from "../parts/not-before";
import { addressOf } from "../parts/pages";
import { phoneText } from "../../../../messaging/phone-text";
import { PlaceholderPrice, useAccountDetails } from "../parts/placeholder-price";
import { useSenderTitle } from "../parts/senders";
import { shownName } from "../parts/variables";
import { useSettled } from "../parts/use-settled";
import { filled } from "../parts/values";
import { unconfirmedSends } from "../send/unconfirmed-sends";
import { HAS_PHONE } from "../phone/has-phone";
import { perAccount } from "../service/per-account";
import { useAccount, useMutation, useQuery, useScope } from "../service/hooks";
import { randomKey } from "../service/random-key";
import { useTexts } from "../texts/language";
import { testRequest, type TestSource } from "./request";
import { handleSubmit, InputField } from "../parts/form";
import { DialogButton } from "../parts/dialog-buttons";

const storageKeyOf = (accountId: string) => `recado.test-number.${accountId}`;

/** Returns the number to which this browser last sent a test message of the account; empty without one. */
const rememberedNumber = (accountId: string): string => localStorage.getItem(storageKeyOf(accountId)) ?? "";

function rememberNumber(accountId: string, number: string): void {
  try {
    localStorage.setItem(storageKeyOf(accountId), number);
  } catch {
    // The browser stores nothing, as when its storage is full. The next test then starts without a number.
  }
}

const RECIPIENT = "recipients[0].to";

/**
 * Returns the account's test sends with unknown outcome. They are kept when the dialog closes, but not when
 * the page reloads.
 */
const testsOf = perAccount(() => unconfirmedSends(randomKey, () => Date.now()));

interface Props {
  source: TestSource;
  channel: Channel;
  content: Wording;
  variables: readonly string[];
  /** Id of the sender; null for the channel's default sender. */
  senderId?: string | null;
  /** Whether to warn that the template's follow-ups may send further messages to the number. */
  hasFollowUps?: boolean;
  disabled?: boolean;
}

/** Shows the button and the dialog that send one test message; hidden without the scope `messages:send`. */
export function TestSend(props: Props) {
  const { t } = useTexts();
  const maySend = useScope("messages:send");
  const [isOpen, setOpen] = useState(false);
  if (!maySend) return null;
  return (
    <DialogButton
      label={t.testSend.open}
      icon={FlaskConical}
      title={t.testSend.title}
      isWide
      disabled={props.disabled}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      <Form {...props} onClose={() => setOpen(false)} />
    </DialogButton>
  );
}

function Form({
  source,
  channel,
  content,
  variables,
  senderId = null,
  hasFollowUps,
  onClose,
}: Props & { onClose(): void }) {
  const { t } = useTexts();
  const fieldFault = useFieldFault();
  const { account } = useAccount();
  const mayContacts = useScope("contacts:read");
  const [number, setNumber] = useState(() => rememberedNumber(account.id));
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [contact, setContact] = useState<Contact | null>(null);
  const request = testRequest(source, number, values, senderId);
  const key = request === null ? "" : JSON.stringify(request);
  const settled = useSettled(key);
  const preview = useQuery(`test ${settled}`, async (recado) => {
    if (settled === "") return null;
    const { data } = await recado.messages.preview(JSON.parse(settled) as SendMessagesRequest);
    return data[0] ?? null;
  });
  const isCurrent = settled === key && !preview.isLoading && preview.failure === null;
  const result = isCurrent ? preview.value : null;
  const prices = useAccountDetails().value?.prices;
  const send = useTestSend(number, onClose);
  const failure = send.failure ?? (settled === key ? preview.failure : null);
  const fill = (chosen: Contact | null) => {
    setContact(chosen);
    if (chosen === null) return;
    setValues(Object.fromEntries(variables.map((name) => [name, contactValue(chosen, name) ?? ""])));
  };
  const submit = () => {
    if (request !== null) void send.run(request);
  };
  return (
    <form onSubmit={handleSubmit(submit)}>
      <div class="grid gap-x-6 md:grid-cols-[minmax(0,1fr)_17rem]">
        <div class="min-w-0">
          <InputField
            label={t.testSend.number}
            hint={t.testSend.numberHint}
            value={number}
            onValue={setNumber}
            type="tel"
            required
            maxLength={limits.PhoneNumberInput.maxLength}
            autocomplete="tel"
            fault={fieldFault(failure, RECIPIENT)}
            placeholder="+55 11 98765-4321"
          />
          {variables.length > 0 && (
            <fieldset>
              <legend class="mb-1 font-semibold">{t.contacts.variables}</legend>
              <p class="hint mb-2">{t.testSend.valuesHint}</p>
              {mayContacts && (
                <ContactChoice
                  label={t.testSend.fill}
                  none={t.testSend.byHand}
                  chosen={contact}
                  onChoose={fill}
                />
              )}
              <div class="grid gap-x-3 sm:grid-cols-2">
                {variables.map((name) => (
                  <InputField
                    key={name}
                    label={shownName(name, t.content.own)}
                    maxLength={limits.Variables.values.maxLength}
                    value={values[name] ?? ""}
                    onValue={(value) => setValues({ ...values, [name]: value })}
                  />
                ))}
              </div>
            </fieldset>
          )}
        </div>
        <Preview
          number={number}
          channel={channel}
          senderId={senderId}
          content={content}
          values={values}
          result={result}
          hasFailed={failure !== null}
          prices={prices}
        />
      </div>
      {hasFollowUps && <p class="hint">{t.testSend.followUps}</p>}
      <Failure of={failure} except={[RECIPIENT]} />
      <div class="choices">
        <button type="button" class="btn" onClick={onClose}>
          {t.state.cancel}
        </button>
        <ActionButton
          type="submit"
          class="btn btn-primary"
          isBusy={send.busy}
          disabled={result === null || result.status !== "pending"}
        >
          {t.testSend.send}
        </ActionButton>
      </div>
    </form>
  );
}

interface PreviewProps {
  number: string;
  channel: Channel;
  senderId: string | null;
  content: Wording;
  values: Readonly<Record<string, string>>;
  /** The service's preview of the current input; null while unknown. */
  result: PreviewResult | null;
  /** Whether the service rejected the preview or the message. */
  hasFailed: boolean;
  /** Prices of the account; undefined while loading. */
  prices: Account["prices"] | undefined;
}

/** Shows the test message on a phone, with its price or the reason why it cannot be sent. */
function Preview(props: PreviewProps) {
  const { number, channel, senderId, content, values, result, hasFailed, prices } = props;
  const localization = useTexts();
  const { t, format } = localization;
  const titleOf = useSenderTitle();
  const own = filled(content, (name) => values[name] || undefined);
  const words =
    result === null
      ? number.trim() === ""
        ? t.testSend.noNumber
        : hasFailed
          ? null
          : "…"
      : result.status === "pending"
        ? [
            ...(result.segments === null
              ? []
              : [t.send.segments(format.number(result.segments), result.segments === 1)]),
            t.testSend.cost(format.unitPrice(result.price)),
            ...(waitsForTime(result, Date.now())
              ? [t.messages.notSentBefore(format.planned(result.not_before))]
              : []),
          ].join(" · ")
        : failureText(
            result.error?.code ?? result.block_reason ?? result.status,
            result.error?.message ?? null,
            localization,
          );
  return (
    <div class="min-w-0">
      <PhoneFrame title={titleOf(channel, senderId)}>
        {result?.content ? (
          <Content content={result.content} />
        ) : (
          <GapsContext.Provider value={new Set(own.missing)}>
            <Content content={own.content} />
          </GapsContext.Provider>
        )}
      </PhoneFrame>
      <p role="status" class={result === null || result.status === "pending" ? "hint" : "refusal"}>
        {words}
      </p>
      {result?.status === "pending" && <PlaceholderPrice channel={channel} prices={prices} />}
    </div>
  );
}

/** Returns the mutation that sends a test. A retry after an unknown outcome sends no second message. */
function useTestSend(number: string, onSent: () => void) {
  const { t, format } = useTexts();
  const { account } = useAccount();
  const showToast = useToast();
  const open = testsOf(account.id);
  return useMutation(
    (recado, request: SendMessagesRequest) =>
      open.perform(
        JSON.stringify(request),
        () => request,
        async (intent) =>
          (await recado.messages.send(intent.request, { idempotencyKey: intent.key, maxRetries: 0 })).data[0],
      ),
    (sent) => {
      rememberNumber(account.id, number.trim());
      if (sent !== undefined) {
        const to = sent.to ?? number.trim();
        const phone = HAS_PHONE ? [phoneLink(to, t.testSend.openPhone)] : [];
        const links = [{ label: t.testSend.view, href: `/console/messages/${sent.message_id}` }, ...phone];
        const text =
          sent.status !== "pending"
            ? t.testSend.notSent
            : waitsForTime(sent, Date.now())
              ? t.testSend.held(phoneText(to), format.planned(sent.not_before))
              : t.testSend.sent(phoneText(to));
        showToast({ text, isError: sent.status !== "pending", links });
      }
      onSent();
    },
  );
}

const phoneLink = (number: string, label: string) => ({
  label,
  href: addressOf("/console/phone", { number }),
});
