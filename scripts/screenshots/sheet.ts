import { escaped } from "../tools/markup";

/** Pattern of file names with page, width and theme, such as `console-keys-390-dark.png`. */
const FILE_NAME = /^(?<page>.+)-(?<width>\d+)-(?<scheme>light|dark)\.png$/;

interface Screenshot {
  file: string;
  page: string;
  variant: string;
  width: number;
}

function screenshotOf(file: string): Screenshot {
  const { page, width, scheme } = FILE_NAME.exec(file)?.groups ?? {};
  if (page === undefined) return { file, page: file.replace(/\.png$/, ""), variant: "", width: 0 };
  return { file, page, variant: `${width} px, ${scheme}`, width: Number(width) };
}

/** Returns an HTML page with all screenshots. Screenshots of one page are side by side. */
export function sheetOf(files: readonly string[]): string {
  const pages = new Map<string, Screenshot[]>();
  for (const screenshot of files.map(screenshotOf)) {
    pages.set(screenshot.page, [...(pages.get(screenshot.page) ?? []), screenshot]);
  }
  const sections = [...pages]
    .sort(([a], [b]) => a.localeCompare(b, "en"))
    .map(([page, screenshots]) => {
      const figures = screenshots
        .sort((a, b) => a.width - b.width || a.variant.localeCompare(b.variant, "en"))
        .map(({ file, variant }) => {
          const address = escaped(encodeURIComponent(file));
          return `<figure><a href="${address}"><img src="${address}" alt="" loading="lazy"></a><figcaption>${escaped(variant)}</figcaption></figure>`;
        });
      return `<section><h2>${escaped(page)}</h2><div>${figures.join("\n")}</div></section>`;
    });
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Pages of Recado</title>
<style>
body { font: 1rem/1.4 system-ui, sans-serif; margin: 2rem; background: #888; }
div { display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start; }
figure { margin: 0; }
img { max-width: 36rem; max-height: 60rem; border: 1px solid #444; }
</style>
${sections.join("\n")}
</html>
`;
}
