/**
 * Usage: node scripts/checks/mcp-conformance.ts. Runs the conformance suite of the Model Context Protocol against our server, over HTTP. Each
 * scenario either runs or tests something that the server does not declare; a scenario of a later suite that is neither fails here.
 */
import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createAuspexMcpServer, serveHttp } from '@auspex/mcp'
import { createClient } from '@auspex/sdk'
import { defineTool, tools } from '@auspex/tools'
import * as z from 'zod'
import { finish, makeTemporaryFolder, start } from './harness/process.ts'

/** A single check within a scenario of the suite. */
interface ConformanceCheck {
  readonly id: string
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  readonly errorMessage?: string
}

const program = createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/dist/index.js')
const folder = makeTemporaryFolder('mcp-conformance')

/** Scenarios that a tool server must pass. */
const requirements = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'dns-rebinding-protection',
]

/** Scenarios about features that the server does not offer, by the capability that it would declare. */
const absentFeatures: Readonly<Record<string, RegExp>> = {
  completions: /^completion-/,
  logging: /^(logging-|tools-call-with-logging$)/,
  prompts: /^prompts-/,
  resources: /^resources-/,
}
/**
 * Optional features that ours lacks: its tools only return text, send no requests to the client and use the input schemas that zod generates, and it
 * has no sessions.
 */
const exemptions =
  /^(tools-call-(image|audio|embedded-resource|mixed-content|with-progress|sampling|elicitation)|elicitation-.*|json-schema-2020-12|server-sse-.*)$/

/** Tools with the names that the suite expects, registered like ours. */
const fixtureBase = { title: 'Fixture', description: 'A fixture of the conformance suite.', operationId: 'getMe' }
const fixtures = [
  defineTool({
    ...fixtureBase,
    name: 'test_simple_text',
    input: z.object({}),
    answer: async () => 'This is a simple text response for testing.',
  }),
  defineTool({
    ...fixtureBase,
    name: 'test_error_handling',
    input: z.object({}),
    answer: () => Promise.reject(new Error('This tool intentionally returns an error for testing')),
  }),
]

const client = createClient({ baseUrl: 'http://127.0.0.1:9/api' })
const { url, close } = await serveHttp({
  port: 0,
  createServer: () => createAuspexMcpServer({ client, allowWrites: true, catalogue: [...tools, ...fixtures] }),
})
const faults: string[] = []
let successCount = 0
try {
  const scenarios = [...(await runSuite(['list', '--server'])).matchAll(/^\s+- ([\w-]+)/gm)].map(
    ([, name = '']) => name,
  )
  const capabilities = await readCapabilities()
  for (const scenario of scenarios) {
    const capability = Object.entries(absentFeatures).find(([, names]) => names.test(scenario))?.[0]
    if (capability !== undefined && capability in capabilities)
      faults.push(`${scenario}: the server declares ${capability} now, so that it must be run`)
    if (capability === undefined && !exemptions.test(scenario) && !requirements.includes(scenario))
      faults.push(`${scenario}: it is listed neither as offered nor as absent`)
  }
  for (const scenario of requirements) {
    const checks = await runScenario(scenario)
    const successes = checks.filter(({ status }) => status === 'SUCCESS')
    for (const { id, status, errorMessage = '' } of checks)
      if (status === 'FAILURE') faults.push(`${scenario}, ${id}: ${errorMessage}`)
    if (successes.length === 0) faults.push(`${scenario}: nothing in it was a success`)
    console.log(`${scenario}: ${successes.map(({ id }) => id).join(', ')}`)
    successCount += successes.length
  }
  console.log(
    `${successCount} checks in ${requirements.length} scenarios pass; ${scenarios.length - requirements.length} scenarios are about what the server does not offer`,
  )
} finally {
  await close()
}
finish(faults)

async function runScenario(scenario: string): Promise<ConformanceCheck[]> {
  const output = join(folder, scenario)
  const printed = await runSuite(['server', '--url', url, '--scenario', scenario, '--output-dir', output])
  const [file] = globSync('**/*checks.json', { cwd: output })
  if (file === undefined) throw new Error(`${scenario} left no result\n${printed}`)
  return JSON.parse(readFileSync(join(output, file), 'utf8')) as ConformanceCheck[] // the suite's format
}

/** Runs the suite in a process of its own, which fails where a scenario does. */
async function runSuite(args: readonly string[]): Promise<string> {
  const suite = start(process.execPath, [program, ...args], { cwd: folder, timeout: 30_000 })
  await suite.ended
  return suite.output()
}

async function readCapabilities(): Promise<object> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'check', version: '1' } }
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  const text = await response.text()
  const message = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
    result: { capabilities: object }
  } // MCP's answer to it
  return message.result.capabilities
}
