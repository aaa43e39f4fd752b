import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { capture } from '../capture.ts'
import { startProbeServer, targetOf } from '../probe/probe-server.ts'
import type { Project } from './projects.ts'

/** Imports what a server component would: options and keys without hooks, in a process where React has neither state nor context. */
const serverComponent = `
import { QueryClient } from '@tanstack/query-core'
import { createClient } from '@auspex/sdk'
import * as react from '@auspex/sdk/react'
if ('useGetMe' in react) throw new Error('the door for server components has hooks')
const client = createClient({ ...target, auth: { getToken: () => 'new' } })
const me = await new QueryClient().fetchQuery(react.getMeQueryOptions({ request: { client } }))
console.log('drawn: ' + me.profile.id)
`

/** Renders a page as a server does: prefetched data is in the HTML. */
const page = `
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createClient } from '@auspex/sdk'
import { AuspexProvider, getMeQueryOptions, useGetMe } from '@auspex/sdk/react'
const client = createClient({ ...target, auth: { getToken: () => 'new' } })
const queries = new QueryClient()
await queries.prefetchQuery(getMeQueryOptions({ request: { client } }))
const Name = () => 'drawn: ' + useGetMe().data?.profile.id
const inside = createElement(QueryClientProvider, { client: queries }, createElement(Name))
console.log(renderToString(createElement(AuspexProvider, { client }, inside)))
`

async function run({ folder }: Project, code: string, args: readonly string[]): Promise<void> {
  const server = await startProbeServer(new Map())
  try {
    writeFileSync(join(folder, 'page.mjs'), `const target = ${JSON.stringify(targetOf(server))}\n${code}`)
    const printed = await capture(process.execPath, [...args, 'page.mjs'], { cwd: folder })
    if (!printed.includes('drawn: usr_2k4m8q1z')) throw new Error(`the page is: ${printed}`)
  } finally {
    await server.close()
  }
}

export function drawServerComponent(project: Project): Promise<void> {
  return run(project, serverComponent, ['--conditions=react-server'])
}

export function drawPage(project: Project): Promise<void> {
  return run(project, page, [])
}
