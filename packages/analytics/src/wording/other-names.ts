import { cosineOf, likenessOf, meanVector } from '../meaning/similar-texts.ts'
import type { ReadableDocument } from '../meaning/train-word-vectors.ts'
import type { WordReader } from '../meaning/word-vectors.ts'
import { tokenize, tokens } from '../text/tokenize.ts'
import {
  type Candidate,
  minStatements,
  proposeNames,
  readStatements,
  type Relation,
  textsPerTurn,
} from './propose-names.ts'

export interface OtherNamesInput {
  /** Folded words of the topic. */
  words: readonly string[]
  /** Documents of the topic, some hundred. */
  documents: readonly ReadableDocument[]
  /** How many it has. */
  topicDocuments: number
  reader: WordReader
  /** How many documents hold each text, and how many of them do not hold the topic. */
  count: (texts: readonly string[]) => Promise<readonly { documents: number; others: number }[]>
  /** Beginnings of documents that hold the text and not the topic. */
  readOthers: (text: string) => Promise<readonly string[]>
  /** Lets other work run; called between parts that take a few milliseconds each. */
  pause: () => Promise<void>
}

/** Another name of a topic. */
export interface OtherName {
  /** As most documents of the topic write it, or folded. */
  name: string
  /** Documents that hold it and not the topic. */
  adds: number
}

const maxNames = 6
const maxCounted = 20
const minDocuments = 5
const minAdded = 3

/**
 * Other names of a topic, those that add most documents first: its other spellings, plural, initials and abbreviations, its words alone, what texts put
 * into brackets beside it or call it, and known synonyms. Each needs a relation of form or a statement, and must be used in texts about the same (cosine
 * of its vector and the topic's documents) or with the topic far above chance: names near in meaning (*flu* for *covid*) have the second without the
 * first. Precision goes before recall.
 */
export async function findOtherNames(input: OtherNamesInput): Promise<OtherName[]> {
  const { words, reader, documents, pause } = input
  const own = new Set(words)
  const texts = documents.map(({ title, body }) => `${title}\n${(body ?? '').slice(0, readLength)}`)
  const read: string[][] = []
  for (const text of texts) {
    if (read.length % textsPerTurn === textsPerTurn - 1) await pause()
    read.push(tokens(text))
  }
  const statements = await readStatements(texts, input)
  const candidates = proposeNames(words, { counts: countWords(read), statements })
  await pause()
  const topic = meanVector(read.slice(0, maxCompared), reader, own)
  const likely = [...candidates.values()]
    .map((candidate) => ({ ...candidate, likeness: likenessOf(topic, reader, candidate.text) }))
    .filter(
      ({ likeness, relation, statements: said }) =>
        likeness === null || likeness >= minLikeness || said >= minStatements || relation === 'synonym',
    )
    .slice(0, maxCounted)
  const counts = await input.count(likely.map(({ text }) => text))
  const accepted = new Map<string, number>()
  const sizes = new Map<string, number>()
  for (const [at, candidate] of likely.entries()) {
    const { documents: all = 0, others = 0 } = counts[at] ?? {}
    if (all < minDocuments || others < minAdded) continue
    if (candidate.base !== null && all < minBasePart * (sizes.get(candidate.base) ?? Infinity)) continue
    const together = all - others
    const expected = (all * input.topicDocuments) / reader.vectors.documents
    const facts = { ...candidate, together, lift: together / expected, share: together / all }
    if (!rules[candidate.relation](facts)) continue
    if (candidate.relation === 'part' && !(await isPartForWhole(candidate.text, { input, topic, others }))) continue
    accepted.set(candidate.text, others)
    sizes.set(candidate.text, all)
  }
  return [...accepted]
    .toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
    .slice(0, maxNames)
    .map(([text, adds]) => ({ name: writtenName(text, texts), adds }))
}

