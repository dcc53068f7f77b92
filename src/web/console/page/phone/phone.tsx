import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { Heading } from "../parts/heading";
import { phoneText } from "../../../../messaging/phone-text";
import { useNames } from "../replies/use-names";
import { usePollingInterval } from "../service/use-polling-interval";
import { useTexts } from "../texts/language";
import { Details } from "./details";
import { Device, Frame } from "./device";
import { Numbers } from "./numbers";
import { numberIn } from "./rules";
import { panelOf, type Part, Tabs, useNarrow } from "./tabs";
import { usePhone } from "./use-phone";

/** Shows a simulated phone with what the sandbox delivers to the number in the query string. */
export function PhonePage() {
  const { t } = useTexts();
  const number = numberIn(useLocation().query);
  const isNarrow = useNarrow();
  const [part, setPart] = useState<Part>(number === null ? "numbers" : "phone");
  const [arrival, setArrival] = useState("");
  // Whether the user opened the phone from this page, so that the conversation takes the focus.
  const [isOpened, setOpened] = useState(false);
  const paceMs = usePollingInterval(arrival);
  const panel = (of: Part) =>
    panelOf(of, part, isNarrow, `phone-${of === "phone" ? "title" : `${of}-title`}`);
  return (
    <>
      <div class="mb-4">
        <Heading name={number === null ? t.menu.phone : `${t.menu.phone} ${phoneText(number)}`}>
          {t.menu.phone}
        </Heading>
        {(!isNarrow || part === "numbers") && <p class="hint">{t.phone.hint}</p>}
      </div>
      {isNarrow && <Tabs chosen={part} onChoose={setPart} />}
      <div class="phone-page">
        <section {...panel("numbers")} class="card phone-numbers">
          <Numbers
            number={number}
            arrival={arrival}
            paceMs={paceMs}
            onOpen={() => {
              setOpened(true);
              setPart("phone");
            }}
          />
        </section>
        {number === null ? (
          <>
            <section {...panel("phone")} class="phone-middle">
              <Frame title={t.phone.off} subtitle="">
                <p class="hint m-auto p-4 text-center">{t.phone.offHint}</p>
              </Frame>
            </section>
            <section {...panel("details")} class="card phone-details">
              <h2 id="phone-details-title">{t.messages.one}</h2>
              <p class="hint">{t.phone.none}</p>
            </section>
          </>
        ) : (
          <Opened
            key={number}
            number={number}
            paceMs={paceMs}
            panel={panel}
            isNarrow={isNarrow}
            isOpened={isOpened}
            onPart={setPart}
            onArrival={setArrival}
          />
        )}
      </div>
    </>
  );
}

interface OpenedProps {
  number: string;
  paceMs: number;
  isNarrow: boolean;
  isOpened: boolean;
  panel(part: Part): ReturnType<typeof panelOf>;
  onPart(part: Part): void;
  onArrival(state: string): void;
}

function Opened({ number, paceMs, isNarrow, isOpened, panel, onPart, onArrival }: OpenedProps) {
  const phone = usePhone(number, { paceMs, now: () => Date.now(), onArrival });
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [isFollowing, setFollowing] = useState(true);
  const newest = phone.messages[0] ?? null;
  const listed = isFollowing ? newest : (phone.messages.find(({ id }) => id === chosenId) ?? null);
  const contactId = phone.messages.find(({ contact_id: id }) => id !== null)?.contact_id ?? "";
  const name = useNames(contactId === "" ? [] : [contactId]).get(contactId);
  const select = (messageId: string) => {
    setFollowing(false);
    setChosenId(messageId);
    if (!isNarrow) return;
    onPart("details");
    requestAnimationFrame(() => document.getElementById("phone-details-title")?.focus());
  };
  const follow = (value: boolean) => {
    setFollowing(value);
    setChosenId(listed?.id ?? null);
  };
  return (
    <>
      <section {...panel("phone")} class="phone-middle">
        <Device
          number={number}
          name={name}
          phone={phone}
          selectedId={listed?.id ?? null}
          takesFocus={isOpened}
          onSelect={select}
        />
      </section>
      <section {...panel("details")} class="card phone-details">
        <Details listed={listed} name={name} isFollowing={isFollowing} paceMs={paceMs} onFollow={follow} />
      </section>
    </>
  );
}
