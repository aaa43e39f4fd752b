import { clusterNearDuplicates, clusterStories, tokens } from '@auspex/analytics'
import type { EvalData, EvalRow, EvalTask } from './eval.types.ts'
import { sphericalKMeans } from './story-clusters/k-means.ts'
import { evenSample, type LabelledText, readLabelled, readTitles } from './story-clusters/labelled-texts.ts'
import { editedCopies } from './story-clusters/edited-copies.ts'
import { bCubedF1, pairF1 } from './story-clusters/scores.ts'
import { simHashClusters } from './story-clusters/sim-hash.ts'

const task = 'story-clusters'

/**
 * Checks that copies of real titles are found, and stories kept apart. The method's two parameters (25 neighbours at least .3 as near as
 * the nearest, resolution 2) were chosen on wikiref220, 500 texts of stackoverflow and the odd-numbered stories of
 * googlenews_snippets; the even-numbered ones were looked at only here.
 */
export const storyClustersTask: EvalTask = {
  name: task,
  run: async (data) => [...nearDuplicates(data), ...stories(data)],
}

function nearDuplicates(data: EvalData): EvalRow[] {
  const path = data.path('corpora/forum_hn_stackexchange.jsonl.gz')
  const measure = 'pair F1'
  if (path === null) return [absentRow('own edited copies of real titles', measure, 0.9)]
  const copies = editedCopies({ titles: readTitles(path).slice(0, 3_000), seed: 20_261_121 })
  const truth = copies.map(({ story }) => story)
  const clusters = clusterNearDuplicates(copies.map(({ document }) => document))
  const label = `own edited copies of 3,000 real titles (${copies.length.toLocaleString('en')})`
  const words = copies.map(({ document }) => document.tokens)
  return [
    {
      task,
      data: label,
      measure,
      value: pairF1(
        truth,
        copies.map(({ document }) => clusters.get(document.id) ?? document.id),
      ),
      bar: { atLeast: 0.9 },
      baseline: { name: 'SimHash-64, ≤ 12 bits (its best)', value: pairF1(truth, simHashClusters(words, 12)) },
    },
    {
      task,
      data: label,
      measure: `${measure} of equal titles`,
      value: pairF1(
        truth,
        words.map((title) => title.join(' ')),
      ),
      bar: null,
      baseline: null,
    },
  ]
}

interface StorySet {
  label: string
  file: string
  keep?: (text: LabelledText) => boolean
  sample?: number
  bar: number | null
}

function isEven({ label }: LabelledText) {
  return Number(label) % 2 === 0
}

const sets: readonly StorySet[] = [
  { label: 'googlenews_snippets', file: 'googlenews_snippets', bar: 0.8 },
  { label: 'googlenews_snippets, held-out stories', file: 'googlenews_snippets', keep: isEven, bar: 0.8 },
  { label: 'googlenews_snippets, 500 held-out', file: 'googlenews_snippets', keep: isEven, sample: 500, bar: null },
  { label: 'wikiref220 (tuned on)', file: 'wikiref220_stories', bar: null },
  { label: 'stackoverflow_20, 500 (tuned on)', file: 'stackoverflow_20', sample: 500, bar: null },
  { label: 'stackoverflow_20, 4,000', file: 'stackoverflow_20', sample: 4_000, bar: null },
  { label: 'search_snippets_8, 4,000', file: 'search_snippets_8', sample: 4_000, bar: null },
]

function stories(data: EvalData): EvalRow[] {
  return sets.map(({ label, file, keep = () => true, sample = Infinity, bar }): EvalRow => {
    const path = data.path(`clustering/${file}.tsv.gz`)
    const measure = 'B³ F1'
    if (path === null) return absentRow(label, measure, bar)
    const texts = evenSample(readLabelled(path).filter(keep), sample)
    const truth = texts.map((text) => text.label)
    const words = texts.map(({ text }) => tokens(text))
    const groups: string[] = []
    clusterStories(words).forEach(({ members }, group) => members.forEach((member) => (groups[member] = `${group}`)))
    const known = new Set(truth).size
    return {
      task,
      data: `${label} (${texts.length.toLocaleString('en')} texts, ${known} labels)`,
      measure: `${measure}, ${new Set(groups).size} found`,
      value: bCubedF1(truth, groups),
      bar: bar === null ? null : { atLeast: bar },
      baseline: {
        name: `k-means told k = ${known}`,
        value: bCubedF1(truth, sphericalKMeans(words, { k: known, seed: 1 })),
      },
    }
  })
}

function absentRow(data: string, measure: string, bar: number | null): EvalRow {
  return { task, data, measure, value: null, bar: bar === null ? null : { atLeast: bar }, baseline: null }
}
