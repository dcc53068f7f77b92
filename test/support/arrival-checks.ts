import type { Arrival } from "./arrivals";
import type { Message, RuleRun } from "./rule-run";

export function arrivalsById(arrivals: readonly Arrival[]): Map<string, Arrival[]> {
  const byId = new Map<string, Arrival[]>();
  for (const arrival of arrivals) byId.set(arrival.id, [...(byId.get(arrival.id) ?? []), arrival]);
  return byId;
}

/** Time until the end of a killed process is certain to be seen here, in milliseconds. */
const SEEN_AFTER = 200;

/** Returns the messages that arrived twice without a kill in between, or more than twice. */
export function doubled({ peer, kills }: Pick<RuleRun, "peer" | "kills">): Arrival[][] {
  const isUncertain = ([first, second, ...more]: readonly Arrival[]) =>
    first === undefined ||
    second === undefined ||
    (more.length === 0 && kills.some((at) => first.at <= at + SEEN_AFTER && at <= second.at));
  return [...arrivalsById(peer.arrivals).values()].filter((some) => !isUncertain(some));
}

/**
 * Returns the messages whose final status contradicts the carrier: sent messages that did not arrive, and
 * canceled or blocked messages that arrived.
 */
export function contradicted(
  messages: readonly Message[],
  { peer }: Pick<RuleRun, "peer">,
): Pick<Message, "id" | "status">[] {
  const arrived = arrivalsById(peer.arrivals);
  const isContradicted = ({ id, status }: Message) => {
    if (status === "sent") return !arrived.has(id);
    if (status === "canceled" || status === "blocked") return arrived.has(id);
    // A message of unknown outcome that is not submitted again has failed.
    return status !== "failed";
  };
  return messages.filter(isContradicted).map(({ id, status }) => ({ id, status }));
}

export function tally(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
