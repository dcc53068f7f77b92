import type { OperationId } from "../../generated/server/binding";
import { FormerStates } from "../../scripts/contract-check/former-states";
import { operationOfId } from "../../scripts/contract-check/contract";
import { permanentParams, restoringRequest } from "../../scripts/contract-check/invariants/permanent";

const params = { purpose: "otp" };
const OPEN = {
  purpose: "otp",
  windows: [],
  time_zone: "recipient",
  holidays: null,
  closed_dates: [],
  max_per_recipient: null,
  min_interval_seconds: 60,
  require_consent: false,
  outside: "wait",
};
const { purpose: _purpose, ...FIELDS } = OPEN;
const SET = { ...OPEN, updated_at: "2026-11-22T12:00:00Z" };
const UNSET = { ...OPEN, min_interval_seconds: null, updated_at: null };

describe("the request that restores a setting of the account", () => {
  it("writes the fields of a rule, and deletes a rule that the account did not have", () => {
    expect(restoringRequest("getSendingRule", params, SET)).toEqual({
      operation: "updateSendingRule",
      request: { params, body: FIELDS },
    });
    expect(restoringRequest("getSendingRule", params, UNSET)).toEqual({
      operation: "deleteSendingRule",
      request: { params },
    });
  });

  it("has each of the values of a parameter in the path, unless the path has an id", () => {
    expect([0, 1, 2, 3].map((pick) => permanentParams("getSendingRule", pick)?.purpose)).toEqual([
      ...["otp", "transactional", "marketing", "otp"],
    ]);
    expect(permanentParams("getOptOutWords", 0)).toEqual({});
    expect(permanentParams("getTemplate", 0)).toBeNull();
  });
});

describe("the record of settings that a run changes", () => {
  const record = (
    states: FormerStates,
    operation: OperationId,
    { body, status = 200, sent }: { body?: unknown; status?: number | null; sent?: unknown },
  ) =>
    states.record(
      { operation, request: { params, body: sent }, key: "", purpose: "", expected: null },
      {
        operation: operationOfId(operation),
        purpose: "",
        expected: null,
        tookMs: 1,
        faults: [],
        request: { method: "", url: "", headers: {}, body: "" },
        body,
        response: status === null ? null : { status, headers: {}, body: "" },
      },
    );

  it("restores the state before the first change", () => {
    const states = new FormerStates();
    record(states, "getSendingRule", { body: SET });
    record(states, "updateSendingRule", { body: UNSET, sent: { outside: "block" } });
    record(states, "getSendingRule", { body: UNSET });
    record(states, "deleteSendingRule", { status: 204 });
    const restoring = [{ operation: "updateSendingRule", request: { params, body: FIELDS } }];
    expect(states.restoring()).toEqual(restoring);
    record(states, "updateSendingRule", { status: 503, sent: FIELDS });
    expect(states.restoring()).toEqual(restoring);
  });

  it.each([null, 503])(
    "restores a setting after a change with the status %s (null: no response)",
    (status) => {
      const states = new FormerStates();
      record(states, "getSendingRule", { body: SET });
      record(states, "updateSendingRule", { status, sent: { outside: "block" } });
      record(states, "getSendingRule", { status });
      expect(states.restoring()).toEqual([
        { operation: "updateSendingRule", request: { params, body: FIELDS } },
      ]);
    },
  );

  it("restores a setting once during the run, and again at its end or after another change", () => {
    const states = new FormerStates();
    const change = () => record(states, "updateSendingRule", { body: UNSET, sent: { outside: "block" } });
    record(states, "getSendingRule", { body: SET });
    change();
    expect(states.restoring({ untried: true })).toHaveLength(1);
    record(states, "updateSendingRule", { status: 503, sent: FIELDS });
    expect(states.restoring({ untried: true })).toEqual([]);
    expect(states.restoring()).toHaveLength(1);
    change();
    expect(states.restoring({ untried: true })).toHaveLength(1);
  });

  it("restores nothing once the run has restored a setting", () => {
    const states = new FormerStates();
    record(states, "getSendingRule", { body: SET });
    record(states, "updateSendingRule", { status: 412, sent: { outside: "block" } });
    expect(states.restoring()).toEqual([]);
    record(states, "deleteSendingRule", { status: 204 });
    record(states, "updateSendingRule", { body: SET, sent: FIELDS });
    expect(states.restoring()).toEqual([]);
    record(states, "getSendingRule", { body: UNSET });
    record(states, "updateSendingRule", { body: SET, sent: { outside: "block" } });
    expect(states.restoring()).toEqual([{ operation: "deleteSendingRule", request: { params } }]);
  });
});
