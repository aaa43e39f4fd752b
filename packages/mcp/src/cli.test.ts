import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContractServer, startContractServer } from './testing/contract-server.ts'
import { createMcpClient } from './testing/mcp-client.ts'

const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
const start = (args: string[], env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [cli, ...args], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })

let auspex: ContractServer
beforeAll(async () => {
  auspex = await startContractServer()
})
afterAll(() => auspex.close())

describe('auspex-mcp', () => {
  test('speaks MCP over stdio with the token of its environment, and ends when its input does', async () => {
    const child = start(['--allow-writes'], { AUSPEX_URL: auspex.url, AUSPEX_TOKEN: 'mira' })
    const mcp = createMcpClient((message) => void child.stdin.write(`${JSON.stringify(message)}\n`))
    createInterface({ input: child.stdout }).on('line', (line) => mcp.receive(JSON.parse(line) as JSONRPCMessage))
    expect(await mcp.initialize()).toMatchObject({ serverInfo: { name: 'auspex' } })
    expect((await mcp.listTools()).map(({ name }) => name)).toContain('save_recent_search')
    const answer = await mcp.callTool('list_sources')
    expect(answer.content[0]?.text).toContain('"sources":[')
    expect(auspex.requests.at(-1)).toMatchObject({ operationId: 'listSources', token: 'Bearer mira' })
    child.stdin.end()
    expect((await once(child, 'exit'))[0]).toBe(0)
  })

  test.each([
    { args: ['--write'], env: {}, words: 'There is no option --write' },
    { args: [], env: { AUSPEX_URL: 'localhost:4000' }, words: 'AUSPEX_URL must be an http address' },
  ])('says what is wrong with its settings: $words', async ({ args, env, words }) => {
    const child = start(args, env)
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(said).toContain(words)
  })
})
