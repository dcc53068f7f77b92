// Starts the service like src/main.ts, but with two other carriers. One replaces the sandbox and responds
// after a delay. The other never responds.
import { compose } from "../../../src/app/compose";
import { runService } from "../../../src/app/run";
import { type CarrierPace, delayedCarrier, HANGING, hangingCarrier, PACE_SETTING, PROMPT } from "./carriers";

const { [PACE_SETTING]: given, ...env } = process.env;
if (!given) throw new Error(`${PACE_SETTING} must contain the carriers' pace`);
const pace = JSON.parse(given) as CarrierPace;

const hanging = hangingCarrier(HANGING, pace);
process.once("SIGTERM", () => hanging.release());

void runService(env, async (options) => {
  const app = await compose(options);
  const onError = (error: unknown) => app.log.error({ err: error }, "failed to store reports");
  app.connections.use([delayedCarrier(PROMPT, { pace, clock: app.clock, onError }), hanging]);
  return app;
});
