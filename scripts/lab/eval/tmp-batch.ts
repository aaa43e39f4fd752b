import { clusterStories, tokens } from '@auspex/analytics'
import { readLabelled } from './story-clusters/labelled-texts.ts'
import { bCubedF1, pairF1 } from './story-clusters/scores.ts'
const root = '/work/shared/data/clustering/'
for (const [name, keep] of [['googlenews_snippets', (l: string) => Number(l) % 2 === 1], ['wikiref220_stories', () => true]] as const) {
  const texts = readLabelled(root + name + '.tsv.gz').filter(({ label }) => keep(label))
  const t0 = performance.now()
  const groups: string[] = []
  clusterStories(texts.map(({ text }) => tokens(text))).forEach(({ members }, g) => members.forEach((m) => (groups[m] = String(g))))
  const truth = texts.map(({ label }) => label)
  console.log(name, texts.length, 'pair', pairF1(truth, groups).toFixed(3), 'b3', bCubedF1(truth, groups).toFixed(3), new Set(groups).size, Math.round(performance.now() - t0) + ' ms')
}
