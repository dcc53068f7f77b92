import { Foreground } from "../../src/platform/concurrency/foreground";

describe("Foreground", () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] }));
  afterEach(() => void jest.useRealTimers());

  /** Returns a check whether background work may continue, some turns of the event loop later. */
  function background(foreground: Foreground): () => Promise<boolean> {
    let continues = false;
    void foreground.yieldToRequests().then(() => (continues = true));
    return async () => {
      for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve));
      return continues;
    };
  }

  it("lets background work continue after a turn when no request is open", async () => {
    const continues = background(new Foreground());
    expect(await continues()).toBe(true);
  });

  it("resumes background work when the last request has ended", async () => {
    const foreground = new Foreground();
    const [end, endOther] = [foreground.begin(), foreground.begin()];
    const continues = background(foreground);
    expect(await continues()).toBe(false);
    end();
    // A connection that is closed after its response ends the request again.
    end();
    expect(await continues()).toBe(false);
    endOther();
    expect(await continues()).toBe(true);
  });

  it("notices a request that arrived while the work before it blocked the event loop", async () => {
    const foreground = new Foreground();
    const continues = background(foreground);
    foreground.begin();
    expect(await continues()).toBe(false);
  });

  it("delays background work by at most 25 ms per wait during requests without an end", async () => {
    const foreground = new Foreground();
    foreground.begin();
    const continues = background(foreground);
    expect(await continues()).toBe(false);
    jest.advanceTimersByTime(24);
    foreground.begin();
    expect(await continues()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(await continues()).toBe(true);
  });

  it("ignores a request that takes longer than 100 ms", async () => {
    const foreground = new Foreground();
    const end = foreground.begin();
    jest.advanceTimersByTime(100);
    expect(await background(foreground)()).toBe(true);
    end();
    const next = foreground.begin();
    const continues = background(foreground);
    expect(await continues()).toBe(false);
    next();
    expect(await continues()).toBe(true);
  });
});
