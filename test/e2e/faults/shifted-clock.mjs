// Loaded before a service. SIGUSR2 moves the wall clock an hour ahead, and the next one moves it back.
// RECADO_TEST_CLOCK=ahead starts an hour ahead, RECADO_TEST_CLOCK=behind an hour behind.
const HOUR_MS = 3_600_000;
const TrueDate = Date;
let shiftMs = { ahead: HOUR_MS, behind: -HOUR_MS }[process.env.RECADO_TEST_CLOCK] ?? 0;

process.on("SIGUSR2", () => {
  shiftMs = shiftMs > 0 ? 0 : HOUR_MS;
});
globalThis.Date = class extends TrueDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Date.now()] : parts));
  }

  static now() {
    return TrueDate.now() + shiftMs;
  }
};
