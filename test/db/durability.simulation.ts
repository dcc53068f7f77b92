import { cutPowerWhileSending } from "../support/power-cut";

/** Number of simulated power cuts. */
const MOMENTS = Number(process.env.RECADO_TEST_POWER_CUTS ?? 250);

it("keeps every acknowledged send whole after a power cut at any moment", async () => {
  const { moments, acknowledged, unflushed, faults } = await cutPowerWhileSending(MOMENTS);
  expect(faults).toEqual([]);
  expect(moments).toBeGreaterThanOrEqual(MOMENTS);
  expect(acknowledged).toBeGreaterThan(MOMENTS / 2);
  expect(unflushed).toBeGreaterThan(MOMENTS / 10);
}, 900_000);
