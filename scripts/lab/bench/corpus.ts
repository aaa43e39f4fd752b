import { type DocumentKind, readDocuments, type SourceDocument } from '@auspex/sources'

/** Words that occur in a known number of the generated documents, and in none of the real ones. */
export const plantedTerms = { rare: 'quillfeather', common: 'velmorite' } as const

interface CorpusPlan {
  documents: number
  /** The exact number of documents that contain each planted term. */
  rare: number
  common: number
}

/** Uniform in [0, 1), deterministic for the same two numbers (splitmix32). */
function random(seed: number, draw: number): number {
  let z = (Math.imul(seed + 1, 0x9e37_79b9) + Math.imul(draw + 1, 0x85eb_ca6b)) | 0
  z = Math.imul(z ^ (z >>> 16), 0x21f0_aaad)
  z = Math.imul(z ^ (z >>> 15), 0x735a_2d97)
  return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32
}

const common =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were all her she there would their we him been has when who will no more if out so up said what its about than into them can only other time new some could these two may first then do any like my now over such our man me even most made after also did many off before must well back through years much where your way down should because long each just state those people too mr how little good world make very year still see work life day get here old between both being under three never know same last another while us might great go come since against right came take used himself few house use place american school home during without again around however small found high think thought went say part once general upon every left war does got united number hand course water until always away public put something fact less though far day better set enough'.split(
    ' ',
  )
const syllables =
  'ba be bi bo bu ca ce co da de di do fa fi fo ga go ha he hi jo ka ke ki la le li lo lu ma me mi mo na ne ni no nu pa pe po ra re ri ro ru sa se si so ta te ti to tu va ve vi vo wa we za zo ster ling ton ford mond'.split(
    ' ',
  )
const opinions = 'great wonderful terrible awful love hate excellent poor disaster win fail happy angry broken'.split(
  ' ',
)
const givenNames = 'Maria John Aisha Wei Carlos Elena Peter Fatima Kenji Olga Samuel Ingrid'.split(' ')
const companies = 'Norvell Batesco Harrowgate Lindqvist Marchetti Okonedo Pemberton Rosewall Tanaka Vandermeer'.split(
  ' ',
)
const countries = 'US GB DE FR IN BR JP CA AU NG ES IT KE MX PL'.split(' ')
const kinds: readonly DocumentKind[] = ['article', 'article', 'post', 'post', 'comment', 'question']

const rareWords = 40_000
const outlets = 5_000
const authors = 80_000
const days = 1_460
const firstDay = Date.UTC(2022, 0, 1)
const dayMs = 86_400_000

/** The word of a rank, made of syllables, so that the vocabulary is as large as in real posts. */
export function rareWord(rank: number): string {
  const n = syllables.length
  return `${syllables[rank % n]}${syllables[Math.floor(rank / n) % n]}${syllables[(rank * 7 + Math.floor(rank / (n * n))) % n]}`
}

/** A rank below `size`; low ranks are far more frequent (Zipf with an exponent near one). */
function zipf(uniform: number, size: number): number {
  return Math.floor(size ** uniform) - 1
}

/** Whether document `index` is one of exactly `wanted` documents spread over the corpus; `step` must be odd and large. */
function isChosen(index: number, { documents, wanted, step }: { documents: number; wanted: number; step: number }) {
  return Math.floor(((index + 1 + step) * wanted) / documents) > Math.floor(((index + step) * wanted) / documents)
}

/** Generates document `index` of a corpus, deterministically; forum-like in length, words, days, outlets, people and reactions. */
export function generateDocument(index: number, plan: CorpusPlan): SourceDocument {
  let draws = 0
  const draw = () => random(index, draws++)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(draw() * list.length)] as T // the index is below the length
  const words = (count: number): string[] =>
    Array.from({ length: count }, () =>
      draw() < 0.55 ? (common[zipf(draw(), common.length)] ?? 'the') : rareWord(zipf(draw(), rareWords)),
    )
  const title = words(5 + Math.floor(draw() * 9))
  const body = draw() < 0.45 ? words(12 + Math.floor(draw() * 70)) : null
  if (draw() < 0.5) title.push(pick(opinions))
  if (draw() < 0.35) title.push(`${pick(givenNames)} ${pick(companies)}`)
  if (isChosen(index, { ...plan, wanted: plan.rare, step: 17 })) title.splice(1, 0, plantedTerms.rare)
  if (isChosen(index, { ...plan, wanted: plan.common, step: 4 })) title.splice(2, 0, plantedTerms.common)
  // more towards the end, fewer at weekends
  const day = Math.floor(days * Math.sqrt(draw()))
  const weekend = (day + 5) % 7 < 2 && draw() < 0.4 ? 2 : 0
  const at = new Date(firstDay + Math.max(0, day - weekend) * dayMs + Math.floor(draw() * 86_400) * 1000)
  const country = draw() < 0.4 ? pick(countries) : null
  return {
    sourceKey: 'imported',
    nativeId: `generated:${index}`,
    kind: pick(kinds),
    outlet: `outlet-${zipf(draw(), outlets)}.example`,
    url: null,
    title: title.join(' '),
    body: body?.join(' ') ?? null,
    author: draw() < 0.8 ? `author${zipf(draw(), authors)}` : null,
    publishedAt: `${at.toISOString().slice(0, 19)}Z`,
    datePrecision: 'second',
    country,
    countryBasis: country === null ? null : 'source',
    lang: draw() < 0.7 ? 'en' : null,
    engagement:
      draw() < 0.6 ? { score: zipf(draw(), 3_000), comments: zipf(draw(), 400), views: null, reposts: null } : null,
  }
}

/** One in a hundred and one in twenty of the library's documents contain the planted terms, all among the generated ones. */
export function toPlan(library: number, generated: number): CorpusPlan {
  return {
    documents: generated,
    rare: Math.min(generated, Math.round(library / 100)),
    common: Math.min(generated, Math.round(library / 20)),
  }
}

export type ImportedDocument = SourceDocument & { sourceKey: 'imported' }

/**
 * The benchmark's documents, deterministic: those of the files first, then generated ones up to the requested number, of which at least `generated`
 * are.
 */
export async function* benchDocuments(
  files: readonly string[],
  documents: number,
  generated = 0,
): AsyncGenerator<ImportedDocument> {
  let remaining = documents
  for (const path of files)
    for await (const row of readDocuments({ path, clock: () => new Date() })) {
      if (remaining <= generated) break
      if (!('document' in row)) continue
      remaining -= 1
      yield { ...row.document, sourceKey: 'imported' }
    }
  const plan = toPlan(documents, remaining)
  for (let index = 0; index < remaining; index += 1) yield { ...generateDocument(index, plan), sourceKey: 'imported' }
}
