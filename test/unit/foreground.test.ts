import { Foreground } from "../../src/platform/concurrency/foreground";

describe("requests go first", () => {
  beforeEach(() => void jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask"] }));
  afterEach(() => void jest.useRealTimers());

  /** Whether background work may go on, some turns of the event loop later. */
  function background(foreground: Foreground): () => Promise<boolean> {
    let goes = false;
    void foreground.yieldToRequests().then(() => (goes = true));
    return async () => {
      for (let turns = 0; turns < 5; turns += 1) await new Promise((resolve) => setImmediate(resolve));
      return goes;
    };
  }

  it("while nobody waits for an answer, background work only has what arrived be seen", async () => {
    const goes = background(new Foreground());
    expect(await goes()).toBe(true);
  });

  it("background work goes on when the last request is answered", async () => {
    const foreground = new Foreground();
    const [end, endOther] = [foreground.begin(), foreground.begin()];
    const goes = background(foreground);
    expect(await goes()).toBe(false);
    end();
    // As a connection does that is closed after its answer.
    end();
    expect(await goes()).toBe(false);
    endOther();
    expect(await goes()).toBe(true);
  });

  it("sees a request that arrived while the work before it held the event loop", async () => {
    const foreground = new Foreground();
    const goes = background(foreground);
    foreground.begin();
    expect(await goes()).toBe(false);
  });

  it("requests without end slow background work down, 25 ms a piece, and do not stop it", async () => {
    const foreground = new Foreground();
    foreground.begin();
    const goes = background(foreground);
    expect(await goes()).toBe(false);
    jest.advanceTimersByTime(24);
    foreground.begin();
    expect(await goes()).toBe(false);
    jest.advanceTimersByTime(1);
    expect(await goes()).toBe(true);
  });

  it("a request that takes longer than 100 ms keeps nothing waiting any more", async () => {
    const foreground = new Foreground();
    const end = foreground.begin();
    jest.advanceTimersByTime(100);
    expect(await background(foreground)()).toBe(true);
    end();
    const next = foreground.begin();
    const goes = background(foreground);
    expect(await goes()).toBe(false);
    next();
    expect(await goes()).toBe(true);
  });
});
