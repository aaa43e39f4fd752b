/**
 * Usage: node scripts/lab/eval/events/learn-headlines.ts. Fits the weights of `reportWeights` (packages/analytics/src/events/rank-reports.ts) on
 * labels/headline-marks.tsv, prints how it chooses titles on topics that a model was not fitted on, and the weights. Needs AUSPEX_SHARED_DATA.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { measureReports, reportMeasures, tokens } from '@auspex/analytics'
import { sharedData } from '../../figures.ts'
import { fitLogistic, type LogisticExample, oddsOf } from '../logistic.ts'
import { learn } from '../news/news-pairs.ts'
import { eventCorpora, readArchive } from './events.ts'
import { drawDays } from './labelled-events.ts'

/** What an editor said of a title: it reports the main thing that happened in these days, another of some weight, or neither. */
type Mark = 'main' | 'other' | 'none'

interface MarkedTitle extends LogisticExample {
  mark: Mark
}

interface Window {
  topic: string
  isEvent: boolean
  titles: MarkedTitle[]
}

const penalty = 8
const folds = 5
/** A title that could stand, though something larger happened, is half a yes. */
const chances: Record<Mark, number> = { main: 1, other: 0.5, none: 0 }

const paths = eventCorpora.map((name) => {
  const path = sharedData.path(`corpora/${name}.jsonl.gz`)
  if (path === null) throw new Error(`corpora/${name}.jsonl.gz is not in AUSPEX_SHARED_DATA`)
  return path
})
const [, ...lines] = readFileSync(join(import.meta.dirname, '../meaning/labels/headline-marks.tsv'), 'utf8')
  .trim()
  .split('\n')
const windowMarks = lines.map((line) => {
  const [topic = '', from = '', to = '', peakDay = '', , event = '', ...ids] = line.split('\t')
  const marks = new Map<string, Mark>()
  for (const [at, mark] of (['main', 'other', 'none'] as const).entries())
    for (const id of (ids[at] ?? '').split(' ')) marks.set(id, mark)
  return { topic, from, to, peakDay, isEvent: event === 'yes', marks }
})
const reader = learn(paths)
const archive = await readArchive(paths, [...new Set(windowMarks.map(({ topic }) => topic))])

const windows = windowMarks.flatMap(({ topic, from, to, peakDay, isEvent, marks }): Window[] => {
  const { within, other } = drawDays({ from, to }, archive.get(topic)?.documents ?? [])
  if (within.length === 0) return []
  const measured = measureReports({ within, other, queryWords: tokens(topic), reader, peakDay })
  const titles = measured.flatMap(({ document, measures }) => {
    const mark = marks.get(within[document]?.id ?? '')
    return mark === undefined ? [] : [{ features: measures, chance: chances[mark], mark, weight: 1 }]
  })
  // a day of many titles is no more to learn from than one of few
  return [{ topic, isEvent, titles: titles.map((title) => ({ ...title, weight: 3 / Math.sqrt(titles.length) })) }]
})
const topics = [...new Set(windows.map(({ topic }) => topic))].toSorted()

const choices = Array.from({ length: folds }, (_, fold) => {
  const model = fitLogistic(
    windows.filter((window) => foldOf(window) !== fold).flatMap(({ titles }) => titles),
    penalty,
  )
  return windows
    .filter((window) => foldOf(window) === fold)
    .flatMap(({ isEvent, titles }) => {
      const [best] = titles
        .map((title) => ({ mark: title.mark, chance: 1 / (1 + Math.exp(-oddsOf(model, title.features))) }))
        .toSorted((a, b) => b.chance - a.chance)
      return best === undefined ? [] : [{ isEvent, ...best }]
    })
}).flat()

console.log(
  `${choices.length} windows, each judged by a model that saw none of its topic; no other rule than the least chance`,
)
for (const least of [0, 0.35, 0.45, 0.55]) {
  const quoted = choices.filter(({ chance }) => chance >= least)
  const partOf = (items: readonly { mark: Mark }[], all: number, ...marks: Mark[]) =>
    (items.filter(({ mark }) => marks.includes(mark)).length / Math.max(1, all)).toFixed(2)
  const events = choices.filter(({ isEvent }) => isEvent)
  const quiet = choices.filter(({ isEvent }) => !isEvent)
  const ofEvents = quoted.filter(({ isEvent }) => isEvent)
  const ofQuiet = quoted.filter(({ isEvent }) => !isEvent)
  console.log(
    `chance ${least} or more: ${quoted.length} quoted, of which main ${partOf(quoted, quoted.length, 'main')}, main or other ${partOf(quoted, quoted.length, 'main', 'other')}; ` +
      `of ${events.length} with an event: main ${partOf(ofEvents, events.length, 'main')}, main or other ${partOf(ofEvents, events.length, 'main', 'other')}; of ${quiet.length} without: neither ${partOf(ofQuiet, quiet.length, 'none')}`,
  )
}
const { bias, weights } = fitLogistic(
  windows.flatMap(({ titles }) => titles),
  penalty,
)
console.log(reportMeasures.map((name, at) => `${name}: ${(weights[at] ?? 0).toFixed(3)}`).join('\n'))
console.log(`bias: ${bias.toFixed(3)}`)

function foldOf({ topic }: Window): number {
  return topics.indexOf(topic) % folds
}
