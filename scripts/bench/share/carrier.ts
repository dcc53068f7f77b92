/** How long the carrier takes for each request, in milliseconds, and how many requests it takes at once. */
export const ANSWER_MS = 250;
export const WINDOW = 64;
