let title = "";
let count = 0;

function show(): void {
  document.title = count > 0 ? `(${count}) ${title}` : title;
}

export function setTitle(text: string): void {
  title = text;
  show();
}

/** Puts a number before the title of the browser tab, or removes it if it is zero. */
export function setTitleCount(number: number): void {
  count = number;
  show();
}
