/** Style sheet of HTML reports. Contrast is at least 4.5:1, and no meaning depends on colour alone. */
export const STYLE = `
:root { --ink: #1c2733; --quiet: #52606d; --line: #d9e0e6; --good: #0b5d2e; --good-back: #dff3e6; --bad: #9b1c1c; --bad-back: #fde3e1; --none: #5b4a00; --none-back: #f6efd2; }
* { box-sizing: border-box; }
body { margin: 0; background: #f7f9fa; color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 1200px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 8px; }
h2 { font-size: 1.25rem; margin: 40px 0 12px; }
h3 { font-size: 1rem; margin: 0 0 6px; }
header p { color: var(--quiet); margin: 0 0 16px; }
code, pre { font: .85em/1.45 ui-monospace, Consolas, monospace; }
small { color: var(--quiet); font-weight: normal; }
.symbol { width: 1em; height: 1em; vertical-align: -.12em; fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.verdict { display: inline-block; width: 1.5em; text-align: center; border-radius: 6px; }
.figures { display: flex; flex-wrap: wrap; gap: 12px; }
.figure { background: #fff; border: 1px solid var(--line); border-radius: 8px; padding: 10px 16px; }
.figure b { display: block; font-size: 1.5rem; line-height: 1.2; }
.figure span { font-size: .85rem; }
.figure.hit b, .figure.violated b, .figure.missed b { background: none; }
.hit { color: var(--good); background: var(--good-back); }
.violated { color: var(--bad); background: var(--bad-back); }
.missed { color: var(--none); background: var(--none-back); }
.figure.hit, .figure.violated, .figure.missed { color: inherit; }
article { background: #fff; border: 1px solid var(--line); border-left: 4px solid var(--bad); border-radius: 6px; padding: 12px 16px; margin: 0 0 12px; }
article ul { margin: 0 0 8px; padding-left: 20px; overflow-wrap: anywhere; }
summary { cursor: pointer; }
pre { background: #f1f4f6; border-radius: 6px; padding: 10px; margin: 0; overflow: auto; max-height: 420px; white-space: pre-wrap; overflow-wrap: anywhere; }
.legend { display: flex; flex-wrap: wrap; gap: 12px; font-size: .9rem; }
.legend span { padding: 0 8px; border-radius: 4px; }
.scroll { overflow-x: auto; background: #fff; border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th, td { border-bottom: 1px solid var(--line); padding: 4px 6px; text-align: center; }
th[scope=row] { text-align: left; font-weight: normal; white-space: nowrap; }
th.tag { text-align: left; font-size: 1rem; }
tbody tr:first-child th { background: #eef2f5; padding-top: 8px; }
td { min-width: 2.6em; font-weight: 600; }
.times td { font-weight: normal; font-variant-numeric: tabular-nums; }
dt { font-weight: 600; margin-top: 12px; }
dd { margin: 4px 0 0; }
dd code { display: inline-block; background: #eef2f5; border-radius: 4px; padding: 0 6px; margin: 2px 2px 2px 0; }
.words { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
td { position: relative; }
@media (max-width: 700px) { th[scope=row] { white-space: normal; min-width: 11em; } th[scope=row] small { display: block; } th[scope=row], th.tag { position: sticky; left: 0; background: #fff; } tbody tr:first-child th.tag { background: #eef2f5; } }
@media print { body { background: #fff; } .scroll { overflow: visible; } }
`;
