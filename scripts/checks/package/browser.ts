import { chromium, type Page } from '@playwright/test'
import { findChromium } from '../../test/find-chromium.ts'
import { bundle } from './bundle-probe.ts'
import type { Consumer } from './consumer.ts'
import type { probe, ProbeTarget } from './probe/probe.ts'
import { startProbeServer, targetOf } from './probe/probe-server.ts'

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
