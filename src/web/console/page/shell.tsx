import { BookOpen, ChevronsUpDown, Inbox, Keyboard, LogOut, Menu as MenuIcon, Search, X } from "lucide";
import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon, IconButton } from "../../design/icon";
import { Toasts } from "../../design/toast";
import { type Area, areaOf, AREAS, type Group } from "./areas";
import { useTexts } from "./texts/language";
import { Logo } from "./parts/standalone-page";
import { ActionButton, Failure } from "./parts/state";
import { LanguageChoice } from "./parts/language-choice";
import { ThemeChoice } from "./parts/theme";
import { setTitle, setTitleCount } from "./parts/title";
import { useUnreadCount } from "./service/inbox";
import { Palette } from "./palette/palette";
import { modifier, ShortcutHelp, useShortcuts } from "./palette/shortcuts";
import { type Mutation, useAccount, useMutation } from "./service/hooks";
import { usePageFocus } from "./parts/use-page-focus";
import { onLoading } from "./service/loading";

const GROUPS: readonly (Group | null)[] = [null, "send", "people", "content", "conversations", "settings"];

/** Largest unread count that the bar of narrow pages shows. A larger count is shown as `99+`. */
const MAX_SHOWN = 99;

interface Props {
  signOut(): Promise<void>;
  onSignedOut(): void;
  children: ComponentChildren;
}

export function Shell({ signOut, onSignedOut, children }: Props) {
  const { t } = useTexts();
  const { path } = useLocation();
  const here = areaOf(path);
  const leave = useMutation(signOut, onSignedOut);
  const unread = useUnreadCount();
  const drawer = useDrawer(path);
  useTitle(here, path, unread);
  usePageFocus(path);
  const [over, setOver] = useState<"palette" | "help" | null>(null);
  const show = (what: "palette" | "help") => {
    drawer.close();
    setOver(what);
  };
  const search = () => show("palette");
  useShortcuts({ places: AREAS, onPalette: search, onHelp: () => show("help") });
  const side = (
    <>
      <SearchButton onClick={search} />
      <Menu here={here} unread={unread} />
      <AccountMenu leave={leave} onHelp={() => show("help")} />
    </>
  );
  return (
    <Toasts closeLabel={t.menu.close}>
      <div class="shell">
        <a class="skip" href="#content">
          {t.menu.skip}
        </a>
        <LoadingLine />
        <aside class="sidebar">
          <Brand />
          {side}
        </aside>
        <TopBar unread={unread} onMenu={drawer.open} onSearch={search} />
        <dialog
          ref={drawer.element}
          class="drawer"
          aria-label={t.menu.label}
          onClose={drawer.onClose}
          onClick={({ target, currentTarget }) => target === currentTarget && drawer.close()}
        >
          <div class="sidebar">
            <div class="flex items-center justify-between">
              <Brand />
              <IconButton icon={X} label={t.menu.close} iconSize={20} onClick={drawer.close} />
            </div>
            {drawer.isOpen && side}
          </div>
        </dialog>
        {over === "palette" && <Palette places={AREAS} onClose={() => setOver(null)} />}
        {over === "help" && <ShortcutHelp places={AREAS} onClose={() => setOver(null)} />}
        <main id="content" tabIndex={-1}>
          {children}
        </main>
      </div>
    </Toasts>
  );
}

/** Returns the state of the dialog that shows the menu on narrow pages. It closes when the path changes. */
function useDrawer(path: string) {
  const element = useRef<HTMLDialogElement>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (isOpen) element.current?.showModal();
  }, [isOpen]);
  const close = () => element.current?.close();
  useEffect(close, [path]);
  return { element, isOpen, open: () => setOpen(true), close, onClose: () => setOpen(false) };
}

/** Sets the tab's title to the name of the page's area, after the number of unread conversations. */
function useTitle(here: Area | undefined, path: string, unread: number): void {
  const { t } = useTexts();
  useLayoutEffect(() => {
    setTitle(here === undefined ? t.product : `${here.name(t)} · ${t.product}`);
  }, [here, path, t]);
  useLayoutEffect(() => setTitleCount(unread), [unread]);
  useEffect(() => () => setTitleCount(0), []);
}

