import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { chromium } from '@playwright/test'
import { rolldown } from 'rolldown'
import { findChromium } from '../../test/find-chromium.ts'
import { capture } from './capture.ts'
import type { Consumer } from './consumer.ts'
import type { probe, ProbeTarget } from './probe/probe.ts'
import { type ProbeServer, startProbeServer } from './probe/probe-server.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

function targetOf({ url }: ProbeServer): ProbeTarget {
  return { baseUrl: `${url}/api`, assistantUrl: `${url}/assistant` }
}

/** The probe with the packed SDK in it, or beside it for Node. */
async function bundle({ folder }: Consumer, format: 'es' | 'iife' | 'external'): Promise<string> {
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

async function runInChromium(consumer: Consumer): Promise<string> {
  const executablePath = findChromium()
  if (executablePath === null) throw new Error('no Chromium is installed')
  const files = new Map([
    ['/', '<!doctype html><meta charset="utf-8"><title>Probe</title>'],
    ['/probe.js', await bundle(consumer, 'es')],
  ])
  const server = await startProbeServer(files)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    const page = await browser.newPage()
    await page.goto(server.url)
    const count = await page.evaluate(async (target) => {
      const path = '/probe.js'
      // The bundle of probe.ts, served by the page's own server.
      const bundled = (await import(path)) as { probe: typeof probe }
      return (await bundled.probe(target)).length
    }, targetOf(server))
    return `Chromium ${browser.version()}: ${count} of 6 checks`
  } finally {
    await browser.close()
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

async function runOnEdge(consumer: Consumer): Promise<string> {
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
