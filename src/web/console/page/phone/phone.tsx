import { useLocation } from "preact-iso";
import { useState } from "preact/hooks";
import { useTexts } from "../texts/language";
import { useMedia } from "../parts/use-media";
import { Heading } from "../parts/resource-page";
import { phoneText } from "../../../../messaging/phone-text";
import { useNames } from "../replies/use-names";
import { usePollingInterval } from "../service/polling-interval";
import { Details } from "./details";
import { Device, Frame } from "./device";
import { Numbers } from "./numbers";
import { numberIn } from "./rules";
import { usePhone } from "./use-phone";

const PARTS = ["numbers", "phone", "details"] as const;
type Part = (typeof PARTS)[number];

/** Media query for screens on which the page shows one of its parts at a time, as in `phone.css`. */
const NARROW = "(width < 48rem)";

/**
 * Returns the attributes of the element that shows a part of the page. On a narrow screen, the element is a
 * tab's panel.
 */
const panelOf = (part: Part, chosen: Part, isNarrow: boolean, headingId: string) => ({
  id: `phone-${part}`,
  hidden: isNarrow && part !== chosen,
  role: isNarrow ? ("tabpanel" as const) : ("region" as const),
  "aria-labelledby": isNarrow ? `phone-tab-${part}` : headingId,
});

interface TabsProps {
  chosen: Part;
  onChoose(part: Part): void;
}

/** Shows a narrow screen's tabs, one per part of the page. Arrow keys, `Home` and `End` change the tab. */
function Tabs({ chosen, onChoose }: TabsProps) {
  const { t } = useTexts();
  const move = (event: KeyboardEvent) => {
    const at = PARTS.indexOf(chosen);
    const last = PARTS.length - 1;
    const next = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    const part = next === undefined ? undefined : PARTS[next];
    if (part === undefined) return;
    event.preventDefault();
    onChoose(part);
    document.getElementById(`phone-tab-${part}`)?.focus();
  };
  return (
    <div
      role="tablist"
      class="mb-3 flex border-b border-base-300"
      aria-label={t.phone.parts.label}
      onKeyDown={move}
    >
      {PARTS.map((part) => (
        <button
          key={part}
          id={`phone-tab-${part}`}
          type="button"
          role="tab"
          class="phone-tab"
          aria-controls={`phone-${part}`}
          aria-selected={part === chosen}
          tabIndex={part === chosen ? 0 : -1}
          onClick={() => onChoose(part)}
        >
          {t.phone.parts[part]}
        </button>
      ))}
    </div>
  );
}

/** Shows a simulated phone with what the sandbox delivers to the number in the query string. */
export function PhonePage() {
  const { t } = useTexts();
  const number = numberIn(useLocation().query);
  const isNarrow = useMedia(NARROW);
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
              <h2 id="phone-details-title">{t.palette.kinds.message}</h2>
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
