import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { runInChromium } from './browser.ts'
import { bundle } from './bundle-probe.ts'
import { capture } from './capture.ts'
import type { Consumer } from './consumer.ts'
import { startProbeServer, targetOf } from './probe/probe-server.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** Runs the probe on another version of Node, which npm brings as a package. */
async function runOnNode(version: number, consumer: Consumer): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`
  const prefix = makeTemporaryFolder('node')
  await capture('npm', ['install', '--prefix', prefix, '--no-audit', '--no-fund', `${name}@${version}`], {
    timeoutMs: 300_000,
  })
  const node = join(prefix, 'node_modules', name, 'bin', 'node')
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

/** What edge runtimes have in common; neither `process` nor `Buffer`, nor anything else of Node. */
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

/** The packed SDK at work on every platform it is for; each step gives its line. */
export const platforms: readonly { readonly name: string; run(consumer: Consumer): Promise<string> }[] = [
  { name: 'Node 22', run: (consumer) => runOnNode(22, consumer) },
  { name: 'Node 24', run: (consumer) => runOnNode(24, consumer) },
  { name: 'Chromium', run: runInChromium },
  { name: 'edge', run: runOnEdge },
]
