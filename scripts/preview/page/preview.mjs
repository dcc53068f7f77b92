// Runs on every preview page. Reloads the page after a change of the contract, and shows its problems.
const shown = document.querySelector("meta[name=recado-preview]").content;

const panel = document.createElement("section");
panel.id = "preview-problems";
panel.setAttribute("aria-live", "polite");
panel.hidden = true;
document.body.prepend(panel);

function element(name, ...content) {
  const made = document.createElement(name);
  made.append(...content);
  return made;
}

function item({ file, line, column, rule, message }) {
  const place = [file, line, column].filter((part) => part !== null).join(":");
  return element("li", element("code", place), ` (${rule})`, element("p", message));
}

function showProblems({ problems, isCurrent }) {
  const count = `${problems.length} to correct`;
  const headline = isCurrent ? count : `${count}; the page below shows an older version`;
  panel.hidden = problems.length === 0;
  panel.replaceChildren(element("h1", headline), element("ol", ...problems.map(item)));
}

new EventSource("/preview/events").addEventListener("contract", ({ data }) => {
  const state = JSON.parse(data);
  if (state.version === shown) showProblems(state);
  else location.reload();
});
