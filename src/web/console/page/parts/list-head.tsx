import { type IconNode, Plus } from "lucide";
import type { ComponentChildren } from "preact";
import { Icon } from "../../../design/icon";
import { Heading } from "./heading";

interface Props {
  title: string;
  /** Sentence below the title. */
  intro?: string;
  /** Primary action of the list; null if the key may not perform it. */
  action: { label: string; icon?: IconNode; to: string | (() => void) } | null;
  /** Secondary actions. A phone shows them below the title. */
  children?: ComponentChildren;
}

/** Shows the head of a list: the title, with the primary action at its right. */
export function ListHead({ title, intro, action, children }: Props) {
  return (
    <div class="list-head">
      <Heading name={title} />
      {children && <div class="choices">{children}</div>}
      {action !== null && <Primary {...action} />}
      {intro !== undefined && <p class="hint">{intro}</p>}
    </div>
  );
}

function Primary({ label, icon = Plus, to }: NonNullable<Props["action"]>) {
  const content = (
    <>
      <Icon of={icon} />
      {label}
    </>
  );
  return typeof to === "string" ? (
    <a class="btn btn-primary" href={to}>
      {content}
    </a>
  ) : (
    <button type="button" class="btn btn-primary" onClick={to}>
      {content}
    </button>
  );
}
