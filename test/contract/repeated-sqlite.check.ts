import { testRepeatedChecks } from "./repeated";

testRepeatedChecks("SQLite");
