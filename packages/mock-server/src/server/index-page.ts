import type { Contract, ContractOperation } from '@auspex/contract'
import { catalogue } from '../scenarios/catalogue.ts'
import { indexStyle } from './index-style.ts'

/** What a person sees who opens the server's address: what to try first, the faults to ask for, and every operation. */
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
<p>The ${operations.length} operations of the contract: validated, remembered, seeded, and failing when you ask for it.</p>
<nav><a class="first" href="/docs">Reference, to read and try</a><a href="/openapi.json">Contract</a><a href="/__mock">Admin API</a><a href="/__mock/requests">Request log</a></nav>
</header>
<section aria-labelledby="try">
<h2 id="try">Try</h2>
${tries(origin)
  .map(
    ([what, command]) => `<figure><figcaption>${what}</figcaption><pre><code>${escape(command)}</code></pre></figure>`,
  )
  .join('\n')}
</section>
<section aria-labelledby="faults">
<h2 id="faults">Ask for a fault</h2>
<p>In the header <code>X-Mock-Scenario</code> for one request, or <code>POST /__mock/scenarios</code> until it is taken away.</p>
<ul class="faults">${catalogue.map(({ name, summary }) => `<li><code>${escape(name)}</code> ${escape(summary)}</li>`).join('\n')}</ul>
</section>
<section aria-labelledby="operations">
<h2 id="operations">Operations</h2>
${tags.map((tag) => group(tag, { operations: operations.filter((each) => each.tag === tag), summaries })).join('\n')}
</section>
</main>
</html>`
}

function tries(origin: string): [string, string][] {
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

function group(
  tag: string,
  { operations, summaries }: { operations: readonly ContractOperation[]; summaries: ReadonlyMap<string, string> },
): string {
  const rows = operations.map(({ method, path, id, isElsewhere }) => {
    const place = `${isElsewhere ? '/assistant' : '/api'}${path}`
    const verb = `<b class="${method.toLowerCase()}">${method}</b>`
    return `<li>${verb}<code>${escape(place)}</code><span>${escape(summaries.get(id) ?? '')}</span></li>`
  })
  return `<details open><summary>${escape(tag)} <small>${operations.length}</small></summary><ul>${rows.join('\n')}</ul></details>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
