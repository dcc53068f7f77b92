// Starts the service like src/main.ts, with a journal of all submissions to carriers. Prints `up` once it is
// ready.
import { compose } from "../../src/app/compose";
import { runService } from "../../src/app/run";
import { journaled } from "./journal";

const { RECADO_TEST_JOURNAL: file, ...env } = process.env;
if (!file) throw new Error("RECADO_TEST_JOURNAL must name a file");

void runService(env, async (options) => {
  const app = await compose(options);
  app.connections.use([...app.carriers.values()].map((carrier) => journaled(carrier, file)));
  return app;
}).then(() => process.stdout.write("up\n"));
