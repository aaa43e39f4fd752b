/**
 * Usage: node scripts/lab/eval/sentences/tell-topics.ts URL FIRST_RUN_FILE [TOPICS_FILE]. Asks topics of a running server with a library of real
 * documents, one a line of the file or the twenty that the sentences were written with, and prints the title and the story of each report, then
 * how they read: words, figures, Flesch reading ease, claims that open their documents, and the server's time. Facts that a reader needs to judge a
 * lead stand below it: the months with most documents, and headlines of the highest.
 */
import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Claim, SearchState, SignalReport } from '@auspex/sdk/types'
import { createSend, readToken } from '../../../checks/harness/product.ts'
import { median, quantile } from '../../figures.ts'

/** Topics that were read while the sentences were written. */
const readTopics =
  'sopa|"steve jobs"|bitcoin|brexit|salmon|lobster|obama|coronavirus|minecraft|"3d printing"|privacy|romney|wikileaks|egypt|"climate change"|nokia|tesla|fukushima|"gun control"|wikipedia'.split(
    '|',
  )
const monthNames = 'January|February|March|April|May|June|July|August|September|October|November|December'
const maxWords = 25
const maxFigures = 2
const minEase = 50
const monthsShown = 4
const headlinesShown = 8

const [url, firstRunFile, topicsFile] = process.argv.slice(2)
if (url === undefined || firstRunFile === undefined)
  throw new TypeError('Say the address of a server and the first-run.json of its data folder')
