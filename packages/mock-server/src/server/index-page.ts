import type { Contract, ContractOperation } from '@auspex/contract'
import { catalogue } from '../scenarios/catalogue.ts'

/** The style of the index page: the product's purple, both themes, one column on a phone. */
const indexStyle = `
:root { color-scheme: light dark; --text: light-dark(#1f1d29, #e6e4ee); --soft: light-dark(#5c5869, #a9a5b8); --line: light-dark(#e7e5ee, #383546);
  --card: light-dark(#faf9fd, #1d1b26); --page: light-dark(#ffffff, #15131c); --accent: light-dark(#5d3fc9, #a08af7); --on-accent: light-dark(#ffffff, #15131c) }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 Inter, system-ui, sans-serif }
main { max-width: 64rem; margin: 0 auto; padding: 3rem 1.25rem 5rem }
h1 { margin: 0; font-size: 2rem; letter-spacing: -.02em }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.15rem }
p { margin: .25rem 0 1rem; color: var(--soft); max-width: 46rem }
nav { display: flex; flex-wrap: wrap; gap: .5rem }
nav a { padding: .4rem .9rem; border: 1px solid var(--line); border-radius: .5rem; color: var(--text); text-decoration: none }
nav a:hover { border-color: var(--accent) }
nav a.first { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
code, pre { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace }
figure { margin: 0 0 .75rem }
figcaption { color: var(--soft); font-size: .875rem }
pre { margin: .15rem 0 0; padding: .6rem .9rem; overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .5rem }
ul { list-style: none; margin: 0; padding: 0 }
.faults { display: grid; gap: .35rem 1.5rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 28rem), 1fr)) }
.faults li { color: var(--soft) }
.faults code { color: var(--accent); margin-right: .35rem }
details { border-top: 1px solid var(--line); padding: .6rem 0 }
summary { cursor: pointer; font-weight: 600 }
small { color: var(--soft); font-weight: 400 }
details li { display: grid; grid-template-columns: 4.5rem minmax(0, 1.2fr) minmax(0, 1fr); gap: .75rem; padding: .2rem 0; align-items: baseline }
details code { overflow-wrap: anywhere }
details span { color: var(--soft) }
b { font: 600 .75rem/1.5 ui-monospace, monospace }
.get { color: light-dark(#0b62ad, #6cb2f0) } .post { color: light-dark(#0a7046, #5cc894) } .put, .patch { color: light-dark(#8a5a00, #e0b050) } .delete { color: light-dark(#b3261e, #f08a82) }
@media (max-width: 40rem) { details li { grid-template-columns: 3.75rem 1fr } details span { grid-column: 2 } main { padding-top: 2rem } }
`

/** The page at the server's address: what to try first, the available faults, and every operation. */
export function indexPage({ operations, document }: Contract, origin: string): string {
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  const summaries = new Map(
    Object.values(document.paths).flatMap((item) =>
      Object.values(item).flatMap((operation) =>
        'operationId' in operation ? [[operation.operationId, operation.summary ?? ''] as const] : [],
      ),
    ),
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Auspex mock server</title>
<style>${indexStyle}</style>
<main>
<header>
<h1>Auspex mock server</h1>
<p>The ${operations.length} operations of the contract: validated, stateful, seeded, and failing on request.</p>
<nav><a class="first" href="/docs">Reference, to read and try</a><a href="/openapi.json">Contract</a><a href="/__mock">Admin API</a><a href="/__mock/requests">Request log</a></nav>
</header>
<section aria-labelledby="try">
<h2 id="try">Try</h2>
${firstRequests(origin)
  .map(
    ([title, command]) =>
      `<figure><figcaption>${title}</figcaption><pre><code>${escape(command)}</code></pre></figure>`,
  )
  .join('\n')}
</section>
<section aria-labelledby="faults">
<h2 id="faults">Request a fault</h2>
<p>In the header <code>X-Mock-Scenario</code> for one request, or <code>POST /__mock/scenarios</code> until it is removed.</p>
<ul class="faults">${catalogue.map(({ name, summary }) => `<li><code>${escape(name)}</code> ${escape(summary)}</li>`).join('\n')}</ul>
</section>
<section aria-labelledby="operations">
<h2 id="operations">Operations</h2>
${tags.map((tag) => operationGroup(tag, { operations: operations.filter((each) => each.tag === tag), summaries })).join('\n')}
</section>
</main>
</html>`
}

function firstRequests(origin: string): [string, string][] {
  return [
    ['A success', `curl -H 'Authorization: Bearer mira' ${origin}/api/users/me`],
    [
      'A 429 with Retry-After',
      `curl -i -H 'Authorization: Bearer mira' -H 'X-Mock-Scenario: rate-limited=20' ${origin}/api/users/me`,
    ],
    [
      'A 422 with pointers',
      `curl -H 'Authorization: Bearer mira' -H 'Content-Type: application/json' -d '{"query_term":7}' ${origin}/api/explore/topicQuery`,
    ],
  ]
}

function operationGroup(
  tag: string,
  { operations, summaries }: { operations: readonly ContractOperation[]; summaries: ReadonlyMap<string, string> },
): string {
  const rows = operations.map(({ method, path, id, isElsewhere }) => {
    const address = `${isElsewhere ? '/assistant' : '/api'}${path}`
    const badge = `<b class="${method.toLowerCase()}">${method}</b>`
    return `<li>${badge}<code>${escape(address)}</code><span>${escape(summaries.get(id) ?? '')}</span></li>`
  })
  return `<details open><summary>${escape(tag)} <small>${operations.length}</small></summary><ul>${rows.join('\n')}</ul></details>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