/** UTF-16 units that are read of a text. */
const readLength = 1_500
/** Documents whose mean says what the topic is about. */
const maxCompared = 150
/** Names that are less near are not counted, unless texts state them. */
const minLikeness = 0.1
const minPartLikeness = 0.4
/** *N.S.A.* and *NSAs* are worth offering where they are in this part of the documents of *NSA*. */
const minBasePart = 0.05

interface Facts extends Candidate {
  /** Cosine of its vector and the topic's documents; null without a vector. */
  likeness: number | null
  /** Documents with both, over what chance gives. */
  together: number
  lift: number
  /** Part of its documents that hold the topic. */
  share: number
}

/** Whether enough speaks for a name, by its relation to the topic. All bounds were chosen on labelled names and on names that are near but another thing. */
const rules: Readonly<Record<Relation, (facts: Facts) => boolean>> = {
  synonym: () => true,
  joined: ({ likeness }) => isNear(likeness, 0.25),
  number: ({ likeness }) => isNear(likeness, 0.4),
  regional: ({ likeness }) => isNear(likeness, 0.4),
  initials: ({ base, likeness, statements, together, lift }) =>
    base === null
      ? statements >= minStatements || (together >= 2 && lift >= 10 && isNear(likeness, 0.4, lift >= 50))
      : isNear(likeness, 0.4),
  expansion: ({ statements }) => statements >= 1,
  abbreviation: ({ likeness, together, lift }) => together >= 3 && lift >= 40 && isNear(likeness, 0.45, false),
  inside: ({ likeness, together, lift }) => together >= 2 && lift >= 100 && isNear(likeness, 0.6, false),
  part: ({ likeness, share }) => share >= 0.4 && share <= 0.93 && isNear(likeness, 0.5, false),
  apposition: ({ likeness, statements, lift }) =>
    statements >= minStatements && lift >= 5 && isNear(likeness, 0.45, false),
}

function isNear(likeness: number | null, least: number, whenUnknown = true): boolean {
  return likeness === null ? whenUnknown : likeness >= least
}

/** Whether a word of the topic stands for all of it in documents without the others: *Snowden*, and not *Edward*. */
async function isPartForWhole(
  part: string,
  { input, topic, others }: { input: OtherNamesInput; topic: Float64Array; others: number },
): Promise<boolean> {
  const { words, reader } = input
  if (isPartOfOthers(part, { words, reader, others })) return false
  const around = (await input.readOthers(part)).map(tokens)
  return cosineOf(topic, meanVector(around, reader, new Set([...words, ...part.split(' ')]))) >= minPartLikeness
}

/** A word that is in another phrase in this part of its other documents is a part of several names: *united*. */
const maxOtherPhrases = 0.4

function isPartOfOthers(
  part: string,
  { words, reader, others }: { words: readonly string[]; reader: WordReader; others: number },
): boolean {
  const { terms, counts } = reader.vectors
  const isFirst = words[0] === part
  let documents = 0
  terms.forEach((term, row) => {
    if (isFirst ? !term.startsWith(`${part} `) : !term.endsWith(` ${part}`)) return
    if (!words.includes(term.split(' ')[isFirst ? 1 : 0] ?? '')) documents += counts[row] ?? 0
  })
  return documents > maxOtherPhrases * others
}

/** In how many texts each word is. */
function countWords(read: readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const words of read) for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

/** How most texts write a name. */
function writtenName(text: string, texts: readonly string[]): string {
  const words = text.split(' ')
  const forms = new Map<string, number>()
  for (const one of texts) {
    if (!one.toLowerCase().includes(words[0] ?? '')) continue
    const found = tokenize(one)
    for (let at = 0; at + words.length <= found.length; at += 1) {
      if (!words.every((wanted, offset) => found[at + offset]?.text === wanted)) continue
      const form = one.slice(found[at]?.start, found[at + words.length - 1]?.end).replaceAll(/\s+/gu, ' ')
      forms.set(form, (forms.get(form) ?? 0) + 1)
    }
  }
  const [best] = [...forms].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return (
    best?.[0] ?? (words.length > 1 && words.every((word) => word.length === 1) ? words.join('.').toUpperCase() : text)
  )
}
