import type { PeriodicJob } from "../../queue/periodic";
import { SECOND } from "../../platform/time";
import { deliveryReports, type ReportParts } from "./delivery-reports";

/** Goes by the delivery reports that wait for a process which died before it looked at them. */
export const dispatchPeriodicJobs = (app: ReportParts): PeriodicJob[] => [
  { name: "early delivery reports", everyMs: 10 * SECOND, run: () => deliveryReports(app).storeLeft() },
];
