import { emojiValences, isDirection, type ToneWords, toneWordSpans, toToneWords } from './tone-words.ts'
import { marketLexicon, vaderLexicon, wordsOfSmallTalk } from './lexicons.ts'
import { normalizationAlpha } from './vader-rules.ts'
import { type ToneLexicon, wordValences } from './word-valences.ts'
import { learnedValenceLines } from './learned-valences.gen.ts'
import { sentenceSpans } from '../summary/sentences.ts'

/** How a text is written: `news` is edited and reports facts, a `post` is conversational, a `comment` judges something. */
export type TextStyle = 'news' | 'post' | 'comment'

/**
 * The minimum |score| for a label. `backed`: words rated by people lean to the same side; `learned`: they do not, so that words whose valence was
 * learned would decide alone. Both in [0, 1].
 */
export interface LabelLimits {
  backed: number
  learned: number
}

/**
 * Calibrated on the tuning halves of sentences with a neutral class, so that accuracy and macro-F1 both exceed those of VADER's band of 0.05
 * (docs/decisions/tone.md); `npm run eval -- tone` measures the other halves.
 */
const labelLimits: Readonly<Record<TextStyle, LabelLimits>> = {
  news: { backed: 0.2, learned: 0.3 },
  post: { backed: 0.2, learned: 0.25 },
  comment: { backed: 0.2, learned: 0.2 },
}

const styles: Readonly<Record<string, TextStyle>> = {
  post: 'post',
  question: 'post',
  comment: 'comment',
  answer: 'comment',
}

/** The style of documents of a kind; anything that is not conversation counts as edited. */
export function styleOfKind(kind: string): TextStyle {
  return styles[kind] ?? 'news'
}

export type ToneLabel = 'negative' | 'neutral' | 'positive' | 'unknown'

/**
 * The tone of one text. `score` is in [-1, 1], null without a scored word; `scoredWords` is the number of scored words. The label is `unknown` where
 * it would be wrong too often (`labelLimits`), even though there is a score.
 */
export interface Tone {
  score: number | null
  label: ToneLabel
  scoredWords: number
}

/** VADER's own limits of the neutral band: closer to 0, the words of a text cancel each other out. */
export const neutralBand = 0.05

const unknownTone: Tone = { score: null, label: 'unknown', scoredWords: 0 }

/**
 * Options of a tone scorer: `extra` sets valences (-4 to 4) by lower-case word, 0 removes a word from the lexicon; `learned: false` omits learned
 * valences, which gives the scores of the reference implementation; `style` is how the texts are written, `news` by default.
 */
export interface ToneScorerOptions {
  learned?: boolean
  style?: TextStyle
  extra?: Readonly<Record<string, number>>
}

/** The data of a scorer: valences by word, and which of them were not rated by people. */
export interface ToneKnowledge {
  style: TextStyle
  lexicon: ToneLexicon & { keys?: () => Iterable<string> }
  learnedOnly: ReadonlySet<string>
}

/**
 * Creates a scorer of English text: VADER's rules over its lexicon, learned valences, our market lexicon and `extra`; for a word in several of them
 * the last one counts.
 *
 * A text without a scored word is unknown, not neutral. Lexicons classify 50 to 65 % of news items correctly, so show tone as an aggregate with n and
 * the undecided share. Reference: Hutto & Gilbert (2014), ICWSM.
 */
export function createToneScorer(options: ToneScorerOptions = {}): (text: string) => Tone {
  const knowledge = buildToneKnowledge(options)
  return (text) => scoreWith(knowledge, text)
}

/** The tone of a text with a scorer's data. */
export function scoreWith(knowledge: ToneKnowledge, text: string): Tone {
  const words = toToneWords(text)
  return addUpTone(text, words, wordValences(words, knowledge.lexicon), knowledge)
}

/** Builds the data of a scorer with these options. */
export function buildToneKnowledge({
  extra = {},
  learned = true,
  style = 'news',
}: ToneScorerOptions = {}): ToneKnowledge {
  const smallTalk = style === 'post' ? {} : Object.fromEntries(wordsOfSmallTalk.map((word) => [word, 0]))
  const rated = { ...vaderLexicon, ...emojiValences, ...smallTalk, ...marketLexicon, ...extra }
  const learnedWords = learned ? learnedValences() : {}
  const valences = { ...vaderLexicon, ...emojiValences, ...learnedWords, ...smallTalk, ...marketLexicon, ...extra }
  return {
    style,
    lexicon: Object.assign(new Map(Object.entries(valences).filter(([, valence]) => valence !== 0)), {
      rules: { countsEveryLike: style === 'post', readsDirections: style === 'news' },
    }),
    learnedOnly: new Set(Object.keys(learnedWords).filter((word) => !Object.hasOwn(rated, word) && !isDirection(word))),
  }
}

/** The tone of a text from the valences of its words. */
function addUpTone(
  text: string,
  words: ToneWords,
  valences: readonly (number | null)[],
  { style, learnedOnly }: ToneKnowledge,
): Tone {
  let sum = 0
  let ratedSum = 0
  let scoredWords = 0
  for (let index = 0; index < valences.length; index++) {
    const valence = valences[index]
    if (valence === null || valence === undefined) continue
    sum += valence
    if (!learnedOnly.has(words.lower[index] ?? '')) ratedSum += valence
    scoredWords++
  }
  if (scoredWords === 0) return unknownTone
  if (sum !== 0) sum += Math.sign(sum) * punctuationEmphasis(text)
  const score = sum / Math.sqrt(sum * sum + normalizationAlpha)
  const limits = labelLimits[style]
  return {
    score,
    label: toneLabel(score, Math.sign(ratedSum) === Math.sign(sum) ? limits.backed : limits.learned),
    scoredWords,
  }
}

