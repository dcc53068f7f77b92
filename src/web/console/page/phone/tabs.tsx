import { useTexts } from "../texts/language";
import { useMedia } from "../parts/use-media";

const PARTS = ["numbers", "phone", "details"] as const;
export type Part = (typeof PARTS)[number];

/** Media query for screens on which the page shows one of its parts at a time, as in `phone.css`. */
const NARROW = "(width < 48rem)";

export const useNarrow = (): boolean => useMedia(NARROW);

/** Returns the attributes of a part's element. On a narrow screen, the part is the panel of a tab. */
export const panelOf = (part: Part, chosen: Part, isNarrow: boolean, headingId: string) => ({
  id: `phone-${part}`,
  hidden: isNarrow && part !== chosen,
  role: isNarrow ? ("tabpanel" as const) : ("region" as const),
  "aria-labelledby": isNarrow ? `phone-tab-${part}` : headingId,
});

interface Props {
  chosen: Part;
  onChoose(part: Part): void;
}

/** Shows a narrow screen's tabs, one per part of the page. Arrow keys, `Home` and `End` change the tab. */
export function Tabs({ chosen, onChoose }: Props) {
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
