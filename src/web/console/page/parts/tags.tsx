import { useState } from "preact/hooks";
import { limits } from "../../../../../generated/server/values";
import { useTexts } from "../texts/language";
import { CHIP, RemovableChip } from "./chip";
import { addressOf } from "./pages";

const MAX_TAGS = limits.TagChoice.maxItems;
export const MAX_TAG_LENGTH = limits.Tag.maxLength;
/** Pattern of a tag for an `input`. Browsers require the backslash, which the contract's pattern lacks. */
export const TAG_PATTERN = "[A-Za-z0-9_.:\\-]+";

interface Props {
  tags: readonly string[];
  onChange(tags: string[]): void;
  /** Id of the input, set by the enclosing `Field`. */
  id?: string;
}

/** Edits tags. A comma, a space, the Enter key or leaving the input adds the typed tag. */
export function TagsInput({ tags, onChange, ...input }: Props) {
  const { t } = useTexts();
  const [text, setText] = useState("");
  const add = (typed: string, element: HTMLInputElement) => {
    if (typed !== "" && !element.checkValidity()) return element.reportValidity();
    if (typed !== "" && !tags.includes(typed)) onChange([...tags, typed]);
    setText("");
    return true;
  };
  return (
    <div class="flex flex-wrap items-center gap-1">
      {tags.map((tag) => (
        <RemovableChip
          key={tag}
          removeLabel={t.tags.remove(tag)}
          onRemove={() => onChange(tags.filter((one) => one !== tag))}
        >
          {tag}
        </RemovableChip>
      ))}
      <input
        {...input}
        class="min-w-24 grow"
        value={text}
        pattern={TAG_PATTERN}
        maxLength={MAX_TAG_LENGTH}
        title={t.tags.rule}
        autocomplete="off"
        disabled={tags.length >= MAX_TAGS}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onBlur={({ currentTarget }) => add(text, currentTarget)}
        onKeyDown={(event) => {
          if (!["Enter", ",", " "].includes(event.key) || event.isComposing) return;
          if (event.key === "Enter" && text === "") return;
          event.preventDefault();
          add(text, event.currentTarget);
        }}
      />
    </div>
  );
}

/** Shows tags as links to the messages with the tag; nothing without tags. */
export function TagLinks({ tags }: { tags: readonly string[] }) {
  if (tags.length === 0) return null;
  return (
    <span class="inline-flex flex-wrap gap-1">
      {tags.map((tag) => (
        <a key={tag} class={CHIP} href={addressOf("/console/messages", { tag })}>
          {tag}
        </a>
      ))}
    </span>
  );
}
