import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { chromium, type Page } from '@playwright/test'
import { rolldown } from 'rolldown'
import { findChromium } from '../../test/run-browser.ts'
import { capture, makeTemporaryFolder } from '../harness/process.ts'
import type { Consumer } from './consumer.ts'
import { startProbeServer, targetOf } from './probe-server.ts'
import type { probe, ProbeTarget } from './probe.ts'

/** Bundles the probe with the packed SDK, or without it for Node. */
export async function bundle(
  { folder }: Pick<Consumer, 'folder'>,
  format: 'es' | 'iife' | 'external',
): Promise<string> {
  const entry = join(folder, 'probe.ts')
  writeFileSync(entry, readFileSync(join(import.meta.dirname, 'probe/probe.ts')))
  const build = await rolldown({
    input: entry,
    platform: 'browser',
    ...(format === 'external' && { external: [/^@auspex/] }),
  })
  const { output } = await build.generate({
    format: format === 'iife' ? 'iife' : 'es',
    name: 'auspexProbe',
    minify: false,
  })
  await build.close()
  return output[0].code
}

type Place = Pick<Consumer, 'folder'>

/** Runs the probe on a page in Chromium through `call`; reports how many of its checks passed. */
async function runOnPage(script: string, call: (page: Page, target: ProbeTarget) => Promise<unknown>): Promise<string> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium is installed')
  const page = '<!doctype html><meta charset="utf-8"><title>Probe</title>'
  const server = await startProbeServer(new Map(Object.entries({ '/': page, '/probe.js': script })))
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const tab = await browser.newPage()
    await tab.goto(server.url)
    const count = await call(tab, targetOf(server))
    if (count !== 6) throw new Error(`the probe ended with ${String(count)}`)
    return `Chromium ${browser.version()}: 6 of 6 checks`
  } finally {
    await browser.close()
    await server.close()
  }
}

export async function runInChromium(consumer: Place): Promise<string> {
  return runOnPage(await bundle(consumer, 'es'), (page, target) =>
    page.evaluate(async (place) => {
      const path = '/probe.js'
      // the bundle of probe.ts, served by the page's own server
      const bundled = (await import(path)) as { probe: typeof probe }
      return (await bundled.probe(place)).length
    }, target),
  )
}

/** A worker receives its target as its name. */
const answerPage = `
probe(JSON.parse(self.name)).then((done) => postMessage(done.length), (error) => postMessage(String(error)))`

/** Runs the probe in a worker, where there is no document. */
export async function runInWorker(consumer: Place): Promise<string> {
  return runOnPage(`${await bundle(consumer, 'es')}${answerPage}`, (page, target) =>
    page.evaluate(
      (place) =>
        new Promise<unknown>((resolve, reject) => {
          const worker = new Worker('/probe.js', { type: 'module', name: JSON.stringify(place) })
          worker.addEventListener('message', ({ data }) => resolve(data))
          worker.addEventListener('error', ({ message }) => reject(new Error(message)))
        }),
      target,
    ),
  )
}

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
