import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ContractServer, startContractServer } from './testing/contract-server.ts'
import { createMcpClient } from './testing/mcp-client.ts'

const cli = fileURLToPath(new URL('cli.ts', import.meta.url))
const start = (args: string[], env: NodeJS.ProcessEnv) =>
  spawn(process.execPath, [cli, ...args], { env: { ...process.env, ...env }, stdio: ['pipe', 'pipe', 'pipe'] })

/** A request with the Host header of the test, which fetch does not allow. */
const post = (url: URL, headers: Record<string, string>, body: object): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', reject).end(JSON.stringify(body))
  })

let auspex: ContractServer
beforeAll(async () => {
  auspex = await startContractServer()
})
afterAll(() => auspex.close())

describe('auspex-mcp', () => {
  test('speaks MCP over stdio with the token from its environment, and exits when its input closes', async () => {
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

  test('serves HTTP on a given port, and refuses a page that uses another host name', async () => {
    const child = start(['--http=0'], { AUSPEX_URL: auspex.url, AUSPEX_TOKEN: 'mira' })
    const [line] = (await once(createInterface({ input: child.stderr }), 'line')) as [string]
    const url = new URL(line.replace('Listening at ', ''))
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_sources', arguments: {} } }
    const initialize = (headers: Record<string, string>) =>
      post(url, { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }, call)
    const answer = await initialize({})
    expect([answer.status, answer.text]).toEqual([200, expect.stringContaining(String.raw`{\"sources\":[`)])
    expect(auspex.requests.at(-1)).toMatchObject({ operationId: 'listSources', token: 'Bearer mira' })
    const requestCount = auspex.requests.length
    expect((await initialize({ host: 'evil.example' })).status).toBe(403)
    expect((await initialize({ origin: 'https://evil.example' })).status).toBe(403)
    expect(auspex.requests).toHaveLength(requestCount)
    child.kill()
    await once(child, 'exit')
  })

  test('ends when the npx that runs it has ended, and frees its port', async () => {
    const run = `require('node:child_process').spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit' })`
    const env = { ...process.env, AUSPEX_URL: auspex.url, AUSPEX_TOKEN: 'mira', npm_command: 'exec' }
    const npx = spawn(process.execPath, ['-e', run, '--', cli, '--http=0'], { env })
    const lines: string[] = []
    const output = createInterface({ input: npx.stderr }).on('line', (line) => lines.push(line))
    await once(output, 'line')
    const url = lines[0]?.replace('Listening at ', '') ?? ''
    expect((await fetch(url)).status).toBeLessThan(500)
    npx.kill('SIGKILL')
    // the pipes close with the program, not with its parent
    await once(npx, 'close')
    expect(lines.slice(1)).toEqual(['Stopped (npx has ended).'])
    await expect(fetch(url)).rejects.toThrow('fetch failed')
  })

  test('lets each program sign its person in, and calls with the token of each request', async () => {
    const child = start(['--http=0', '--sign-in'], { AUSPEX_URL: auspex.url })
    const [line] = (await once(createInterface({ input: child.stderr }), 'line')) as [string]
    const url = new URL(line.replace('Listening at ', ''))
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_sources', arguments: {} } }
    const send = (headers: Record<string, string>) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
        body: JSON.stringify(call),
      })
    const refused = await send({})
    expect(refused.status).toBe(401)
    const [, metadataUrl = ''] = /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '') ?? []
    expect(await (await fetch(metadataUrl)).json()).toMatchObject({
      resource: url.href,
      authorization_servers: [`${auspex.url}/identity`],
    })
    expect((await send({ authorization: 'Bearer of-ana' })).status).toBe(200)
    expect(auspex.requests.at(-1)).toMatchObject({ operationId: 'listSources', token: 'Bearer of-ana' })
    auspex.answers.set('getMe', {
      status: 401,
      body: { title: 'Sign in', status: 401, code: 'identity.invalid_token' },
    })
    expect((await send({ authorization: 'Bearer expired' })).headers.get('www-authenticate')).toContain('invalid_token')
    auspex.answers.clear()
    child.kill()
    await once(child, 'exit')
  })

  test('renews the tokens of a service, so that it outlives them', async () => {
    const issued: string[] = []
    const provider = createServer((incoming, response) => {
      const { port } = provider.address() as AddressInfo // it listens on a port
      const isDiscovery = incoming.url?.endsWith('/openid-configuration') === true
      if (!isDiscovery) issued.push(`t${issued.length + 1}`)
      const body = isDiscovery
        ? { token_endpoint: `http://127.0.0.1:${port}/token` }
        : // no lifetime: used once
          { access_token: issued.at(-1), expires_in: 0 }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await once(provider.listen(0, '127.0.0.1'), 'listening')
    const issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    const service = { AUSPEX_CLIENT_ID: 'app_1', AUSPEX_CLIENT_SECRET: 'secret', AUSPEX_ISSUER: issuer }
    const child = start([], { AUSPEX_URL: auspex.url, AUSPEX_TOKEN: '', ...service })
    const mcp = createMcpClient((message) => void child.stdin.write(`${JSON.stringify(message)}\n`))
    createInterface({ input: child.stdout }).on('line', (line) => mcp.receive(JSON.parse(line) as JSONRPCMessage))
    await mcp.initialize()
    await mcp.callTool('list_sources')
    await mcp.callTool('list_sources')
    expect(auspex.requests.slice(-2).map(({ token }) => token)).toEqual(['Bearer t1', 'Bearer t2'])
    child.stdin.end()
    await once(child, 'exit')
    provider.close()
  })

  test('without a token says how the person signs in', async () => {
    const child = start([], { AUSPEX_URL: auspex.url, AUSPEX_TOKEN: '', XDG_CONFIG_HOME: '/nowhere' })
    const mcp = createMcpClient((message) => void child.stdin.write(`${JSON.stringify(message)}\n`))
    createInterface({ input: child.stdout }).on('line', (line) => mcp.receive(JSON.parse(line) as JSONRPCMessage))
    await mcp.initialize()
    const answer = await mcp.callTool('list_sources')
    expect(answer.content[0]?.text).toContain('Run: npx -p @auspex/mcp auspex-login --url=')
    child.stdin.end()
    await once(child, 'exit')
  })

  test('says in one line that its port is in use', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo // it listens on a port
    const child = start([`--http=${port}`], { AUSPEX_URL: auspex.url, AUSPEX_TOKEN: 'mira' })
    let errorOutput = ''
    child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()))
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(errorOutput).toBe(
      `Port ${port} is in use by another program; choose a free one, for example --http=${port + 1}\n`,
    )
    other.close()
  })

  test.each([
    { args: [], env: { AUSPEX_TOKEN: '', AUSPEX_CLIENT_ID: 'app_1' }, words: 'go together' },
    { args: ['--http=web'], env: {}, words: '--http needs a port' },
    { args: ['--sign-in'], env: {}, words: '--sign-in needs --http=PORT' },
    { args: ['--write'], env: {}, words: 'There is no option --write' },
    { args: [], env: { AUSPEX_URL: 'localhost:4000' }, words: 'AUSPEX_URL must be an http address' },
  ])('explains invalid settings: $words', async ({ args, env, words }) => {
    const child = start(args, env)
    let errorOutput = ''
    child.stderr.on('data', (chunk: Buffer) => (errorOutput += chunk.toString()))
    expect((await once(child, 'close'))[0]).toBe(1)
    expect(errorOutput).toContain(words)
  })
})
