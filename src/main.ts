import { runService } from "./run";

void runService(process.env);
