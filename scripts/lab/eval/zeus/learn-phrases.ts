/**
 * Usage: AUSPEX_SHARED_DATA=DIR node scripts/lab/eval/zeus/learn-phrases.ts. Learns which words of English are names and which belong together from
 * forum posts and headlines, and writes both as Bloom filters. Takes three minutes.
 */
import { createReadStream, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import {
  foldWord,
  hashFeature,
  splitQuestion,
} from '../../../../packages/analyst/src/understand/reader/question-words.ts'
import { filterPositions } from '../../../../packages/analyst/src/understand/reader/phrases.ts'
import { sharedData } from '../../figures.ts'

const corpora = ['forum_reddit_2006_2013', 'forum_hn_stackexchange', 'news_gdelt_2017_2021']
const maxText = 3_000
const minPair = 5
const minName = 5
/** How much more often two words stand together than by chance, from 0 to 1 (normalized pointwise mutual information). */
const minBond = 0.4
/** "Peer to peer": these may stand between. */
const between = new Set(['of', 'and', 'to', 'the', 'in', 'for', 'on', 'n', '&', '-', "'s", 'de', 'by'])
const bitsOfEach = 9

async function readTexts(use: (words: readonly string[], isTitleCase: boolean) => void): Promise<void> {
  for (const name of corpora) {
    const path = sharedData.path(`corpora/${name}.jsonl.gz`)
    if (path === null) throw new Error(`There is no ${name}. Set AUSPEX_SHARED_DATA.`)
    const input = createReadStream(path).pipe(createGunzip())
    for await (const line of createInterface({ input })) {
      const { title, body, lang } = JSON.parse(line) as { title: string | null; body: string | null; lang: string | null } // as its README says
      if (lang !== null && lang !== 'en') continue
      for (const text of [title, body]) {
        if (text === null || text === undefined || text === '') continue
        const words = splitQuestion(text.slice(0, maxText)).map((word) => word.text)
        const letters = words.filter((word) => /^\p{L}{4}/u.test(word))
        const isTitleCase = letters.filter((word) => /^\p{Lu}/u.test(word)).length > letters.length * 0.4
        use(words, isTitleCase)
      }
    }
  }
}

const isWord = (word: string) => /^[\p{L}\p{N}]/u.test(word)
const size = 2 ** 25
const slot = (text: string) => hashFeature(text) % size

/** Pairs of neighbours, also over a small word between them. */
function* pairsOf(folded: readonly string[]): Generator<string> {
  for (let at = 0; at + 1 < folded.length; at += 1) {
    const [first = '', next = '', third = ''] = folded.slice(at, at + 3)
    if (!isWord(first)) continue
    if (isWord(next)) yield `${first} ${next}`
    if (between.has(next) && isWord(third) && !between.has(first)) yield `${first} ~ ${third}`
  }
}

const words = new Map<string, { count: number; capital: number; plain: number }>()
const pairs = new Uint32Array(size)
let total = 0
await readTexts((text, isTitleCase) => {
  const folded = text.map(foldWord)
  for (const pair of pairsOf(folded)) pairs[slot(pair)] = (pairs[slot(pair)] ?? 0) + 1
  folded.forEach((word, at) => {
    if (!isWord(word)) return
    total += 1
    const one = words.get(word) ?? { count: 0, capital: 0, plain: 0 }
    words.set(word, one)
    one.count += 1
    const before = text[at - 1]
    if (isTitleCase || before === undefined || !/^[\p{L},]/u.test(before)) return
    if (/^\p{Lu}/u.test(text[at] ?? '')) one.capital += 1
    else one.plain += 1
  })
})
const nameWords = [...words].filter(([, { capital, plain }]) => capital >= minName && capital > 1.5 * plain).map(([word]) => word)
// "do you" and "there are" are no names of things
const frequent = new Set([...words].toSorted(([, a], [, b]) => b.count - a.count).slice(0, 80).map(([word]) => word))
const bonds = new Set<string>()
await readTexts((text) => {
  for (const pair of pairsOf(text.map(foldWord))) {
    const count = pairs[slot(pair)] ?? 0
    if (count < minPair || bonds.has(pair)) continue
    const [first = '', last = ''] = pair.split(/ ~ | /u)
    if (frequent.has(first) || frequent.has(last)) continue
    const chance = ((words.get(first)?.count ?? 1) / total) * ((words.get(last)?.count ?? 1) / total)
    const bond = Math.log(count / total / chance) / -Math.log(count / total)
    if (bond >= minBond) bonds.add(pair)
  }
})

function pack(items: Iterable<string>, count: number): string {
  const bytes = Buffer.alloc(Math.ceil((count * bitsOfEach) / 8))
  for (const item of items)
    for (const bit of filterPositions(item, bytes.length * 8)) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (1 << (bit & 7))
  return bytes.toString('base64')
}

console.log(`${nameWords.length} names, ${bonds.size} pairs of ${total} words`)
writeFileSync(
  join(import.meta.dirname, '../../../../packages/analyst/src/understand/reader/packed-phrases.gen.ts'),
  `// Written by scripts/lab/eval/zeus/learn-phrases.ts from forum posts (umbrae/reddit-top-2.5-million, public domain; Hacker News) and headlines (GDELT); phrases.ts reads it.\nexport const packedNames =\n  '${pack(nameWords, nameWords.length)}'\nexport const packedPairs =\n  '${pack(bonds, bonds.size)}'\n`,
)
writeFileSync('/tmp/reading/pairs.txt', [...bonds].join('\n'))
writeFileSync('/tmp/reading/names.txt', nameWords.join('\n'))
