import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { type Consumer, install } from './consumer.ts'
import { mcpFolder, packPackage, toolsFolder } from './pack.ts'
import type { RealServer } from '@auspex/server/testing'

/** Installs the packed MCP server next to the packed SDK, and requests the real server's sources over stdio, as an assistant would. */
export async function runPackedMcp({ folder }: Consumer, { url, token }: RealServer): Promise<string> {
  await install(folder, ['--omit=peer', await packPackage(toolsFolder), await packPackage(mcpFolder)])
  const child = spawn(join(folder, 'node_modules/.bin/auspex-mcp'), [], {
    env: { ...process.env, AUSPEX_URL: url, AUSPEX_TOKEN: token },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const sendRequest = async (id: number, method: string, params: object): Promise<string> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    for (;;) {
      const { done, value = '' } = await lines.next()
      if (done) throw new Error('auspex-mcp ended')
      if (value.includes(`"id":${id}`)) return value
    }
  }
  try {
    const clientInfo = { name: 'package check', version: '1' }
    await sendRequest(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
    const tools = (await sendRequest(2, 'tools/list', {})).match(/"inputSchema"/g)?.length ?? 0
    const answer = await sendRequest(3, 'tools/call', { name: 'list_sources', arguments: {} })
    if (!answer.includes('Imported documents') || answer.includes('isError')) throw new Error(answer)
    return `${tools} tools of the packed auspex-mcp, one asked against the real server`
  } finally {
    child.kill()
  }
}