function SearchButton({ onClick }: { onClick(): void }) {
  const { t } = useTexts();
  return (
    <button
      type="button"
      class="search-button flex h-9 cursor-pointer items-center gap-2.5 rounded-field border border-base-300 bg-base-200 px-2 text-quiet hover:border-base-content/25"
      onClick={onClick}
    >
      <Icon of={Search} />
      {t.palette.open}
      <span class="ml-auto flex gap-1" aria-hidden="true">
        <kbd class="kbd kbd-sm">{modifier()}</kbd>
        <kbd class="kbd kbd-sm">K</kbd>
      </span>
    </button>
  );
}

interface TopBarProps {
  unread: number;
  onMenu(): void;
  onSearch(): void;
}

/** Shows the bar at the top of a narrow page, with buttons for the menu and the search. */
function TopBar({ unread, onMenu, onSearch }: TopBarProps) {
  const { t, format } = useTexts();
  return (
    <header class="topbar">
      <IconButton icon={MenuIcon} label={t.menu.open} iconSize={20} onClick={onMenu} />
      <Brand />
      {unread > 0 && (
        <a
          class="inbox-link btn btn-ghost btn-square"
          href="/console/replies"
          aria-label={t.menu.unread(format.number(unread))}
        >
          <Icon of={Inbox} size={20} />
          <span class="count" aria-hidden="true">
            {unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
          </span>
        </a>
      )}
      <IconButton icon={Search} label={t.palette.open} iconSize={20} onClick={onSearch} />
    </header>
  );
}

function Brand() {
  const { t } = useTexts();
  return (
    <a class="brand" href="/console">
      <Logo size={24} />
      {t.product}
    </a>
  );
}

function Menu({ here, unread }: { here: Area | undefined; unread: number }) {
  const { t, format } = useTexts();
  const { key } = useAccount();
  const offered = AREAS.filter(({ scope }) => scope === null || key.scopes.includes(scope));
  const entry = (area: Area) => (
    <a
      key={area.href}
      href={area.href}
      aria-current={area === here ? "page" : undefined}
      title={area.countsUnread && unread > 0 ? t.menu.unread(format.number(unread)) : undefined}
    >
      <Icon of={area.icon} />
      {area.name(t)}
      {area.countsUnread && unread > 0 && (
        <span class="badge badge-sm badge-primary ml-auto" aria-hidden="true">
          {format.number(unread)}
        </span>
      )}
    </a>
  );
  return (
    <nav aria-label={t.menu.label} class="menu-groups">
      {GROUPS.map((group) => {
        const areas = offered.filter((area) => area.group === group);
        return areas.length === 0 ? null : (
          <div key={group}>
            {group !== null && <h2>{t.menu.groups[group]}</h2>}
            {areas.map(entry)}
          </div>
        );
      })}
      <div>
        <h2>{t.menu.elsewhere}</h2>
        {offered.filter(({ group }) => group === "elsewhere").map(entry)}
        <a href={t.menu.docsHref}>
          <Icon of={BookOpen} />
          {t.menu.docs}
        </a>
      </div>
    </nav>
  );
}

interface AccountMenuProps {
  leave: Mutation<[]>;
  onHelp(): void;
}

function AccountMenu({ leave, onHelp }: AccountMenuProps) {
  const { t } = useTexts();
  const { account, key } = useAccount();
  return (
    <details class="account-menu">
      <summary>
        <span class="grid grow">
          <strong>{account.name}</strong>
          <span class="hint">{t.menu.withKey(key.name || key.prefix)}</span>
        </span>
        <Icon of={ChevronsUpDown} />
      </summary>
      <div class="grid gap-2 pt-3">
        <LanguageChoice />
        <ThemeChoice />
        <button type="button" class="btn" onClick={onHelp}>
          <Icon of={Keyboard} />
          {t.palette.shortcuts}
        </button>
        <ActionButton type="button" class="btn" isBusy={leave.busy} onClick={() => void leave.run()}>
          <Icon of={LogOut} />
          {t.menu.signOut}
        </ActionButton>
        <Failure of={leave.failure} />
      </div>
    </details>
  );
}

/** Shows a line at the top edge of the window while a query or a script is loading. */
function LoadingLine() {
  const [isLoading, setLoading] = useState(false);
  useEffect(() => onLoading(setLoading), []);
  return <div class="loading-line" data-loading={isLoading || undefined} />;
}
