// A server without any work. Its response times are compared with the service's.
import { createServer } from "node:http";

createServer((_req, res) => res.end("ok")).listen(Number(process.env.PORT), "127.0.0.1", 4_096, () =>
  process.stdout.write("up\n"),
);
