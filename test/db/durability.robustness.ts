import { cutPowerWhileSending } from "../support/power-cut";

it("keeps every acknowledged send whole after a power cut at any of 1,000 moments", async () => {
  const { moments, acknowledged, unflushed, faults } = await cutPowerWhileSending(1_000);
  expect(faults).toEqual([]);
  expect(moments).toBe(1_000);
  expect(acknowledged).toBeGreaterThan(500);
  expect(unflushed).toBeGreaterThan(100);
}, 900_000);
