import { Plus, X } from "lucide";
import { useEffect, useState } from "preact/hooks";
import { useToast } from "../../../design/toast";
import type { Filtering } from "../parts/filters";
import { useAccount } from "../service/hooks";
import { useTexts } from "../texts/language";
import type { FILTERS } from "./filters";
import {
  BUILT_IN,
  keyOf,
  loadViews,
  MAX_NAME_LENGTH,
  MAX_VIEWS,
  queryOf,
  saveViews,
  type View,
  withoutView,
  withView,
} from "./views";
import { handleSubmit, InputField } from "../parts/form";
import { DialogButton } from "../parts/dialog-buttons";
import { IconButton } from "../../../design/icon";

/**
 * Shows the built-in and the saved views of the list as tabs, and a button that saves the current filters.
 */
export function ViewsBar({ of }: { of: Filtering<(typeof FILTERS)[number]> }) {
  const { t } = useTexts();
  const { account } = useAccount();
  const toast = useToast();
  const [views, setViews] = useState<readonly View[]>(() => loadViews(account.id));
  /**
   * Applies a change to the stored views instead of the shown views, because another tab may have changed the
   * stored views.
   */
  const change = (to: (before: readonly View[]) => View[]) => {
    const next = to(loadViews(account.id));
    setViews(next);
    saveViews(account.id, next);
  };
  useEffect(() => {
    const update = ({ key }: StorageEvent) => {
      // The key is null if the whole storage was cleared.
      if (key === null || key === keyOf(account.id)) setViews(loadViews(account.id));
    };
    addEventListener("storage", update);
    return () => removeEventListener("storage", update);
  }, [account.id]);
  const remove = (view: View) => {
    const position = views.indexOf(view);
    change((before) => withoutView(before, view));
    toast({
      text: t.messages.views.removed(view.name),
      action: { label: t.state.undo, run: () => change((before) => withView(before, view, position)) },
    });
  };
  const here = queryOf(of.filters);
  const builtIn = Object.entries(BUILT_IN).map(([name, query]) => ({
    name: t.messages.views[name as keyof typeof BUILT_IN],
    query,
  }));
  const isKnown = [...builtIn, ...views].some(({ query }) => query === here);
  return (
    <nav
      class="mb-3 flex flex-wrap items-center gap-x-1 border-b border-base-300"
      aria-label={t.messages.views.label}
    >
      {builtIn.map((view) => (
        <Tab key={view.query} view={view} here={here} home={of.home} />
      ))}
      {views.map((view) => (
        <span key={view.query} class="inline-flex items-center">
          <Tab view={view} here={here} home={of.home} />
          {view.query === here && (
            <IconButton
              icon={X}
              label={t.messages.views.remove(view.name)}
              size="xs"
              iconSize={13}
              onClick={() => remove(view)}
            />
          )}
        </span>
      ))}
      {!isKnown && views.length < MAX_VIEWS && (
        <SaveView onSave={(name) => change((before) => withView(before, { name, query: here }))} />
      )}
    </nav>
  );
}

function Tab({ view: { name, query }, here, home }: { view: View; here: string; home: string }) {
  return (
    <a
      class="-mb-px border-b-2 border-transparent px-2.5 py-2 font-medium text-quiet hover:text-base-content aria-[current]:border-primary aria-[current]:text-base-content"
      href={query === "" ? home : `${home}?${query}`}
      aria-current={query === here ? "page" : undefined}
    >
      {name}
    </a>
  );
}

function SaveView({ onSave }: { onSave(name: string): void }) {
  const { t } = useTexts();
  const words = t.messages.views;
  const [isOpen, setOpen] = useState(false);
  const [name, setName] = useState("");
  return (
    <DialogButton
      label={words.save}
      class="btn btn-ghost btn-sm"
      icon={Plus}
      iconSize={14}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      <form onSubmit={handleSubmit(() => onSave(name.trim()))}>
        <InputField
          label={t.common.name}
          hint={words.hint}
          value={name}
          onValue={setName}
          required
          pattern={".*\\S.*"}
          maxLength={MAX_NAME_LENGTH}
        />
        <div class="choices">
          <button type="button" class="btn" onClick={() => setOpen(false)}>
            {t.state.cancel}
          </button>
          <button type="submit" class="btn btn-primary">
            {t.common.save}
          </button>
        </div>
      </form>
    </DialogButton>
  );
}
