import type { Sender } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { type QueryResult, useScopedQuery } from "../service/hooks";
import { phoneText } from "../../../../messaging/phone-text";
import { SelectField } from "./form";

/** Maximum number of senders that the console reads. */
export const MAX_SENDERS = 1_000;

/** Returns the account's senders, or a null value if the key may not read them. */
export const useSenders = (): QueryResult<readonly Sender[] | null> =>
  useScopedQuery({
    scope: "senders:read",
    key: "senders",
    none: null,
    load: async ({ senders }) => (await senders.list({ limit: MAX_SENDERS })).data,
  });

/** Returns the channel's sender with the id, or its default sender for an empty id; undefined for none. */
export const senderOf = (senders: readonly Sender[], channel: string, id: string): Sender | undefined =>
  senders.find((one) => one.channel === channel && (id === "" ? one.is_default : one.id === id));

/** Returns a function that returns a phone preview's title: the sender's address, or “sender” if unknown. */
export function useSenderTitle(): (channel: string, senderId?: string | null) => string {
  const { t } = useTexts();
  const { value } = useSenders();
  return (channel, senderId) => {
    const sender = value === null ? undefined : senderOf(value, channel, senderId ?? "");
    return sender === undefined ? t.messages.sender : phoneText(sender.address);
  };
}

interface Props {
  senders: readonly Sender[] | null;
  /** Channel of the senders; undefined while loading. */
  channel: string | undefined;
  /** Id of the chosen sender; empty for the channel's default sender. */
  chosen: string;
  fault?: string | null;
  onChoose(senderId: string): void;
}

/** Offers the channel's senders; hidden if only its default sender exists and none is chosen. */
export function SenderChoice({ senders, channel, chosen, fault = null, onChoose }: Props) {
  const { t } = useTexts();
  if (senders === null || channel === undefined) return null;
  const others = senders.filter((one) => one.channel === channel && !one.is_default);
  if (others.length === 0 && chosen === "") return null;
  const isKnown = chosen === "" || others.some(({ id }) => id === chosen);
  const usual = senderOf(senders, channel, "");
  return (
    <SelectField
      label={t.messages.sender}
      fault={fault}
      value={chosen}
      onValue={onChoose}
      options={[
        ["", t.send.defaultSender(usual?.address ?? null)],
        ...others.map(({ id, address, carrier }) => [id, `${address} (${carrier})`] as const),
        ...(isKnown ? [] : [[chosen, chosen] as const]),
      ]}
    />
  );
}

export function SenderState({ of: { state, waiting_since: since } }: { of: Sender }) {
  const { t, format } = useTexts();
  const words = t.settings.senders;
  return (
    <>
      <span class={`status switched-${state === "ready" ? "on" : "off"}`}>
        {wordFor(words.states, state)}
      </span>
      {since !== null && <div class="hint">{words.waiting(format.instant(since))}</div>}
    </>
  );
}