const send = createSend(url, await readToken(url, dirname(firstRunFile), 'member'))
const topics =
  topicsFile === undefined
    ? readTopics
    : readFileSync(topicsFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')

/** What is read of a list of documents. */
interface ListedDocuments {
  items: { title: string; outlet: string; publishedAt: string }[]
  page: { total: number | null }
}

async function read<Reply>(method: string, path: string, body?: unknown): Promise<Reply> {
  const reply = await send(method, path, body)
  // 422: too few documents for a report
  if (!reply.ok && reply.status !== 422)
    throw new Error(`${method} ${path} was answered with ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Reply // by the contract
}

const sentences: string[] = []
const times: number[] = []
let [claimsRead, claimsOpen] = [0, 0]
for (const topic of topics) {
  const report = await fetchSummary(topic)
  if (report === null) {
    console.log(`\n## ${topic}\nno report`)
    continue
  }
  times.push(report.computeMs)
  await print(topic, report)
}
printFigures()

/** The report of what the library holds, without waiting for sources. */
async function fetchSummary(topic: string): Promise<SignalReport | null> {
  const state = await read<Partial<SearchState>>('POST', '/explore/topicQuery', { query_term: topic })
  if (state.signal_id === undefined) return null
  const report = await read<SignalReport | { code: string }>('GET', `/signal/json/${state.signal_id}`)
  return 'counts' in report ? report : null
}

async function print(topic: string, report: SignalReport): Promise<void> {
  const { statements, claims, note } = report.summary
  const name = report.query.title.replaceAll('"', '')
  console.log(
    `\n## ${topic} · ${report.counts.documents} documents, ${report.firstDay} to ${report.lastDay}, ${Math.round(report.computeMs)} ms`,
  )
  if (statements.length === 0) console.log(note)
  for (const { text, part, claimIds, ...rest } of statements) {
    if (part === 'detail') {
      if (rest.role !== null) console.log(`  > [${(rest as { about?: string | null }).about ?? ''}] ${text}`)
      continue
    }
    console.log(part === 'title' ? `**${text}**` : `- ${text}`)
    sentences.push(...split(text.replaceAll(name, 'it')))
    for (const claim of claims.filter(({ id }) => claimIds.includes(id)))
      if (part === 'story') await open(report, claim)
  }
  const { events, busiest } = report.events
  for (const { onset, peak, until, stories, expected, surprise, headline, terms } of events.slice(0, 5))
    console.log(
      `  event ${onset} ^${peak} ${until} ${stories}/${expected.toFixed(0)} s${surprise.toFixed(0)} ${headline?.title ?? `(${terms.join(', ')})`}`,
    )
  if (busiest != null) console.log(`  busiest ${JSON.stringify(busiest).slice(0, 500)}`)
  const months = report.volume.points
    .toSorted((a, b) => b.documents - a.documents)
    .slice(0, monthsShown)
    .map(({ firstDay, documents, storyClusters }) => `${firstDay} ${documents} (${storyClusters} stories)`)
  console.log(`  bars: ${months.join('; ')}`)
  const highest = report.volume.points.toSorted((a, b) => b.documents - a.documents)[0]
  if (highest === undefined) return
  const { items } = await read<ListedDocuments>(
    'GET',
    `/signals/${report.signalId}/documents?from=${highest.firstDay}&to=${highest.lastDay}&sort=reach&fold=stories&perPage=${headlinesShown}`,
  )
  for (const { title, outlet, publishedAt } of items)
    console.log(`    ${publishedAt.slice(0, 10)} ${outlet}: ${title.slice(0, 140)}`)
}

/** Whether a claim lists documents. */
async function open({ signalId }: SignalReport, { evidence }: Claim): Promise<void> {
  const parameters = new URLSearchParams({ ...evidence, perPage: '1' })
  const { page } = await read<ListedDocuments>('GET', `/signals/${signalId}/documents?${parameters}`)
  claimsRead += 1
  if ((page.total ?? 0) > 0) claimsOpen += 1
  else console.log(`  opens nothing: ${JSON.stringify(evidence)}`)
}

function split(text: string): string[] {
  return text
    .replaceAll(/“[^”]*”/gu, 'this')
    .split(/(?<=[.!?]) (?=\p{Lu})/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

function countFigures(text: string): number {
  const dates = new RegExp(
    String.raw`\b\d{1,2}(?: to \d{1,2})? (?:${monthNames})(?: \d{4})?\b|\b(?:${monthNames}) \d{4}\b`,
    'gu',
  )
  return (
    text
      .replaceAll(dates, '')
      .replaceAll(/\d[\d.,]* times/gu, 'times')
      .match(/(?<!\w)\d[\d,.]*|\b(?:half|third|quarters?|twice|times|none)\b/giu) ?? []
  ).length
}

/**
 * Flesch (1948): 206.835 − 1.015 · words a sentence − 84.6 · syllables a word. Quotations, names of publishers and of topics are nobody's choice: they
 * count as short words; dates and figures as words of two syllables.
 */
function easeOf(text: string): number {
  const words =
    text
      .replaceAll(/\([^)]*\)/gu, '')
      .replaceAll(/\S+(?:\/\S+|\.(?:com|org|net)\S*)/gu, 'it')
      .match(/[\p{L}\p{N}'’]+/gu) ?? []
  const syllables = words.reduce((sum, word) => sum + countSyllables(word), 0)
  return 206.835 - 1.015 * words.length - (84.6 * syllables) / Math.max(1, words.length)
}

function countSyllables(word: string): number {
  if (/\d/u.test(word) || monthNames.split('|').includes(word)) return 2
  const runs = word
    .toLowerCase()
    .replace(/(?:[^laeiouy]es|[^laeiouytd]ed|[^laeiouy]e)$/u, '')
    .match(/[aeiouy]{1,2}/gu)
  return Math.max(1, runs?.length ?? 0)
}

function printFigures(): void {
  if (sentences.length === 0) throw new Error('None of the topics has a report')
  const part = (isGood: (one: string) => boolean) =>
    `${((100 * sentences.filter(isGood).length) / sentences.length).toFixed(1)}%`
  console.log(`\n${sentences.length} sentences of ${times.length} reports`)
  console.log(`at most ${maxWords} words: ${part((sentence) => sentence.split(/\s+/u).length <= maxWords)}`)
  console.log(`at most ${maxFigures} figures: ${part((sentence) => countFigures(sentence) <= maxFigures)}`)
  console.log(`Flesch reading ease of ${minEase} or more: ${part((sentence) => easeOf(sentence) >= minEase)}`)
  console.log(`claims that open: ${claimsOpen} of ${claimsRead}`)
  console.log(`server time: median ${median(times).toFixed(0)} ms, p95 ${quantile(times, 0.95).toFixed(0)} ms`)
  for (const sentence of sentences.filter((text) => easeOf(text) < minEase).slice(0, 15))
    console.log(`  hard: ${sentence}`)
}
