import type { ComponentChildren } from "preact";

export function StepTitle({ number, children }: { number: number; children: ComponentChildren }) {
  return (
    <h2 class="mb-3 flex items-center gap-2">
      <span
        class="inline-grid size-6 place-items-center rounded-full bg-primary-soft text-xs font-semibold text-primary"
        aria-hidden="true"
      >
        {number}
      </span>
      {children}
    </h2>
  );
}
