import { readFileSync } from 'node:fs'

/** The app's typeface in Latin letters; other letters fall back to the system's. */
const font = readFileSync(
  new URL(import.meta.resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2')),
).toString('base64')

/** The single stylesheet of all pages, in the app's colours and typeface. It is inlined and allowed by its hash, so the pages load nothing else. */
export const styles = `
@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url(data:font/woff2;base64,${font}) format("woff2")}
:root{color-scheme:light;--page:#f8f7fb;--card:#fff;--ink:#1f1d29;--soft:#4a465a;--line:#e7e5ee;--field:#8a8299;--accent:#6f4ee6;--accent-down:#5d3fc9;--ring:#6f4ee6;--alert:#b83a1e;--alert-bg:#fdf0ec}
:root[data-theme=dark]{color-scheme:dark;--page:#13111a;--card:#1b1924;--ink:#eceaf3;--soft:#c3c0cf;--line:#2b2838;--field:#7d7491;--accent:#6f4ee6;--accent-down:#5d3fc9;--ring:#a08af7;--alert:#ff9474;--alert-bg:#341f1b}
*{box-sizing:border-box}
body{font-feature-settings:"cv05","cv11","ss03";margin:0;min-height:100vh;min-height:100dvh;display:grid;place-items:center;padding:1.5rem;background:var(--page);color:var(--ink);font:16px/1.5 "Inter Variable",ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{width:100%;max-width:25rem;padding:2.25rem 2rem;background:var(--card);border:1px solid var(--line);border-radius:1rem;box-shadow:0 1px 2px rgb(17 14 24/.05),0 12px 32px rgb(17 14 24/.09)}
header{display:flex;align-items:center;gap:.75rem;margin-bottom:1.75rem;font-size:1.125rem;font-weight:650;letter-spacing:-.01em}
h1{margin:0;font-size:1.375rem;line-height:1.3;letter-spacing:-.015em}
h2{margin:2rem 0 0;font-size:1.0625rem;line-height:1.3}
p{margin:.5rem 0 0;color:var(--soft)}
ul{margin:1rem 0 0;padding-left:1.25rem}
li+li{margin-top:.25rem}
.sessions{padding:0;list-style:none}
.sessions li+li{margin-top:1rem;padding-top:1rem;border-top:1px solid var(--line)}
.sessions p{margin:0;font-size:.9375rem}
.sessions form{margin-top:.75rem}
form{margin:1.5rem 0 0}
form+form{margin-top:.75rem}
label{display:block;margin:1rem 0 .375rem;font-weight:550}
input{width:100%;min-height:2.75rem;padding:.5rem .75rem;font:inherit;color:inherit;background:transparent;border:1px solid var(--field);border-radius:.5rem}
input[aria-invalid=true]{border-color:var(--alert)}
button{width:100%;min-height:2.75rem;margin-top:1.5rem;padding:.5rem 1rem;font:inherit;font-weight:600;color:#fff;background:var(--accent);border:1px solid transparent;border-radius:.5rem;cursor:pointer}
button:hover{background:var(--accent-down)}
button.quiet{margin-top:0;color:var(--ink);background:transparent;border-color:var(--field)}
input+button.quiet{margin-top:1rem}
button+button.quiet{margin-top:.75rem}
button.quiet:hover{background:var(--page)}
a{color:var(--ring);font-weight:550}
:focus-visible{outline:3px solid var(--ring);outline-offset:2px}
code{font:600 .9375rem/1.6 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
[role=status]{margin:1.25rem 0 0;padding:.75rem .875rem;color:var(--ink);border:1px solid var(--ring);border-radius:.5rem}
[role=alert]{margin:1.25rem 0 0;padding:.75rem .875rem;color:var(--alert);background:var(--alert-bg);border:1px solid currentColor;border-radius:.5rem}
@media (max-width:26rem){body{padding:0;place-items:start stretch}main{max-width:none;min-height:100dvh;border:0;border-radius:0}}
@media (forced-colors:active){button{border-color:ButtonText}}
`.trim()
