import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, Script } from 'node:vm'
import { chromium, type Page } from '@playwright/test'
import { rolldown } from 'rolldown'
import { findChromium } from '../../test/run-browser.ts'
import type { Consumer } from './consumer.ts'
import { startProbeServer, targetOf } from './probe-server.ts'
import type { probe, ProbeTarget } from './probe.ts'

type Place = Pick<Consumer, 'folder'>

/** Bundles the probe with the packed SDK, or without it for Node. */
export async function bundle({ folder }: Place, format: 'es' | 'iife' | 'external'): Promise<string> {
  const entry = join(folder, 'probe.ts')
  writeFileSync(entry, readFileSync(join(import.meta.dirname, 'probe.ts')))
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

export async function runOnEdge(consumer: Place): Promise<string> {
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
