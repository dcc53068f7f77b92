export const INPUT_EVENTS = ["pointerdown", "keydown", "wheel", "focus", "drop"] as const;

/** Time without input after which the user counts as away, in milliseconds; longer than a poll's pause. */
const AWAY_AFTER = 5 * 60_000;

/** Time of the last input, in milliseconds since the page was opened. */
let last = 0;
const onInput = () => void (last = performance.now());

export function watchUserInput(): void {
  for (const name of INPUT_EVENTS) addEventListener(name, onInput, { passive: true, capture: true });
}

export const isUserAway = (): boolean => performance.now() - last > AWAY_AFTER;
