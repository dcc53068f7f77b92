// A server that has nothing to do, to compare with.
import { createServer } from "node:http";

createServer((_req, res) => res.end("ok")).listen(Number(process.env.PORT), "127.0.0.1", 4_096, () =>
  process.stdout.write("up\n"),
);
