// Runs the service from its sources, for `npm run dev` and debuggers. Each start bundles the console's page.
import { compose } from "../src/app/compose";
import { runService } from "../src/app/run";
import { bundleConsole } from "./console-bundle";

void runService(process.env, async (options) => ({
  ...(await compose(options)),
  consolePage: await bundleConsole(),
}));
