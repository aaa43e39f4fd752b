/**
 * Usage: node scripts/lab/bench/report-view.ts [--library FOLDER] [--url URL] [--rounds N] [TERM…], after a build. Measures a report in a real
 * browser:
 * the JavaScript of its page, the time from the click to the chart, long tasks, and frames while days are drawn; prints medians of N rounds (5) as a
 * Markdown table, and exits with 1 if a threshold is missed. It starts the server on the library in FOLDER (AUSPEX_DATA of a stopped server), or on
 * the demo corpus by default; with a URL, it uses that server, whose data folder is FOLDER. AUSPEX_CHROMIUM is the browser.
 */
import { readFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { removeData, spawnServer } from '@auspex/server/testing'
import { type Account, measureReport, type ReportView } from './browser/measure-report.ts'
import { hashReferenceMs, median } from './reference.ts'
import { type Figure, isReached, toTable } from './signals/figures.ts'

const { values, positionals } = parseArgs({
  options: { library: { type: 'string' }, url: { type: 'string' }, rounds: { type: 'string', default: '5' } },
  allowPositionals: true,
})
const rounds = Number(values.rounds)
if (!Number.isSafeInteger(rounds) || rounds < 1) throw new RangeError('--rounds is a number from 1')
if (values.url !== undefined && values.library === undefined)
  throw new TypeError('With --url, name the data folder of that server by --library: its first account signs in')
const terms = positionals.length > 0 ? positionals : ['oat milk', 'electric cars', 'inflation']

const hashMs = hashReferenceMs()
const server = values.url === undefined ? await start(values.library) : null
const url = server?.url ?? values.url ?? ''
const dataDir = server?.dataDir ?? values.library ?? ''
const browser = await chromium.launch({
  executablePath: process.env.AUSPEX_CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const figures: Figure[] = []
try {
  const account = readAccount()
  // The first report after a start reads the library from disk, which says nothing about the browser.
  for (const term of terms) await measureReport(browser, { url, account, term })
  for (const term of terms) {
    const views: ReportView[] = []
    for (let round = 0; round < rounds; round += 1) views.push(await measureReport(browser, { url, account, term }))
    figures.push(...toFigures(term, views))
    process.stderr.write(`${term}: ${JSON.stringify(views.map(({ interactiveMs }) => Math.round(interactiveMs)))}\n`)
  }
} finally {
  await browser.close()
  await server?.stop()
  if (server !== null && values.library === undefined) removeData(server.dataDir)
}
console.log(
  `${new Date().toISOString().slice(0, 16)}Z, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, load ${loadavg()[0]?.toFixed(1) ?? '?'}, hashing 256 MB ${hashMs.toFixed(0)} ms, ${rounds} rounds.\n`,
)
console.log(toTable(figures))
if (figures.some((figure) => isReached(figure) === false)) process.exitCode = 1

function start(library: string | undefined): ReturnType<typeof spawnServer> {
  const sources = library === undefined ? 'demo' : 'live'
  return spawnServer({ AUSPEX_SOURCES: sources, AUSPEX_LOG_LEVEL: 'warn' }, library)
}

function readAccount(): Account {
  // the product writes this file at its first start
  const { users } = JSON.parse(readFileSync(join(dataDir, 'first-run.json'), 'utf8')) as { users: Account[] }
  const [account] = users
  if (account === undefined) throw new TypeError(`${dataDir} names no account`)
  return account
}

function toFigures(term: string, views: readonly ReportView[]): Figure[] {
  const figure = (what: string, of: (view: ReportView) => number, unit: string, atMost: number): Figure => {
    const all = views.map(of)
    const worst = `worst of ${all.length}: ${Math.max(...all).toFixed(0)}`
    return { what: `${term}: ${what}`, value: median(all), unit, bar: { atMost }, note: worst }
  }
  return [
    figure('interactive after the click on Home', (view) => view.interactiveMs, 'ms', 1_000),
    figure('longest task after that click', (view) => view.longestTaskMs, 'ms', 100),
    figure('longest task, address opened at once', (view) => view.longestTaskOfAddressMs, 'ms', 100),
    figure('frames while days are drawn, p95', (view) => view.frameP95Ms, 'ms', 20),
    figure('requests to the API while days are drawn', (view) => view.requestsWhileDrawing, '', 0),
    figure('JavaScript of the address, brotli', (view) => view.javaScriptKb, 'kB', 250),
  ]
}
