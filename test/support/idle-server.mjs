// A server without other work, for comparison.
import { createServer } from "node:http";

createServer((_req, res) => res.end("ok")).listen(Number(process.env.PORT), "127.0.0.1", 4_096, () =>
  process.stdout.write("up\n"),
);
