import { countTransitions } from "../../src/features/dispatch/dispatch-metrics";
import type { Transition } from "../../src/features/messages/transitions";
import { idMaker } from "../../src/platform/ids";
import { createMetrics } from "../../src/platform/metrics";
import { HOUR, SECOND } from "../../src/platform/time";
import { noon, testClock } from "../support/clock";

const ids = idMaker(testClock());

const sent = (message: { notBefore: number | null }, at: number): Transition =>
  ({
    message: { id: ids.next(noon), channel: "sms", ...message },
    previous: "pending",
    status: "sent",
    at,
  }) as Transition;

describe("countTransitions", () => {
  it.each([
    ["its acceptance", { notBefore: null }, noon + 3 * SECOND],
    ["its scheduled time if that is later", { notBefore: noon + HOUR }, noon + HOUR + 3 * SECOND],
    ["its acceptance if its scheduled time is earlier", { notBefore: noon - HOUR }, noon + 3 * SECOND],
  ])("observes the latency of a message from %s", async (_, message, at) => {
    const metrics = createMetrics();
    countTransitions({ metrics }, [sent(message, at)]);
    const { values } = await metrics.messageLatency.get();
    const sum = values.find(({ metricName }) => metricName?.endsWith("_sum"));
    expect(sum).toMatchObject({ labels: { stage: "submitted" }, value: 3 });
  });
});
