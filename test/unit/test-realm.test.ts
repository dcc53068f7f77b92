import express from "express";
import * as OpenApiValidator from "express-openapi-validator";
import * as time from "../../src/platform/time";
import { globalsRestorer, processRestorer } from "../support/jest/restore";

type Globals = Record<string, unknown>;

describe("the reset after a test file", () => {
  it("restores new, changed and deleted globals", () => {
    const globals = globalThis as unknown as Globals;
    const { structuredClone, atob } = globalThis;
    const restore = globalsRestorer();
    globals.leftBehind = true;
    globals.structuredClone = () => "another";
    delete globals.atob;
    restore();
    expect("leftBehind" in globals).toBe(false);
    expect(globalThis.structuredClone).toBe(structuredClone);
    expect(globalThis.atob).toBe(atob);
  });

  it("restores variables, listeners and the exit code of the process", () => {
    const listeners = () => process.listenerCount("SIGUSR2");
    const before = { env: { ...process.env }, listeners: listeners(), exitCode: process.exitCode };
    const restore = processRestorer();
    process.env.LEFT_BEHIND = "1";
    delete process.env.PATH;
    process.on("SIGUSR2", () => {});
    process.exitCode = 3;
    restore();
    expect({ env: { ...process.env }, listeners: listeners(), exitCode: process.exitCode }).toEqual(before);
  });
});

describe("the module registry of test files", () => {
  it("shares packages and the service's modules", () => {
    expect(jest.requireActual("express")).toBe(express);
    const { createRequire } = process.getBuiltinModule("node:module");
    expect(createRequire(__filename)("../../src/platform/time")).toBe(time);
  });

  it("loads the service's modules again in isolation", () => {
    jest.isolateModules(() => {
      expect(jest.requireActual("express")).toBe(express);
      expect(jest.requireActual("../../src/platform/time")).not.toBe(time);
    });
  });

  it("shares one validator per contract and settings", () => {
    const apiSpec = { openapi: "3.0.3", info: { title: "x", version: "1" }, paths: {} } as const;
    const middleware = (validateResponses: boolean) =>
      OpenApiValidator.middleware({ apiSpec, validateResponses });
    expect(middleware(true)).toBe(middleware(true));
    expect(middleware(false)).not.toBe(middleware(true));
  });

  it("keeps the class of errors", () => {
    expect(() => express().use("/(")).toThrow(Error);
    expect(new OpenApiValidator.error.BadRequest({ path: "/", message: "bad" })).toBeInstanceOf(Error);
  });
});