/** The label of a score: positive or negative from `limit`, neutral within ±0.05, unknown in between and for null. */
export function toneLabel(score: number | null, limit: number): ToneLabel {
  if (score === null) return 'unknown'
  if (Math.abs(score) < neutralBand) return 'neutral'
  if (Math.abs(score) < limit) return 'unknown'
  return score > 0 ? 'positive' : 'negative'
}

function punctuationEmphasis(text: string): number {
  const exclamations = Math.min(countOf(text, '!'), 4) * 0.292
  const questions = countOf(text, '?')
  if (questions <= 1) return exclamations
  return exclamations + (questions <= 3 ? questions * 0.18 : 0.96)
}

function countOf(text: string, mark: string): number {
  let count = 0
  for (let index = text.indexOf(mark); index !== -1; index = text.indexOf(mark, index + 1)) count++
  return count
}

/**
 * Valences (-4 to 4) by lower-case word, learned from one half of VADER's rated sentences, starting from VADER's ratings and those of neighbouring
 * words (docs/decisions/tone.md). Words for groups of people and names are excluded.
 */
function learnedValences(): Record<string, number> {
  const valences: Record<string, number> = {}
  for (const line of learnedValenceLines.split('\n')) {
    const [valence, ...words] = line.split(' ')
    for (const word of words) valences[word] = Number(valence)
  }
  return valences
}

/** `without`: lower-case words that carry no tone here, such as those of a query within its own matches. */
export interface ScoreToneOptions {
  style?: TextStyle
  without?: ReadonlySet<string> | undefined
}

const knowledgeByStyle = new Map<TextStyle, ToneKnowledge>()

/**
 * The tone of a text whose language is known (ISO 639-1), in the form that may be shown: where its label is unknown, so is its score. The lexicon is
 * English: any other language is unknown. With null as language the text is scored as English only if it contains words of the lexicon.
 */
export function scoreTone(text: string, lang: string | null, { style = 'news', without }: ScoreToneOptions = {}): Tone {
  if (lang !== null && lang !== 'en') return { score: null, label: 'unknown', scoredWords: 0 }
  const tone = scoreWith(knowledgeOf({ style, without }), text)
  return tone.label === 'unknown' ? { ...tone, score: null } : tone
}

/** The English scorer data for a style, without some words. */
export function knowledgeOf({ style = 'news', without }: ScoreToneOptions): ToneKnowledge {
  return withoutTone(englishKnowledge(style), without)
}

/** A query excludes the same words from thousands of texts, so the reduced data is built only once. */
const knowledgeWithout = new WeakMap<ReadonlySet<string>, Map<ToneKnowledge, ToneKnowledge>>()

/** The scorer data without some words. The set must not change afterwards. */
export function withoutTone(known: ToneKnowledge, without: ReadonlySet<string> | undefined): ToneKnowledge {
  if (without === undefined || without.size === 0) return known
  let made = knowledgeWithout.get(without)
  if (made === undefined) knowledgeWithout.set(without, (made = new Map()))
  let rest = made.get(known)
  if (rest === undefined) made.set(known, (rest = withoutWords(known, without)))
  return rest
}

/** The English scorer data for a style. Built on first use: importing the package does not load a lexicon of 7,500 entries. */
export function englishKnowledge(style: TextStyle): ToneKnowledge {
  let known = knowledgeByStyle.get(style)
  if (known === undefined) knowledgeByStyle.set(style, (known = buildToneKnowledge({ style })))
  return known
}

function withoutWords(known: ToneKnowledge, without: ReadonlySet<string>): ToneKnowledge {
  const { lexicon, style } = known
  return {
    ...known,
    lexicon: {
      rules: {
        countsEveryLike: style === 'post',
        readsDirections: style === 'news' && ![...without].some(isDirection),
      },
      // most words have no valence, so they need only one lookup
      get: (word) => {
        const valence = lexicon.get(word)
        return valence === undefined || without.has(word) ? undefined : valence
      },
      has: (word) => lexicon.has(word) && !without.has(word),
    },
  }
}

/** A word that carries tone: [start, end) in UTF-16 units of its text; `valence` after the rules of its context, about -4 to 4. */
export interface ToneWord {
  start: number
  end: number
  valence: number
}

/** A sentence, verbatim, with its own tone and the words it comes from. */
export interface ToneSentence extends Tone {
  start: number
  end: number
  /** Spans are relative to the whole text. */
  words: ToneWord[]
}

/**
 * The sentences of an English text, each scored separately, with the words that decide it. A document's own score is that of its whole text, so it is
 * not a mean of these. Empty for texts in other languages: none of their words are in the lexicon.
 */
export function explainTone(text: string, lang: string | null, options: ScoreToneOptions = {}): ToneSentence[] {
  if (lang !== null && lang !== 'en') return []
  const known = knowledgeOf(options)
  return sentenceSpans(text).map(([start, end]) => {
    const sentence = text.slice(start, end)
    const toneWords = toToneWords(sentence)
    const valences = wordValences(toneWords, known.lexicon)
    const words = toneWordSpans(sentence).flatMap(([from, to], index): ToneWord[] => {
      const valence = valences[index] ?? 0
      return valence === 0 ? [] : [{ start: start + from, end: start + to, valence }]
    })
    return { start, end, ...addUpTone(sentence, toneWords, valences, known), words }
  })
}
