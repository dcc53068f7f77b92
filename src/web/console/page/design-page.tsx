import { Inbox, Send, Trash2 } from "lucide";
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { DataTable } from "../../design/data-table";
import { Dialog } from "../../design/dialog";
import { Icon } from "../../design/icon";
import { Segments } from "../../design/segments";
import { SidePanel } from "../../design/side-panel";
import { Skeleton } from "../../design/skeleton";
import { useToast } from "../../design/toast";
import { Upload } from "../../design/upload";
import { Field } from "./parts/field";
import { Heading } from "./parts/heading";
import { OUTCOMES } from "./parts/outcomes";
import { useTexts } from "./texts/language";
import { Sparkline } from "./overview/sparkline";

const COLOURS = [
  "base-100",
  "base-200",
  "base-300",
  "base-content",
  "quiet",
  "primary",
  "primary-soft",
  "neutral",
  "info",
  "success",
  "warning",
  "error",
];

const ROWS = [
  { id: "1", name: "Ana Souza", outcome: "delivered", count: 1_204 },
  { id: "2", name: "Bruno Lima", outcome: "pending", count: 38 },
  { id: "3", name: "Carla Dias", outcome: "failed", count: 7 },
] as const;

type Overlay = "dialog" | "panel";

/** Shows samples of the design's components in the theme of the page. The menu does not link to this page. */
export function DesignPage() {
  const { t } = useTexts();
  const [open, setOpen] = useState<Overlay | null>(null);
  const words = t.design;
  return (
    <>
      <Heading name={words.title} />
      <Colours />
      <Type />
      <Buttons />
      <Fields />
      <States />
      <Rows onOpen={() => setOpen("panel")} />
      <Overlays onOpen={setOpen} />
      <Section title={words.waiting}>
        <Skeleton rows={3} />
      </Section>
      <Section title={words.line}>
        <Sparkline values={[3, 5, 4, 8, 6, 9, 12]} slots={7} />
      </Section>
      <Empty />
      {open === "dialog" && (
        <Dialog title={words.dialog} closeLabel={t.menu.close} onClose={() => setOpen(null)}>
          <p>{words.sample}</p>
        </Dialog>
      )}
      {open === "panel" && (
        <SidePanel label={words.panel} closeLabel={t.menu.close} onClose={() => setOpen(null)}>
          <h2>{words.panel}</h2>
          <p>{words.sample}</p>
        </SidePanel>
      )}
    </>
  );
}

function Colours() {
  const words = useTexts().t.design;
  return (
    <Section title={words.colours}>
      <ul class="grid grid-cols-2 gap-3 sm:grid-cols-4 lg:grid-cols-6">
        {COLOURS.map((name) => (
          <li key={name}>
            <svg
              class="h-10 w-full rounded-field border border-base-300"
              viewBox="0 0 10 4"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect width="10" height="4" fill={`var(--color-${name})`} />
            </svg>
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Type() {
  const words = useTexts().t.design;
  return (
    <Section title={words.type}>
      <p class="text-[1.375rem] font-semibold">{words.sample}</p>
      <p class="text-base font-semibold">{words.sample}</p>
      <p>{words.sample}</p>
      <p class="hint">{words.sample} 0123456789</p>
      <p>
        <a href="#content">{words.link}</a> · <code>{words.sample}</code>
      </p>
    </Section>
  );
}

function Buttons() {
  const words = useTexts().t.design;
  const [segment, setSegment] = useState<string>("7");
  return (
    <Section title={words.buttons}>
      <div class="choices mt-0 mb-4">
        <button type="button" class="btn btn-primary">
          <Icon of={Send} />
          btn-primary
        </button>
        <button type="button" class="btn">
          btn
        </button>
        <button type="button" class="btn btn-ghost">
          btn-ghost
        </button>
        <button type="button" class="btn btn-error">
          <Icon of={Trash2} />
          btn-error
        </button>
        <button type="button" class="btn" disabled>
          disabled
        </button>
        <button type="button" class="btn btn-sm">
          btn-sm
        </button>
      </div>
      <Segments
        label={words.segments}
        value={segment}
        options={["1", "7", "30"].map((value): [string, string] => [value, value])}
        onChange={(value) => setSegment(value)}
      />
    </Section>
  );
}

function Fields() {
  const words = useTexts().t.design;
  return (
    <Section title={words.fields}>
      <div class="grid gap-x-4 sm:grid-cols-2">
        <Field label={words.text}>
          <input type="text" placeholder={words.sample} />
        </Field>
        <Field label={words.choice}>
          <select>
            <option>{words.sample}</option>
          </select>
        </Field>
      </div>
      <Field label={words.longText}>
        <textarea rows={2} />
      </Field>
      <div class="options">
        <label>
          <input type="checkbox" checked /> {words.box}
        </label>
        <label>
          <input type="radio" name="design" checked /> {words.radio}
        </label>
        <label>
          <input type="checkbox" class="toggle" checked /> {words.toggle}
        </label>
      </div>
      <div class="mt-4">
        <Upload label={words.upload} accept=".csv" onFile={() => undefined} />
      </div>
    </Section>
  );
}

function States() {
  const { t } = useTexts();
  return (
    <Section title={t.design.states}>
      <ul class="flex flex-wrap gap-x-5 gap-y-2">
        {OUTCOMES.map((outcome) => (
          <li key={outcome}>
            <span class={`status status-${outcome}`}>{t.status[outcome]}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Rows({ onOpen }: { onOpen(): void }) {
  const { t, format } = useTexts();
  const [sort, setSort] = useState("name");
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const words = t.design;
  return (
    <Section title={words.table}>
      <DataTable
        label={words.table}
        rows={ROWS}
        idOf={({ id }) => id}
        onOpen={onOpen}
        sorting={{ value: sort, onSort: setSort }}
        selection={{ ids, onChange: setIds, all: words.all, one: (id) => `${words.one} ${id}` }}
        columns={[
          {
            name: words.text,
            isTitle: true,
            sort: "name",
            cell: ({ name }) => <a href="#content">{name}</a>,
          },
          {
            name: words.states,
            cell: ({ outcome }) => <span class={`status status-${outcome}`}>{t.status[outcome]}</span>,
          },
          { name: t.menu.messages, isNumber: true, cell: ({ count }) => format.number(count) },
        ]}
      />
    </Section>
  );
}

function Overlays({ onOpen }: { onOpen(overlay: Overlay): void }) {
  const words = useTexts().t.design;
  const toast = useToast();
  return (
    <Section title={words.overlays}>
      <div class="choices mt-0 mb-4">
        <button type="button" class="btn" onClick={() => onOpen("dialog")}>
          {words.dialog}
        </button>
        <button type="button" class="btn" onClick={() => onOpen("panel")}>
          {words.panel}
        </button>
        <button
          type="button"
          class="btn"
          onClick={() => toast({ text: words.sample, action: { label: words.undo, run: () => undefined } })}
        >
          {words.toast}
        </button>
      </div>
    </Section>
  );
}

function Empty() {
  const words = useTexts().t.design;
  return (
    <div class="card empty">
      <div class="flex justify-center">
        <Icon of={Inbox} size={24} />
      </div>
      <p>{words.empty}</p>
      <div class="choices">
        <button type="button" class="btn">
          {words.next}
        </button>
      </div>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
