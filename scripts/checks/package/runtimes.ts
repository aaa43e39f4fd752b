import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { runInChromium } from './browser.ts'
import { bundle } from './bundle-probe.ts'
import { capture } from './capture.ts'
import type { Consumer } from './consumer.ts'
import { startProbeServer, targetOf } from './probe/probe-server.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** Runs the probe on the given version of Node. */
async function runOnNode(version: number, consumer: Consumer): Promise<string> {
  const node = await nodeOf(version)
  const server = await startProbeServer(new Map())
  const code = await bundle(consumer, 'external')
  const call = `probe(${JSON.stringify(targetOf(server))}).then((done) => console.log(process.version + ' ' + done.length))`
  writeFileSync(join(consumer.folder, 'probe.mjs'), `${code}\n${call}`)
  try {
    const [actual = '', count] = (await capture(node, ['probe.mjs'], { cwd: consumer.folder })).trim().split(' ')
    if (!actual.startsWith(`v${version}.`)) throw new Error(`npm brought Node ${actual} for ${version}`)
    return `Node ${actual}: ${count} of 6 checks`
  } finally {
    await server.close()
  }
}

/** The executable of a Node version: the current one, or one installed from npm. */
export async function nodeOf(version: number): Promise<string> {
  if (process.versions.node.startsWith(`${version}.`)) return process.execPath
  const name = `node-${process.platform}-${process.arch}`
  const prefix = makeTemporaryFolder('node')
  const args = ['install', '--prefix', prefix, '--no-audit', '--no-fund', `${name}@${version}`]
  await capture('npm', args, { timeoutMs: 300_000 })
  return join(prefix, 'node_modules', name, 'bin', 'node')
}

/** Globals that edge runtimes have in common; neither `process` nor `Buffer`, nor anything else of Node. */
const webGlobals = {
  AbortController,
  AbortSignal,
  Blob,
  FormData,
  Headers,
  ReadableStream,
  Request,
  Response,
  TextDecoder,
  TextEncoder,
  TransformStream,
  URL,
  URLSearchParams,
  clearTimeout,
  console,
  crypto,
  fetch,
  performance,
  queueMicrotask,
  setTimeout,
  structuredClone,
}

export async function runOnEdge(consumer: Pick<Consumer, 'folder'>): Promise<string> {
  const server = await startProbeServer(new Map())
  try {
    const context = createContext({ ...webGlobals })
    new Script(await bundle(consumer, 'iife')).runInContext(context)
    const missing = new Script('typeof process + typeof Buffer').runInContext(context) as string
    if (missing !== 'undefinedundefined') throw new Error('the context has something of Node')
    const work = new Script(`auspexProbe.probe(${JSON.stringify(targetOf(server))})`).runInContext(context) as Promise<
      string[]
    >
    return `edge-like context without process and Buffer: ${(await work).length} of 6 checks`
  } finally {
    await server.close()
  }
}

/** Runs the packed SDK on every supported platform; each step returns a line of output. */
export const platforms: readonly { readonly name: string; run(consumer: Consumer): Promise<string> }[] = [
  { name: 'Node 22', run: (consumer) => runOnNode(22, consumer) },
  { name: 'Node 24', run: (consumer) => runOnNode(24, consumer) },
  { name: 'Chromium', run: runInChromium },
  { name: 'edge', run: runOnEdge },
]
