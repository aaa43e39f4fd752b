/** Styles of the printed report: light and dark, phone to paper. Loads no font or image. */
export const printStyles = `
:root{color-scheme:light dark;--ink:#1c1a24;--ink-2:#4b4759;--ink-3:#6b667b;--page:#fff;--wash:#f6f5f9;--line:#e3e0ea;--accent:#5b3fb8;--accent-soft:#8f78dd;--negative:#b4472e;--neutral:#b3aec0;--positive:#2f7d5b;--unknown:#dedbe6}
@media (prefers-color-scheme:dark){:root{--ink:#efedf5;--ink-2:#c3bfd1;--ink-3:#9c97ad;--page:#16141d;--wash:#1f1c28;--line:#322e3f;--accent:#b9a6f5;--accent-soft:#7f68cf;--negative:#e08a72;--neutral:#6d687c;--positive:#6cc29b;--unknown:#383444}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.6 Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:880px;margin:0 auto;padding:48px 24px 72px}
h1{font-size:34px;line-height:1.2;letter-spacing:-.02em;margin:4px 0 8px;overflow-wrap:anywhere}
h2{font-size:20px;letter-spacing:-.01em;margin:52px 0 4px}
p{margin:0}
a{color:var(--accent);text-underline-offset:3px}
.eyebrow{font-size:13px;font-weight:600;color:var(--accent)}
.scope,.note,.meta{color:var(--ink-3);font-size:14px}
.note{margin-bottom:16px;max-width:70ch}
.warning{margin-top:16px;padding:10px 14px;border-radius:10px;background:var(--wash);color:var(--ink-2);font-size:14px}
.figures{display:grid;grid-template-columns:repeat(3,1fr);gap:24px;margin:32px 0 0;padding:24px;background:var(--wash);border-radius:14px}
.figures div{min-width:0}
.figures dt{font-size:13px;color:var(--ink-3)}
.figures dd{margin:0;overflow-wrap:anywhere}
.figures .value{font-size:26px;line-height:1.3;font-weight:600;letter-spacing:-.02em}
.figures .note{margin:0;font-size:13px}
.finding{font-weight:600;margin:8px 0 4px}
.statements{margin:12px 0 0;padding:0;list-style:none;display:grid;gap:14px}
.statements li{padding-left:16px;border-left:2px solid var(--line);overflow-wrap:anywhere}
.statements .weak{border-left-style:dashed;border-left-color:var(--ink-3)}
.statements .contrastive{border-left-color:var(--negative)}
details{font-size:13px;color:var(--ink-3)}
summary{cursor:pointer;width:fit-content}
details ul{margin:4px 0 0;padding-left:18px}
figure{margin:16px 0 0}
svg{display:block;width:100%;height:auto}
svg text{font:12px Inter,system-ui,sans-serif;fill:var(--ink-3)}
svg .flag{font-weight:600;fill:var(--accent)}
.events{margin:10px 0 0;padding-left:20px;font-size:14px;color:var(--ink-2)}
figcaption{display:flex;justify-content:space-between;gap:16px;font-size:13px;color:var(--ink-3);margin-top:6px}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:10px;font-size:13px;color:var(--ink-2)}
.legend span::before{content:"";display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:7px;background:var(--tone)}
.table{overflow-x:auto}
table{width:100%;border-collapse:collapse;font-size:14px}
th{font-weight:500;color:var(--ink-3);text-align:left;font-size:13px}
th,td{padding:8px 12px 8px 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
.number{text-align:right;white-space:nowrap}
th.number:last-child,td.number:last-child{padding-right:0}
.documents{margin:0;padding:0;list-style:none}
.documents li{padding:14px 0;border-bottom:1px solid var(--line);overflow-wrap:anywhere}
.documents .title{font-weight:550}
.documents p{color:var(--ink-2);font-size:14px}
mark{background:none;color:inherit;font-weight:600}
dl.formulas{margin:12px 0 0;font-size:14px}
dl.formulas dt{font-weight:600;margin-top:12px}
dl.formulas dd{margin:0;color:var(--ink-2)}
footer{margin-top:56px;padding-top:16px;border-top:1px solid var(--line);font-size:13px;color:var(--ink-3);overflow-wrap:anywhere}
@media (max-width:600px){main{padding:28px 16px 48px}h1{font-size:27px}.figures{grid-template-columns:repeat(2,1fr);gap:18px;padding:18px}.figures .value{font-size:22px}}
@media print{:root{color-scheme:light;--ink:#000;--ink-2:#222;--ink-3:#555;--page:#fff;--wash:#f4f3f7;--line:#ddd;--accent:#4a2fa6;--negative:#a03c24;--neutral:#b3aec0;--positive:#22694a;--unknown:#dedbe6}@page{size:A4;margin:16mm 15mm}main{padding:0;max-width:none}body{font-size:10.5pt}h1{font-size:22pt}h2{font-size:13pt;margin-top:26pt;break-after:avoid}li,tr,figure,.figures{break-inside:avoid}.figures{print-color-adjust:exact}svg,.legend span::before{print-color-adjust:exact}details>summary{display:none}.documents a::after{content:" (" attr(href) ")";font-size:8pt;color:var(--ink-3)}}
`
