import { testRepeatedChecks } from "./repeated";

testRepeatedChecks("PostgreSQL");
