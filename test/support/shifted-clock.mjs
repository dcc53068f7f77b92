// Loaded before a service. SIGUSR2 moves the wall clock an hour ahead, and the next one moves it back.
// RECADO_TEST_CLOCK=ahead starts an hour ahead.
const HOUR_MS = 3_600_000;
const TrueDate = Date;
let ahead = process.env.RECADO_TEST_CLOCK === "ahead";

process.on("SIGUSR2", () => {
  ahead = !ahead;
});
globalThis.Date = class extends TrueDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Date.now()] : parts));
  }

  static now() {
    return TrueDate.now() + (ahead ? HOUR_MS : 0);
  }
};
