/** Usage: npm run mock [-- OPTIONS]. Starts the mock server from the sources, with the reference site at /docs; -- --help lists the options. */
import { readFileSync } from 'node:fs'
import { runCli } from '@auspex/mock-server/cli'
import type { DocsHandler } from '@auspex/mock-server/server'

const manifest = new URL('../../../packages/mock-server/package.json', import.meta.url)
const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string } // our own manifest

let site: DocsHandler | undefined
/** The site is built when it is first requested. */
const docs: DocsHandler = async (request, response) => {
  const { createDocsSite } = await import('@auspex/server/docs')
  site ??= createDocsSite({
    prefix: '/docs',
    servers: [
      { url: '/api', description: 'This mock server' },
      { url: '/assistant', description: 'The assistant of this mock server' },
    ],
  })
  await site(request, response)
}

await runCli(process.argv.slice(2), { version, docs, folder: process.env.AUSPEX_INVOKED_FROM ?? '.' })
