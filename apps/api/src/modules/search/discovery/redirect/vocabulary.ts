import {
  type Correction,
  createSpellingIndex,
  findSpelling,
  minReportDocuments,
  type OtherWording,
  otherWordings,
  type SpellingInput,
  tokens,
} from '@auspex/analytics'
import type { Logger } from '../../../../kernel/logger.ts'
import type { DocumentsModule } from '../../../library/index.ts'

/** The known words and names of the library, for finding the intended wording. */
export interface Vocabulary {
  /** Words and names similar to a text of folded words, the most likely first. */
  corrections(text: string, limit: number): Correction[]
  /** Approximate number of documents that contain a word; 0 when unknown. */
  frequencyOf(word: string): number
  /** A folded name as the library spells it; the text itself when it is not a name. */
  displayForm(text: string): string
}

export interface VocabularyOptions {
  words: Pick<DocumentsModule['vocabulary'], 'listWords' | 'listNames'>
  /** Words and phrases that vectors were learned of, which are counted in all documents and not in a sample. */
  listLearned: () => Promise<readonly { text: string; documents: number }[]>
  /** Changes with the library. */
  revision: () => Promise<number>
  nowMs: () => number
  log: Logger
}

/** Age after which a vocabulary is checked against the library, and reloaded if that changed. */
const maxAgeMs = 10 * 60_000

interface CacheEntry {
  vocabulary: Vocabulary
  revision: number
  checkedAtMs: number
}

/**
 * Caches the vocabulary of real and of demo documents in memory: about ten megabytes at most, and a lookup takes a few milliseconds. Only the first
 * lookup waits for the library; a cached vocabulary is checked and reloaded in the background, and stays in use if that fails.
 */
export function createVocabularies({ words, listLearned, revision, nowMs, log }: VocabularyOptions) {
  const cache = new Map<boolean, CacheEntry>()
  const running = new Map<boolean, Promise<CacheEntry>>()

  async function load(demo: boolean): Promise<CacheEntry> {
    const checkedAtMs = nowMs()
    const current = await revision()
    const cached = cache.get(demo)
    const vocabulary =
      cached?.revision === current
        ? cached.vocabulary
        : buildVocabulary(
            [...(demo ? [] : await listLearned()), ...(await words.listWords(demo))],
            await words.listNames(demo),
          )
    const entry = { vocabulary, revision: current, checkedAtMs }
    cache.set(demo, entry)
    return entry
  }

  function refresh(demo: boolean): Promise<CacheEntry> {
    const refreshing = running.get(demo) ?? load(demo).finally(() => running.delete(demo))
    running.set(demo, refreshing)
    return refreshing
  }

  return async (demo: boolean): Promise<Vocabulary> => {
    const entry = cache.get(demo)
    if (entry === undefined) return (await refresh(demo)).vocabulary
    if (nowMs() - entry.checkedAtMs >= maxAgeMs)
      void refresh(demo).catch((error: unknown) => log.warn({ err: error }, 'the vocabulary could not be reloaded'))
    return entry.vocabulary
  }
}

export type Vocabularies = ReturnType<typeof createVocabularies>

function buildVocabulary(
  words: readonly { text: string; documents: number }[],
  names: readonly { text: string; documents: number }[],
): Vocabulary {
  const frequencies = new Map(words.map(({ text, documents }) => [text, documents]))
  const spellings = new Map<string, string>()
  for (const { text, documents } of names) {
    const folded = tokens(text).join(' ')
    if (folded === '' || spellings.has(folded)) continue
    spellings.set(folded, text)
    frequencies.set(folded, Math.max(documents, frequencies.get(folded) ?? 0))
  }
  const index = createSpellingIndex([...frequencies].map(([text, frequency]) => ({ text, frequency })))
  return {
    corrections: (text, limit) => index.corrections(text, limit),
    frequencyOf: (word) => frequencies.get(word) ?? 0,
    displayForm: (text) => spellings.get(text) ?? text,
  }
}

export interface FindWordingInput extends Pick<SpellingInput, 'words' | 'count'> {
  /** Documents that match the term as requested, counted up to a limit. */
  countTerm: (maxCount: number) => Promise<number>
  /** What the spelling is judged by; read only for a term that is too rare for a report. */
  readSpellingInput: () => Promise<SpellingInput>
}

export interface FoundWording {
  text: string
  reason: 'named' | 'spelling' | 'synonym' | 'more-popular'
}

/** A synonym or another form must match this many times as many documents. */
const popularFactor = 3

/**
 * The wording to redirect to, or null. Meaning takes precedence over spelling: a synonym, then another form of the same words, each only when it
 * matches at least three times as many documents, and never an abbreviation; a correction only when the term itself is too rare for a report, so that
 * a word in real use is never "corrected".
 */
export async function findWording(input: FindWordingInput): Promise<FoundWording | null> {
  const { words, count, countTerm, readSpellingInput } = input
  const others = otherWordings(words).filter(({ text }) => !isShortForm(text))
  const counts = await count(others.map(({ text }) => text))
  // nothing else is decided by more documents than these, and counting all of a common topic takes as long as its search
  const documents = await countTerm(Math.max(minReportDocuments, Math.ceil(Math.max(0, ...counts) / popularFactor) + 1))
  const minDocuments = Math.max(minReportDocuments, popularFactor * documents)
  for (const kind of ['synonym', 'inflection'] as const) {
    const best = bestOf(others, (other, index) => (other.kind === kind ? (counts[index] ?? 0) : 0))
    if (best !== null && best.score >= minDocuments)
      return { text: best.item.text, reason: kind === 'synonym' ? 'synonym' : 'more-popular' }
  }
  if (documents >= minReportDocuments) return null
  const meant = await findSpelling(await readSpellingInput())
  return meant === null ? null : { text: meant.text, reason: 'spelling' }
}

/** "EV" and "AI" have other meanings too: an abbreviation redirects to the words, never the other way. */
function isShortForm(text: string): boolean {
  return text.length <= 4 && !text.includes(' ')
}

function bestOf(
  items: readonly OtherWording[],
  scoreOf: (item: OtherWording, index: number) => number,
): { item: OtherWording; score: number } | null {
  let best: { item: OtherWording; score: number } | null = null
  items.forEach((item, index) => {
    const score = scoreOf(item, index)
    if (score > 0 && (best === null || score > best.score)) best = { item, score }
  })
  return best
}
