// Shows the contract, loads it anew when it has changed, and says what is wrong with the files.
const SCROLL = "recado-preview-scroll";

let shown = null;

function showProblems({ problems, isCurrent }) {
  const section = document.querySelector("#problems");
  section.hidden = problems.length === 0;
  document.querySelector("#headline").textContent = isCurrent
    ? `${problems.length} to put right`
    : `${problems.length} to put right; what is shown below is older`;
  document.querySelector("#list").replaceChildren(
    ...problems.map(({ file, line, column, rule, message }) => {
      const item = document.createElement("li");
      const place = document.createElement("code");
      place.textContent = [file, line, column].filter((part) => part !== null).join(":");
      const text = document.createElement("p");
      text.textContent = message;
      item.append(place, ` (${rule})`, text);
      return item;
    }),
  );
}

function showReference() {
  SwaggerUIBundle({
    url: "/openapi.json",
    dom_id: "#reference",
    deepLinking: true,
    persistAuthorization: false,
    defaultModelsExpandDepth: 0,
    onComplete() {
      window.scrollTo(0, Number(sessionStorage.getItem(SCROLL) ?? 0));
      sessionStorage.removeItem(SCROLL);
    },
  });
}

new EventSource("/events").addEventListener("contract", ({ data }) => {
  const state = JSON.parse(data);
  if (shown !== null && shown !== state.version) {
    sessionStorage.setItem(SCROLL, String(window.scrollY));
    location.reload();
    return;
  }
  if (shown === null && state.version !== null) {
    shown = state.version;
    showReference();
  }
  showProblems(state);
});
