// Entry point: reads the API key and shows the phone.

import { apiWith, ApiError } from "./api.mjs";
import { detailsView } from "./details.mjs";
import { byId, setText } from "./dom.mjs";
import { mediaLoader } from "./media.mjs";
import { numbersView } from "./numbers.mjs";
import { phoneView } from "./phone.mjs";
import { normalized, startSession } from "./session.mjs";
import { tabs } from "./tabs.mjs";

const KEY = /^st_[0-9a-fA-F]{64}$/;

const signIn = byId("sign-in", HTMLFormElement);
const keyField = byId("key", HTMLInputElement);
const keyError = byId("key-error", HTMLElement);
const app = byId("app", HTMLElement);
const forget = byId("forget", HTMLButtonElement);
const banner = byId("banner", HTMLElement);
const tab = tabs();

/** @type {(() => void) | null} */
let close = null;

/** @param {string | null} problem */
function showConnection(problem) {
  setText(banner, problem ?? "");
  banner.hidden = problem === null;
}

/** @param {string} problem */
function showKeyProblem(problem) {
  setText(keyError, problem);
  keyError.hidden = problem === "";
  keyField.setAttribute("aria-invalid", String(problem !== ""));
}

/** @param {string} reason */
function leave(reason) {
  close?.();
  close = null;
  app.hidden = true;
  forget.hidden = true;
  signIn.hidden = false;
  showConnection(null);
  showKeyProblem(reason);
  keyField.focus();
}

/** @param {string} key */
function enter(key) {
  const api = apiWith(key);
  const session = startSession(api, {
    changed(state) {
      numbers.draw(state);
      phone.draw(state);
      details.draw(state);
    },
    connection: showConnection,
    refused: () => leave("The key is no longer valid."),
  });
  const numbers = numbersView({
    normalize: (typed) => normalized(api, typed),
    open(number) {
      session.open(number);
      tab.show("phone");
      byId("conversation", HTMLElement).focus();
    },
  });
  const phone = phoneView({
    actions: session.actions,
    load: mediaLoader(api),
    earlier: session.earlier,
    select(messageId) {
      session.select(messageId);
      if (!tab.isNarrow) return;
      tab.show("details");
      byId("details-title", HTMLElement).focus();
    },
  });
  const details = detailsView({
    follow: (on) => session.follow(on),
    watch: session.watch,
  });
  close = () => {
    session.end();
    for (const view of [numbers, phone, details]) view.end();
  };
  signIn.hidden = true;
  app.hidden = false;
  forget.hidden = false;
  tab.show("numbers");
  byId("number", HTMLInputElement).focus();
}

signIn.addEventListener("submit", async (event) => {
  event.preventDefault();
  const key = keyField.value.trim();
  if (!KEY.test(key)) {
    showKeyProblem("A key is st_ followed by 64 hexadecimal characters.");
    keyField.focus();
    return;
  }
  try {
    await apiWith(key).get("v3/messages", { limit: 1 });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    showKeyProblem(error.message);
    keyField.focus();
    return;
  }
  showKeyProblem("");
  keyField.value = "";
  enter(key);
});
forget.addEventListener("click", () => {
  // A reload clears the key and all data from memory.
  location.reload();
});
// The button is disabled in HTML. Without the listener, a submit would send the key to the server.
byId("open", HTMLButtonElement).disabled = false;
keyField.focus();
