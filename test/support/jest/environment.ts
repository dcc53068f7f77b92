import vm from "node:vm";
import type { JestEnvironment, JestEnvironmentConfig } from "@jest/environment";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";
import { takeBackGlobals, takeBackProcess } from "./take-back";

/** Stands for the worker's own realm, which has no context object of its own. */
const OWN_REALM = vm.createContext();

const { compileFunction } = vm;
vm.compileFunction = (code, parameters, options) =>
  compileFunction(
    code,
    parameters,
    options?.parsingContext === OWN_REALM ? { ...options, parsingContext: undefined } : options,
  );

/**
 * Test files run in the worker's own realm instead of one each, so that libraries can be loaded once a worker (see
 * `runtime.cjs`) and their errors and lists are still what `instanceof` takes them for. What a file leaves behind in
 * globals and in the process is taken back at its end.
 */
export default class OwnRealmEnvironment implements JestEnvironment<unknown> {
  readonly global = globalThis as unknown as JestEnvironment["global"];
  readonly moduleMocker: ModuleMocker;
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  private readonly takeBack = [takeBackGlobals(), takeBackProcess()];

  constructor({ projectConfig: config }: JestEnvironmentConfig) {
    this.moduleMocker = new ModuleMocker(globalThis);
    this.fakeTimersModern = new ModernFakeTimers({ config, global: globalThis });
  }

  async setup(): Promise<void> {}

  async teardown(): Promise<void> {
    this.fakeTimersModern.dispose();
    for (const takeBack of this.takeBack) takeBack();
  }

  exportConditions(): string[] {
    return ["node", "node-addons"];
  }

  getVmContext(): vm.Context {
    return OWN_REALM;
  }
}
