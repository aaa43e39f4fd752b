/**
 * Usage: node scripts/checks/mock/packed-server.ts [NODE …]. Packs @auspex/mock-server, installs it into an empty project as an outsider would,
 * starts
 * it with npx and calls it; then type-checks and starts it from a program, and runs its README's examples. Each NODE is another Node executable
 * to run it with. Exits with 1 if anything fails.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBlocks } from '../package/snippets.ts'

const source = fileURLToPath(new URL('../../../packages/mock-server', import.meta.url))
const nodeTypes = realpathSync(fileURLToPath(new URL('../../../node_modules/@types/node', import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), 'auspex-mock-'))

function run(command: string, args: readonly string[], cwd: string) {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}

function show(command: string, args: readonly string[], cwd: string) {
  return execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] })
}

/** Waits for a started server to print its address. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const url = /at (http:\/\/127\.0\.0\.1:\d+)/.exec(output)?.[1]
      if (url !== undefined) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`It ended with ${code}: ${output}`)))
  })
}

async function call(
  description: string,
  { url, init, status }: { url: string; init?: RequestInit; status: number },
): Promise<void> {
  const reply = await fetch(url, init)
  if (reply.status !== status)
    throw new Error(`${description} answered ${reply.status}, not ${status}: ${await reply.text()}`)
  console.log(`  ${description}: ${reply.status}`)
}

async function tryServer(name: string, command: string, args: readonly string[]): Promise<void> {
  const started = performance.now()
  const child = spawn(command, [...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  try {
    const url = await addressOf(child)
    console.log(`${name}: ready after ${Math.round(performance.now() - started)} ms`)
    const authorization = 'Bearer mira'
    const me = `${url}/api/users/me`
    await call('a success', { url: me, init: { headers: { authorization } }, status: 200 })
    const body = {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{"query_term":7}',
    }
    await call('a 422', { url: `${url}/api/explore/topicQuery`, init: body, status: 422 })
    const limited = { headers: { authorization, 'x-mock-scenario': 'rate-limited=20' } }
    await call('a 429', { url: me, init: limited, status: 429 })
    await call('the contract', { url: `${url}/openapi.json`, status: 200 })
  } finally {
    // npx starts a shell that starts the server: all three are one process group
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM')
  }
}

const program = `import { startMockServer } from '@auspex/mock-server/server'
import { createMock } from '@auspex/mock-server'

const server = await startMockServer({ scenarios: ['slow=1'] })
const reply = await fetch(\`\${server.apiUrl}/health/getStatus\`)
const count: number = server.requests().length
const mock = createMock({ document: server.mock.contract.document })
const second: Response = await mock.fetch('http://mock/api/health/getStatus')
await server.close()
if (reply.status !== 200 || second.status !== 200 || count !== 1) throw new Error('The packed server does not work from a program')
`

try {
  // leftovers of an earlier build must not hide a file that packing omits
  rmSync(join(source, 'dist'), { recursive: true, force: true })
  run('pnpm', ['pack', '--pack-destination', folder], source)
  const [tarball = ''] = readdirSync(folder).filter((file) => file.endsWith('.tgz'))
  console.log(`Packed ${(statSync(join(folder, tarball)).size / 1024).toFixed(0)} KB`)
  writeFileSync(join(folder, 'package.json'), '{ "name": "outsider", "private": true, "type": "module" }')
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], folder)
  const installed = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'))
  console.log(`Installed ${installed.join(', ')} and nothing else`)

  await tryServer('npx auspex-mock', 'npx', ['--no-install', 'auspex-mock', '--port', '0'])
  const cli = join(folder, 'node_modules/@auspex/mock-server/dist/cli.js')
  for (const node of process.argv.slice(2)) {
    const version = run(node, ['--version'], folder).trim()
    await tryServer(`Node ${version}`, node, [cli, '--port', '0'])
  }

  // the server's types refer to Node's, which every TypeScript project for Node has
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', nodeTypes], folder)
  writeFileSync(join(folder, 'program.ts'), program)
  const options = ['--module', 'nodenext', '--target', 'es2022', '--lib', 'es2023,dom,dom.asynciterable', '--strict']
  show('tsc', [...options, '--noEmit', '--types', 'node', 'program.ts'], folder)
  show('node', ['program.ts'], folder)
  console.log('From a program: typed without skipLibCheck, started, called, closed')

  const blocks = readBlocks('packages/mock-server/README.md')
  for (const [index, { code }] of blocks.entries()) {
    const file = `readme-${index}.ts`
    writeFileSync(join(folder, file), code)
    show('tsc', [...options, '--noEmit', '--types', 'node', file], folder)
    show('node', [file], folder)
  }
  console.log(`${blocks.length} of ${blocks.length} blocks of its README run from the package`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
