import type { Person } from './people.ts'

/** A page on which a tester chooses whom to sign in as. */
export function choosePage(people: readonly Person[], query: URLSearchParams): string {
  const entries = people.map(({ id, name, organizationName }) => {
    const to = new URLSearchParams(query)
    to.set('login_hint', id)
    to.delete('prompt')
    return `<li><a href="authorize?${escape(to.toString())}">${escape(name ?? id)}</a>, ${escape(organizationName)}</li>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in to the mock</title>
<body style="font: 16px/1.6 system-ui; margin: 3rem auto; max-width: 30rem"><h1>Sign in as</h1><ul>${entries.join('')}</ul></body></html>`
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
