"""The style of a report."""

from typing import Final

STYLE: Final = """
:root{color-scheme:light dark;--page:#fbfaf8;--card:#fff;--ink:#1d2433;--soft:#5d6678;--rule:#e4e2dc;--accent:#2462a8;
--good:#22855b;--bad:#b8492e;--c0:#2462a8;--c1:#c9661d;--c2:#22855b;--c3:#a63d78;--c4:#6b4fc0;--c5:#8a7204;--c6:#12808f;
--c7:#6a7280}
@media(prefers-color-scheme:dark){:root{--page:#12151c;--card:#1a1e27;--ink:#e9ebf0;--soft:#9aa3b5;--rule:#2d3340;
--accent:#6fa8ea;--good:#54c393;--bad:#e8836a;--c0:#6fa8ea;--c1:#eb9752;--c2:#54c393;--c3:#e080b6;--c4:#a78ff0;
--c5:#d5b93f;--c6:#4bc3d1;--c7:#9aa3b5}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{max-width:860px;margin:0 auto;padding:32px 20px 64px}
header{margin-bottom:20px}
.kicker{margin:0;color:var(--accent);font-weight:600;letter-spacing:.04em;text-transform:uppercase;font-size:12px}
h1{font-size:30px;line-height:1.2;margin:2px 0 18px;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:18px;margin:0 0 2px}h3{font-size:14px;margin:18px 0 4px;color:var(--soft)}
.verdict{font-size:22px}
p{margin:0 0 6px;color:var(--soft)}
section{background:var(--card);border:1px solid var(--rule);border-radius:12px;padding:20px 22px;margin:0 0 16px}
section>p{margin-bottom:14px}section.more{padding:8px 10px}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(130px,1fr));gap:12px;margin-bottom:14px}
.tiles div{background:var(--card);border:1px solid var(--rule);border-radius:12px;padding:12px 16px}
.tiles b{display:block;font-size:24px;font-variant-numeric:tabular-nums}.tiles span{color:var(--soft);font-size:13px}
svg{display:block;width:100%;height:auto;font:12px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
svg text{fill:var(--ink);font-variant-numeric:tabular-nums}
svg .tick{fill:var(--soft);font-size:11px}svg .value{font-weight:600}
svg .inside{fill:var(--card);font-weight:600;font-size:11px}
svg .share{font-size:11px}svg .grid{stroke:var(--rule);stroke-width:1}
svg .interval{stroke:var(--accent);stroke-width:6;stroke-linecap:round;opacity:.3}
svg .mark{fill:var(--accent);stroke:var(--card);stroke-width:2}
svg .place{fill:var(--accent)}svg .bar{fill:var(--accent);opacity:.75}
svg .ahead{fill:var(--accent)}svg .behind{fill:var(--bad)}svg .empty{fill:var(--rule);opacity:.45}
svg .line{fill:none;stroke:var(--series);stroke-width:2;stroke-linejoin:round}
svg .spot{fill:var(--series);stroke:var(--card);stroke-width:1.5}svg .fill{fill:var(--series)}
svg .label{fill:var(--series);font-weight:600}
svg .bound{stroke:var(--series);stroke-width:1.5;stroke-dasharray:5 4}
.good{--series:var(--good)}.bad{--series:var(--bad)}
.c0{--series:var(--c0)}.c1{--series:var(--c1)}.c2{--series:var(--c2)}.c3{--series:var(--c3)}.c4{--series:var(--c4)}
.c5{--series:var(--c5)}.c6{--series:var(--c6)}.c7{--series:var(--c7)}
.wide{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:13px;font-variant-numeric:tabular-nums}
th{font-weight:600;color:var(--soft);border-bottom:1px solid var(--rule)}
th,td{padding:6px 10px;text-align:right;white-space:nowrap}
th:first-child,td:first-child,.more th:nth-child(2),.more td:nth-child(2){text-align:left}
tbody tr+tr td{border-top:1px solid var(--rule)}
pre{margin:0 0 12px;padding:12px 14px;background:var(--page);border:1px solid var(--rule);border-radius:8px;
white-space:pre-wrap;overflow-wrap:anywhere;font:13px/1.5 ui-monospace,Menlo,Consolas,monospace}
.small{font-size:12px;margin:0;overflow-wrap:anywhere}
""".replace("\n", "")
