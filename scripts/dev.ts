// Runs the service from its sources, for `npm run dev` and debuggers. Bundles the console's page at each
// start.
import { compose } from "../src/app/compose";
import { runService } from "../src/app/run";
import { bundleConsole } from "./console-bundle";

void runService(process.env, async (options) => ({
  ...(await compose(options)),
  consolePage: await bundleConsole(),
}));
