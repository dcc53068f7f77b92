import type { Webhook } from "../../../../client";
import { useTexts, wordFor } from "../texts/language";
import { deliveredShare, type EndpointState, endpointState, isLow } from "./endpoint-state";
import type { Tone } from "./campaign-outcome";
import { type Localization, postReason } from "./reasons";

const TONES: Readonly<Record<EndpointState, Tone>> = {
  healthy: "good",
  failing: "bad",
  unused: "calm",
  restarted: "calm",
  off: "calm",
  disabled: "bad",
};

interface Props {
  of: Webhook;
  /**
   * Whether to omit the period, and the success rate of an endpoint that is not failing, for a page that
   * shows them nearby.
   */
  isBrief?: boolean;
}

/** Shows an endpoint's state and its success rate over 24 hours, and why it is failing or disabled. */
export function EndpointHealth({ of: webhook, isBrief = false }: Props) {
  const localization = useTexts();
  const { t, format } = localization;
  const words = t.settings.webhooks.health;
  const { health, disabled_reason: reason } = webhook;
  const state = endpointState(webhook);
  const since = health.failing_since ?? new Date().toISOString();
  const span = format.shortSpan(Math.max(0, (Date.now() - Date.parse(since)) / 1_000));
  const all = health.delivered + health.failed;
  const share = deliveredShare(health);
  const rate = words.delivered(format.number(health.delivered), format.number(all));
  const facts = [
    ...(state === "failing" ? [words.failing(span)] : [words.states[state]]),
    ...(state === "failing" && share !== null ? [rate] : []),
    ...(state === "failing" ? [lastResponse(webhook, localization)] : []),
  ];
  return (
    <>
      <span class={`status wraps tone-${TONES[state]}`}>
        {facts.filter((fact) => fact !== null).join(", ")}
      </span>
      {reason !== null && <div class="hint pl-[0.9rem]">{wordFor(t.settings.webhooks.reasons, reason)}</div>}
      {state !== "failing" && share !== null && !isBrief && (
        <div class={isLow(share) ? "warning pl-[0.9rem]" : "hint pl-[0.9rem]"}>
          {words.rate(format.share(share), format.number(health.delivered), format.number(all))}
        </div>
      )}
      {state === "failing" && !isBrief && <div class="hint pl-[0.9rem]">{words.window}</div>}
    </>
  );
}

function lastResponse(
  { health: { last_attempt: last } }: Webhook,
  localization: Localization,
): string | null {
  if (last === null) return null;
  const words = localization.t.settings.webhooks.health;
  return last.response_status === null
    ? words.lastError(postReason(last.error ?? "", localization))
    : words.lastStatus(String(last.response_status));
}
