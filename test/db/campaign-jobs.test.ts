import { expansionHandler } from "../../src/features/campaigns/expansion";
import type { ExpansionTask } from "../../src/features/campaigns/expansion-job";
import { findCampaign } from "../../src/features/campaigns/campaigns.store";
import { planRun } from "../../src/features/campaigns/plan";
import { leaseRuns, runJobs } from "../../src/queue/run";
import { startWorker } from "../../src/queue/worker";
import { HOUR, SECOND } from "../../src/platform/time";
import { Campaigns } from "../support/campaigns";
import { acceptAll, scriptedCarrier } from "../support/carrier";
import { databases } from "../support/databases";
import { expandAll, expandJob, expandOnce, stepwise } from "../support/expansion";
import { expectTrueCounts } from "../support/recount";
import { testService } from "../support/service";
import { until } from "../support/until";

describe.each(databases)("campaign jobs on %s", (database) => {
  const scripted = scriptedCarrier();
  const service = testService(database, {
    override: () => ({ carriers: new Map([["sandbox", scripted.carrier]]) }),
  });
  const campaigns = new Campaigns(service);
  const never = new AbortController().signal;

  const jobsOf = async (id: string, kind: "expansion" | "completion") =>
    (await service.db("jobs").where({ key: id, kind }).orderBy("id")) as {
      due_at: number;
      payload: string;
    }[];
  const rangesOf = async (id: string) =>
    (await jobsOf(id, "expansion")).map(
      ({ payload }) => JSON.parse(payload) as { step: string; after: string | null; upTo: string | null },
    );
  const contactsOf = async (id: string) =>
    (await campaigns.messages(id)).map(({ contact_id }) => contact_id).sort();
  const openRanges = async (id: string) =>
    (await service.db("campaigns").where({ id }).first("open_ranges", "expanded")) as {
      open_ranges: number;
      expanded: boolean | number;
    };

  beforeEach(() => {
    scripted.behaves(acceptAll);
    scripted.submitted.length = 0;
  });

  describe("expansion", () => {
    it("starts with one planning job, whatever the size of the list", async () => {
      const id = await campaigns.launched({ list: await campaigns.list(50) });
      expect(await rangesOf(id)).toEqual([{ launch: 1, step: "plan", after: null, upTo: null }]);
      await service.drain();
    });

    it("covers every contact once, and writes the first contacts before the rest is planned", async () => {
      const list = await campaigns.list();
      const contacts = (await campaigns.fill(list, 23)).sort();
      const id = await campaigns.launched({ list });
      const app = service.app;
      const handler = expansionHandler(app, { chunk: 5, first: 2, planned: 3, atOnce: 1 });
      const step = async () => {
        const key = { accountId: service.accountId, key: id };
        const [run] = await leaseRuns(app, { ...handler, weight: 1 }, [key]);
        await runJobs(app, { ...handler, weight: 1 }, run?.jobs ?? [], never);
      };
      await step();
      expect(await rangesOf(id)).toMatchObject([
        { step: "write", after: null, upTo: contacts[1] },
        { step: "plan", after: contacts[1] },
      ]);
      await step();
      expect(await contactsOf(id)).toEqual(contacts.slice(0, 2));
      await step();
      // The next planning job runs behind the first half of the planned ranges.
      expect(await rangesOf(id)).toMatchObject([
        { step: "write", after: contacts[1], upTo: contacts[6] },
        { step: "write", after: contacts[6], upTo: contacts[11] },
        { step: "plan", after: contacts[16] },
        { step: "write", after: contacts[11], upTo: contacts[16] },
      ]);
      expect(await openRanges(id)).toMatchObject({ open_ranges: 4 });
      for (let left = 0; left < 3; left += 1) await step();
      expect(await rangesOf(id)).toMatchObject([
        { step: "write", after: contacts[11], upTo: contacts[16] },
        { step: "write", after: contacts[16], upTo: contacts[21] },
        { step: "write", after: contacts[21], upTo: null },
      ]);
      for (let left = 0; left < 2; left += 1) await step();
      expect(Boolean((await openRanges(id)).expanded)).toBe(false);
      await step();
      expect(await openRanges(id)).toMatchObject({ open_ranges: 0 });
      expect(Boolean((await openRanges(id)).expanded)).toBe(true);
      expect(await contactsOf(id)).toEqual(contacts);
      await service.drain();
    });

    it("reports the expected total until every message exists", async () => {
      const list = await campaigns.list(7);
      const id = await campaigns.draft({ list });
      const seen = async () => {
        const { expected_total, progress } = await campaigns.read(id);
        return { expected: expected_total, total: progress.total };
      };
      expect(await seen()).toEqual({ expected: null, total: 0 });
      await campaigns.does("launch", id);
      expect(await seen()).toEqual({ expected: 7, total: 0 });
      await expandOnce(service.app, 3);
      expect(await seen()).toEqual({ expected: 7, total: 3 });
      const { data } = (await service.request.get(`/v3/campaigns?list_id=${list}`).expect(200)).body;
      expect(data).toMatchObject([{ id, expected_total: 7, progress: { total: 3 } }]);
      await expandAll(service.app);
      expect(await seen()).toEqual({ expected: null, total: 7 });
      await service.drain();
    });

    it("moves expired leases to another worker and ignores later writes of the first", async () => {
      const list = await campaigns.list();
      const contacts = await campaigns.fill(list, 9);
      const id = await campaigns.launched({ list });
      await expandOnce(service.app, 3);
      const crashed = stepwise(service.app, 3);
      const key = { accountId: service.accountId, key: id };
      const held = [
        ...(await leaseRuns(service.app, crashed, [key])),
        ...(await leaseRuns(service.app, crashed, [key])),
      ];
      const jobs = held.flatMap((run) => run.jobs);
      await expandAll(service.app);
      expect(Boolean((await openRanges(id)).expanded)).toBe(false);
      service.clock.advance(crashed.leaseMs + 1);
      await expandAll(service.app);
      const messages = await campaigns.messages(id);
      await runJobs(service.app, crashed, jobs, never);
      expect(await campaigns.messages(id)).toEqual(messages);
      expect(await contactsOf(id)).toEqual([...contacts].sort());
      expect(await openRanges(id)).toMatchObject({ open_ranges: 0 });
      await expectTrueCounts(service.app, service.accountId);
      await service.drain();
    });

    it("spreads the jobs of one campaign over several workers at once", async () => {
      const list = await campaigns.list();
      const contacts = await campaigns.fill(list, 300);
      const pace = { chunk: 10, first: 10, planned: 8, atOnce: 2 };
      const all = expansionHandler(service.app, pace);
      const taken = [0, 0];
      let [running, max] = [0, 0];
      const workers = taken.map((_, index) =>
        startWorker<ExpansionTask>(service.app, {
          ...all,
          weight: 10,
          async run(jobs, context) {
            taken[index] = (taken[index] ?? 0) + jobs.length;
            max = Math.max(max, (running += 1));
            await all.run(jobs, context).finally(() => (running -= 1));
          },
        }),
      );
      const id = await campaigns.launched({ list });
      await until("every message is there", 60, async () => Boolean((await openRanges(id)).expanded));
      await Promise.all(workers.map((worker) => worker.stop()));
      expect(Math.min(...taken)).toBeGreaterThan(3);
      expect(max).toBeGreaterThan(2);
      expect(await contactsOf(id)).toEqual([...contacts].sort());
      await expectTrueCounts(service.app, service.accountId);
      await service.drain();
    });

    it("leaves no jobs of runs that were stopped", async () => {
      const list = await campaigns.list(40);
      const id = await campaigns.launched({ list });
      for (let launch = 0; launch < 3; launch += 1) {
        for (let step = 0; step < 3; step += 1) await expandJob(service.app, 4);
        await campaigns.does("stop", id);
        await campaigns.does("launch", id);
      }
      await service.drain();
      expect(await rangesOf(id)).toEqual([]);
      expect((await campaigns.read(id)).progress).toMatchObject({ total: 40, sent: 40 });
    });

    it("skips contacts that have a message when the run is planned twice", async () => {
      const list = await campaigns.list();
      const contacts = (await campaigns.fill(list, 6)).sort();
      const id = await campaigns.launched({ list });
      await expandOnce(service.app, 6);
      // Plans the run again from the first contact, although messages exist.
      await service.db("jobs").where({ key: id }).del();
      await service.db("campaigns").where({ id }).update({ expanded: false });
      const campaign = await findCampaign(service.db, service.accountId, id);
      if (campaign === null) throw new Error("the campaign is gone");
      await planRun(service.app, service.db, campaign);
      await expandAll(service.app);
      service.clock.advance(SECOND);
      await expandAll(service.app);
      expect(Boolean((await openRanges(id)).expanded)).toBe(true);
      expect(await contactsOf(id)).toEqual(contacts);
      await service.drain();
    });
  });

  describe("completion", () => {
    const dueIn = async (id: string) =>
      (await jobsOf(id, "completion")).map(({ due_at }) => due_at - service.clock.now());

    it("waits longer each time without reports, and runs at once after a report", async () => {
      const id = await campaigns.launched({ list: await campaigns.list(2) });
      await service.drain();
      expect(await dueIn(id)).toEqual([30 * SECOND]);
      service.clock.advance(2 * HOUR);
      await service.drain();
      expect(await dueIn(id)).toEqual([720 * SECOND]);
      await scripted.report(scripted.submitted.slice(0, 1), "delivered");
      expect(await dueIn(id)).toEqual([0]);
      await service.drain();
      expect((await campaigns.read(id)).status).toBe("running");
      await scripted.report(scripted.submitted, "delivered");
      await service.drain();
      expect((await campaigns.read(id)).status).toBe("completed");
      expect(await dueIn(id)).toEqual([]);
    });

    it("is scheduled when the last message is created, also when every message is blocked", async () => {
      const list = await campaigns.list([{ phone: "+551133330001" }, { phone: "+551133330002" }]);
      const id = await campaigns.launched({ list });
      expect(await dueIn(id)).toEqual([]);
      await expandOnce(service.app, 1);
      expect(await dueIn(id)).toEqual([]);
      await expandAll(service.app);
      expect(await dueIn(id)).toEqual([0]);
      await service.drain();
      expect((await campaigns.read(id)).status).toBe("completed");
    });

    it("is not scheduled for a campaign that is stopped or not expanded", async () => {
      const id = await campaigns.launched({ list: await campaigns.list(2) });
      await expandOnce(service.app, 1);
      await campaigns.does("stop", id);
      await service.drain();
      await campaigns.does("launch", id);
      await service.drain();
      await campaigns.does("stop", id);
      await scripted.report(scripted.submitted, "delivered");
      expect(await dueIn(id)).toEqual([0]);
      await service.drain();
      expect(await dueIn(id)).toEqual([]);
      expect((await campaigns.read(id)).status).toBe("error");
    });
  });
});
