import type { Contract } from '@auspex/contract'
import { methodOf } from '../replies/served-contract.ts'
import { catalogue } from '../scenarios/catalogue.ts'

/** The product's purple, both themes, one column on a phone. */
const style = `
:root { color-scheme: light dark; --soft: light-dark(#5c5869, #a9a5b8); --line: light-dark(#e7e5ee, #383546); --accent: light-dark(#5d3fc9, #a08af7) }
body { max-width: 64rem; margin: 3rem auto; padding: 0 1.25rem; background: light-dark(#fff, #15131c); color: light-dark(#1f1d29, #e6e4ee); font: 1rem/1.5 Inter, system-ui, sans-serif }
h1 { letter-spacing: -.02em } h2 { margin-top: 2.5rem; font-size: 1.15rem } p, figcaption, small, span { color: var(--soft) }
a { color: var(--accent); margin-right: 1rem } a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
code, pre, b { font: .875rem/1.5 ui-monospace, SFMono-Regular, Menlo, monospace; overflow-wrap: anywhere }
figure { margin: 0 0 .75rem } pre { margin: .15rem 0 0; padding: .6rem .9rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem }
ul { list-style: none; padding: 0 } .faults code, b { color: var(--accent) } details { border-top: 1px solid var(--line); padding: .6rem 0 } summary { cursor: pointer; font-weight: 600 }
details li { display: grid; grid-template-columns: 4.5rem minmax(0, 1.2fr) minmax(0, 1fr); gap: .75rem; padding: .2rem 0 }
@media (max-width: 40rem) { details li { grid-template-columns: 3.75rem 1fr } details span { grid-column: 2 } }
`

/** The page at the server's address: what to try first, the available faults, and every operation. */
export function indexPage({ operations, document }: Contract, origin: string): string {
  const token = `-H 'Authorization: Bearer mira'`
  const tries = [
    ['A success', `curl ${token} ${origin}/api/users/me`],
    ['A 429 with Retry-After', `curl -i ${token} -H 'X-Mock-Scenario: rate-limited=20' ${origin}/api/users/me`],
    [
      'A 422 with pointers',
      `curl ${token} -H 'Content-Type: application/json' -d '{"query_term":7}' ${origin}/api/explore/topicQuery`,
    ],
  ].map(
    ([title, call = '']) => `<figure><figcaption>${title}</figcaption><pre><code>${escape(call)}</code></pre></figure>`,
  )
  const faults = catalogue.map(({ name, summary }) => `<li><code>${name}</code> <span>${escape(summary)}</span></li>`)
  const groups = [...new Set(operations.map(({ tag }) => tag))].map((tag) => {
    const rows = operations
      .filter((each) => each.tag === tag)
      .map((operation) => {
        const { method, path, isElsewhere } = operation
        const summary = document.paths[path]?.[methodOf(operation)]?.summary ?? ''
        const address = `${isElsewhere ? '/assistant' : '/api'}${path}`
        return `<li><b>${method}</b><code>${escape(address)}</code><span>${escape(summary)}</span></li>`
      })
    const { length: count } = rows
    return `<details open><summary>${escape(tag)} <small>${count}</small></summary><ul>${rows.join('\n')}</ul></details>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Auspex mock server</title>
<style>${style}</style>
<h1>Auspex mock server</h1>
<p>The ${operations.length} operations of the contract: validated, stateful, seeded, and failing on request.</p>
<nav><a href="/docs">Reference, to read and try</a> <a href="/openapi.json">Contract</a> <a href="/__mock">Admin API</a> <a href="/__mock/requests">Request log</a></nav>
<h2>Try</h2>
${tries.join('\n')}
<h2>Request a fault</h2>
<p>In the header <code>X-Mock-Scenario</code> for one request, or <code>POST /__mock/scenarios</code> until it is removed.</p>
<ul class="faults">${faults.join('\n')}</ul>
<h2>Operations</h2>
${groups.join('\n')}
</html>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
