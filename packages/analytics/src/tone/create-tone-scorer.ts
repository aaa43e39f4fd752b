import { isDirection } from './directions.ts'
import { marketLexicon, wordsOfSmallTalk } from './market-lexicon.ts'
import { emojiValences } from './emoji-valences.ts'
import { labelLimits, type TextStyle } from './text-style.ts'
import { type ToneWords, toToneWords } from './tone-words.ts'
import { vaderLexicon } from './vader-lexicon.ts'
import { normalizationAlpha } from './vader-rules.ts'
import { type ToneLexicon, wordValences } from './word-valences.ts'
import { learnedValenceLines } from './learned-valences.gen.ts'

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
  lexicon: ToneLexicon & Partial<Pick<ReadonlyMap<string, number>, 'keys'>>
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
export function addUpTone(
  text: string,
  words: ToneWords,
  valences: readonly (number | null)[],
  { style, learnedOnly }: ToneKnowledge,
): Tone {
  let sum = 0
  let ratedSum = 0
  let scoredWords = 0
  for (let at = 0; at < valences.length; at++) {
    const valence = valences[at]
    if (valence === null || valence === undefined) continue
    sum += valence
    if (!learnedOnly.has(words.lower[at] ?? '')) ratedSum += valence
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
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count++
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
