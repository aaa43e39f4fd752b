import { createNewsStream, tokens } from '@auspex/analytics'
import { createRandom } from '@auspex/contract/random'
import { readLabelled } from './story-clusters/labelled-texts.ts'
import { bCubedF1, pairF1 } from './story-clusters/scores.ts'
const root = '/work/shared/data/clustering/'
const shuffle = <T>(xs: T[], seed: number) => { const r = createRandom(seed); const a = [...xs]; for (let i = a.length - 1; i > 0; i--) { const j = r.below(i + 1); [a[i], a[j]] = [a[j]!, a[i]!] } return a }
const google = shuffle(readLabelled(root + 'googlenews_snippets.tsv.gz').filter(({ label }) => Number(label) % 2 === Number(process.env.HALF ?? 1)), 7)
const wiki = shuffle(readLabelled(root + 'wikiref220_stories.tsv.gz'), 7)
function run(texts: { label: string; text: string }[], options: object) {
  const stream = createNewsStream(options)
  const t0 = performance.now()
  let last: ReadonlyMap<string,string> = new Map()
  const all = texts.map(({ text }, at) => ({ id: 'a' + at, publishedAt: '2026-01-01T00:00:00Z', title: process.env.T === '0' ? '' : text.slice(0, 120), lead: text.slice(0, 1200) }))
  for (let at = 0; at < all.length; at += 2000) last = stream.place(all.slice(at, at + 2000)).storyOf
  const ms = performance.now() - t0
  const groups = all.map(({ id }) => last.get(id)!)
  const truth = texts.map(({ label }) => label)
  return `pair ${pairF1(truth, groups).toFixed(3)} b3 ${bCubedF1(truth, groups).toFixed(3)} n ${new Set(groups).size} ${Math.round(texts.length / ms * 1000)}/s`
}
for (const arg of JSON.parse(process.env.GRID ?? '[{}]')) {
  console.log(JSON.stringify(arg), '| google', run(google, arg), '| wiki', run(wiki, arg))
}
