#!/usr/bin/env node
import { createClient } from '@auspex/sdk'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { ConfigError, readConfig, usage } from './config.ts'
import { createAuspexMcpServer } from './server.ts'

const args = process.argv.slice(2)
if (args.includes('--help')) {
  console.log(usage)
  process.exit(0)
}
try {
  const { baseUrl, token, allowWrites } = readConfig(process.env, args)
  const client = createClient({ baseUrl, auth: { getToken: () => token } })
  serveStdio(() => createAuspexMcpServer({ client, allowWrites }), {
    // stdout belongs to the protocol
    onerror: (error) => console.error(error.message),
  })
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  console.error(error.message)
  process.exit(1)
}
