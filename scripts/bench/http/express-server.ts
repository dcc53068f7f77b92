// The floor of `http`: Express with its JSON parser and nothing else, and the same answer.
import express from "express";
import { perform } from "../processes";
import { BODY_LIMIT, constantAnswer, serverTasks } from "./answers";

perform(
  serverTasks(async (recipients) => {
    const answer = constantAnswer(recipients);
    const app = express();
    // As the service has them: each would make the floor dearer.
    app.disable("x-powered-by");
    app.disable("etag");
    app.set("query parser", "simple");
    app.use(express.json({ limit: BODY_LIMIT }));
    app.post("/v3/messages", (_req, res) => void res.status(202).json(answer));
    return app;
  }),
);
