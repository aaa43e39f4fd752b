import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { makeTemporaryFolder } from '../package/temporary-folder.ts'

/** A single check within a scenario of the suite. */
export interface ConformanceCheck {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')
const folder = makeTemporaryFolder('mcp-conformance')

/** Names of the suite's server scenarios. */
export async function listScenarios(): Promise<string[]> {
  const { printed } = await runSuite(['list', '--server'])
  return [...printed.matchAll(/^\s+- ([\w-]+)/gm)].map(([, name = '']) => name)
}

/** Runs one scenario; throws if it made no checks, which is a failure of the suite. */
export async function runScenario(scenario: string, url: string): Promise<ConformanceCheck[]> {
  const output = join(folder, scenario)
  const { printed } = await runSuite(['server', '--url', url, '--scenario', scenario, '--output-dir', output])
  const [file] = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('checks.json'),
  )
  if (file === undefined) throw new Error(`${scenario} left no result\n${printed}`)
  const checks = JSON.parse(readFileSync(join(output, file), 'utf8')) as ConformanceCheck[]
  if (checks.length === 0) throw new Error(`${scenario} checked nothing\n${printed}`)
  return checks
}

/** Runs the suite as a separate process without blocking this one, which hosts the server under test. */
function runSuite(args: readonly string[]): Promise<{ printed: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd: folder, timeout: 30_000 })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += String(chunk)))
    child.on('error', reject).on('close', () => resolve({ printed }))
  })
}
