// Loaded before a service: its wall clock moves by an hour at SIGUSR2, and back at the next one. Starts an hour
// ahead with RECADO_TEST_CLOCK=ahead.
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
