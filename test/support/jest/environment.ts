import vm from "node:vm";
import type { JestEnvironment, JestEnvironmentConfig } from "@jest/environment";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";
import { globalsRestorer, processRestorer } from "./restore";

/** Placeholder for the worker's realm, which has no context object. */
const OWN_REALM = vm.createContext();

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) =>
  compileFunction(
    code,
    parameters,
    options?.parsingContext === OWN_REALM ? { ...options, parsingContext: undefined } : options,
  );

/**
 * Runs test files in the worker's realm instead of a realm for each file. `runtime.cjs` can then load
 * libraries once per worker, and `instanceof` works across files. After each file, its changes of globals and
 * of the process are undone.
 */
export default class OwnRealmEnvironment implements JestEnvironment<unknown> {
  readonly global = globalThis as unknown as JestEnvironment["global"];
  readonly moduleMocker: ModuleMocker;
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  private readonly restorers = [globalsRestorer(), processRestorer()];

  constructor({ projectConfig: config }: JestEnvironmentConfig) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    for (const restore of this.restorers) restore();
  }

  exportConditions(): string[] {
    return ["node", "node-addons"];
  }

  getVmContext(): vm.Context {
    return OWN_REALM;
  }
}
