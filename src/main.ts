import { runService } from "./app/run";

void runService(process.env);
