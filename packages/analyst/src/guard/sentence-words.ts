import type { Passage } from './evidence.ts'
import type { VouchedNumber } from './vouch-numbers.ts'

/** Words that state nothing by themselves: articles, pronouns, prepositions, words that lead from one sentence to the next. */
export const joiningWords: ReadonlySet<string> = new Set(
  `a an the and or but so of in on at by for from to with as that this these those it its it's they them their there here is are was were be been being has have had do does did
  what which who whom whose how when where why while whereas overall short summary brief answer question topic asked about into over under between among across during before after since until within around against per
  based library documents evidence data findings finding follows follow following see below above also further i we you your our us my me he she his her one ones some any each other another both
  can could may might if then than just still yet however meanwhile note please ask only even very much many more less most such same own like well too out up off again already almost nearly roughly about approximately
  january february march april june july august september october november december exactly slightly somewhat considerably recent recently latest earlier later usual usually yes altogether together respectively namely indeed
  s t d ll re ve m de la le les el los las und der die das`.split(/\s+/u),
)

/** Verbs by which a sentence says that somebody says something. */
const reportingVerbs = new Set(
  'say said says saying tell told tells write wrote written writes writing report reported reports reporting mention mentioned mentions mentioning note noted notes describe described describes state stated states claim claimed claims argue argued argues warn warned warns warning quote quoted quotes ask asked asks call called calls headline headlined read reads according publish published carry carried cover covered covers show shows showed shown find finds found count counted counts record recorded records appear appears appeared post posted posts explain explained explains suggest suggests suggested add added adds complain complained complains'.split(
    ' ',
  ),
)

/** What is counted, and how a text is named: checked with the numbers, not as words. */
const measureWords = new Set(
  'document documents story stories post posts article articles comment comments outlet outlets source sources author authors forum forums user users country countries percent share number total period attention coverage volume talk discussion interest conversation people times time day days week weeks month months year years piece pieces item items text texts headline headlines coverage measured measure figure figures result results analysis'.split(
    ' ',
  ),
)

/** Whether a sentence attributes what it says: "according to", "one outlet reports", a quotation. */
export function isAttributed(text: string): boolean {
  return (
    /["“”]|\baccording to\b/iu.test(text) ||
    wordsOf(text).some(
      (word) => reportingVerbs.has(word) && !['found', 'show', 'shows', 'count', 'covered'].includes(word),
    )
  )
}

/** Lower-case words of a text. */
export function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:['’]\p{L}+)?/gu)].map(([word]) => word.replace('’', "'"))
}

/** A word without its commonest English endings, so that forms of one word meet. */
export function stemOf(word: string): string {
  const bare = word.replace(/'s$/u, '')
  if (bare.length < 5) return bare.replace(/(?<=\p{L}{3})s$/u, '')
  return bare
    .replace(/(?:ational|ation|ions?|ingly|edly|ings?|ed|ies|es|ers?|ly|s|e|y)$/u, '')
    .replace(/(?<=\p{L}{3})(\p{L})\1$/u, '$1')
}

/** The words that carry what a sentence says, as stems. */
export function contentStems(text: string): string[] {
  return wordsOf(text).flatMap((word) =>
    word.length < 3 || joiningWords.has(word) || reportingVerbs.has(word) || measureWords.has(word) || isDirection(word)
      ? []
      : [stemOf(word)],
  )
}

type Direction = 'up' | 'down' | 'flat'

const directions: readonly (readonly [Direction, RegExp])[] = [
  [
    'up',
    /\b(?:r[io]se\w*|rising|risen|grow\w*|grew|increas\w*|climb\w*|surg\w*|jump\w*|soar\w*|gain\w*|higher|doubl\w*|tripl\w*|expand\w*|boom\w*|accelerat\w*|upward|up (?:from|by|sharply)|picked up|spik\w*|twofold|threefold|fivefold|tenfold|swell\w*|uptick|rebound\w*|went up)\b/iu,
  ],
  [
    'down',
    /\b(?:f[ae]ll(?:ing|en|s)?|drop\w*|declin\w*|decreas\w*|shr[aiu]nk\w*|plung\w*|slump\w*|s[aiu]nk\w*|lower(?:ed)?|fad(?:e|ed|ing|es)|halv\w*|downward|down (?:from|by|sharply)|slow(?:ed|ing)|wan(?:e|ed|ing)|dip(?:ped|s)?|collaps\w*|tumbl\w*|went down|eas(?:ed|ing) off|cool(?:ed|ing) (?:off|down))\b/iu,
  ],
  [
    'flat',
    /\b(?:steady|steadily|stable|unchanged|flat|no (?:clear |real |significant )?change|did not change|held (?:steady|its level)|about the same|level(?:led)? off|plateau\w*)\b/iu,
  ],
]

function isDirection(word: string): boolean {
  return directions.some(([, pattern]) =>
    new RegExp(`^(?:${pattern.source.replaceAll(/\\b/gu, '')})$`, 'iu').test(word),
  )
}

/** The directions that a text names. "steadily rising" is a rise. */
export function directionsOf(text: string): Set<Direction> {
  const namedDirections = new Set(
    directions.filter(([, pattern]) => pattern.test(text)).map(([direction]) => direction),
  )
  if (/steadily/iu.test(text) && (namedDirections.has('up') || namedDirections.has('down')))
    namedDirections.delete('flat')
  return namedDirections
}

type Feeling = 'positive' | 'negative' | 'mixed'

const feelings: readonly (readonly [Feeling, RegExp])[] = [
  ['positive', /\b(?:positive(?:ly)?|favou?rabl[ey]|praise[ds]?|enthusias\w*|optimis\w*|upbeat)\b/iu],
  ['negative', /\b(?:negative(?:ly)?|unfavou?rabl[ey]|hostile|pessimis\w*|critical)\b/iu],
  ['mixed', /\b(?:mixed|neutral|balanced|divided)\b/iu],
]

/** The tones that a text names. */
export function feelingsOf(text: string): Set<Feeling> {
  return new Set(feelings.filter(([, pattern]) => pattern.test(text)).map(([feeling]) => feeling))
}

/** What a sentence may say only as a source says it. */
type Risk = 'cause' | 'intent' | 'guilt' | 'advice' | 'forecast'

const risks: Readonly<Record<Risk, RegExp>> = {
  cause:
    /\b(?:because|due to|owing to|caus(?:e|ed|es|ing)|thanks to|as a (?:direct )?result|result(?:ed|ing|s) (?:of|from|in)|led to|leads? to|leading to|driv(?:en|es|ing)|drove|trigger\w*|spark\w*|explains? why|the reason|which is why|prompted|fuel(?:l?ed|s)|brought about|blam\w*|stems? from|attribut\w* to|in response to|so that|therefore|hence)\b/giu,
  intent:
    /\b(?:in order to|so as to|wants? to|wanted to|set out to|sought to|kept quiet|intend\w*|aim(?:s|ed|ing) (?:to|at)|tr(?:y|ies|ied|ying) to|deliberate\w*|on purpose|purposely|secretly|cover(?:ed|ing|s)?[ -](?:it )?up|coverup|hid(?:es|den|ing)?\b|conceal\w*|conspir\w*|manipulat\w*|orchestrat\w*|scheme\w*|motiv\w*|hop(?:es|ed|ing) to|plan(?:s|ned|ning) to|agenda|plot(?:s|ted)?)\b/giu,
  guilt:
    /\b(?:guilty|guilt|fraud\w*|liars?|lied|lying|lies|crimes?|criminal\w*|illegal\w*|st(?:ole|olen|eal\w*)|cheat\w*|scam\w*|corrupt\w*|responsib\w*|at fault|negligen\w*|misl(?:ed|ead\w*)|decei\w*|dishonest\w*|broke the law|violat\w*|wrongdoing|culpabl\w*|liab\w*|betray\w*|exploit\w*)\b/giu,
  advice:
    /\b(?:should(?:n't)?|must|ought|need(?:s)? to|recommend\w*|advis\w*|better (?:to|off)|had better|buy(?:ing)?|sell(?:ing)?|invest(?:ing|ors? should)?|sue|avoid\w*|time to|worth (?:buying|trying|it)|safe to|urge[ds]?)\b/giu,
  forecast:
    /\b(?:will|won't|going to|likely to|expect\w*|bound to|set to|soon|forecasts?|predict\w*|next (?:year|month|week|quarter)|in the (?:coming|next)|on track to|inevitabl\w*|about to|by 20\d\d|poised|continue to|keep (?:rising|falling|growing))\b/giu,
}

/** Whether a sentence of this kind without a source harms: it blames somebody, imputes an intention, or tells somebody what to do. */
export function isGrave(risk: Risk): boolean {
  return risk === 'guilt' || risk === 'intent' || risk === 'advice'
}

/** The risky words of a text by kind, in lower case. */
export function risksOf(text: string): { risk: Risk; word: string }[] {
  return (Object.entries(risks) as [Risk, RegExp][]).flatMap(([risk, pattern]) =>
    [...text.matchAll(pattern)].map(([word]) => ({ risk, word: word.toLowerCase() })),
  )
}

/** Words that deny. */
const negations =
  /\b(?:not|no|never|none|nobody|nothing|without|neither|nor|cannot|\p{L}+n['’]t|lack(?:s|ed|ing)?|fail(?:s|ed)? to|den(?:y|ies|ied)|untrue|false|unknown|unable|hardly|barely|refus\w*|rather than|instead of|stopp?(?:ed|s|ing)?)\b/giu

export function negationsOf(text: string): { word: string; start: number; end: number }[] {
  return [...text.matchAll(negations)].map((match) => ({
    word: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }))
}

/** Words that say of all, or of none, and those that put one first or last. */
const universals =
  /\b(?:(?<!(?:above|at|after|not|of) )all|every(?! second)|everyone|everybody|everywhere|always|entire(?:ly)?|completely|exclusively|only|nobody|no one|never|unanimous\w*|without exception|universal\w*|any(?:one|body)|consensus|sole(?:ly)?|certain(?:ly)?|proven?|proves?|ruled out)\b/giu
const superlatives =
  /\b(?:most(?! recent)|top|leading|leads|leader|heads|ahead of|dominant|dominat\w*|more (?:\p{L}+ )?than any|number one|least|majority|minority|mostly|mainly|largely|primarily|overwhelming\w*|(?!(?:latest|interest|honest|forest|request|protest|contest|suggest|modest|harvest|digest|guest|arrest|tempest|invest|manifest|midwest|northwest|southwest|protest)\b)\p{L}{3,}est)\b/giu

export function universalsOf(text: string): string[] {
  return [...text.matchAll(universals)].map(([word]) => word.toLowerCase())
}

export function superlativesOf(text: string): string[] {
  return [...text.matchAll(superlatives)].map(([word]) => word.toLowerCase())
}

/** The part of the content words of a clause that one sentence of a passage must have; another word is a claim of its own. */
const minWordCover = 0.75
/** Data has keys instead of words, and a checked statement is about its numbers: those, with whose they are, say most of it, */
const minDataCover = 0.5
/** and nearly all where the sentence says what they count: then a few words are free. */
const [minCountCover, maxFreeWords] = [0.3, 2]

/** Whether each clause of a sentence is in one sentence of its passages, or in data whose numbers it states. */
export function isSaid(
  text: string,
  {
    passages,
    topics,
    numbers,
  }: { passages: readonly Passage[]; topics: ReadonlySet<string>; numbers: readonly VouchedNumber[] },
): boolean {
  const topicStems = new Set([...topics].map(stemOf))
  const sentences = passages.flatMap(
    ({ kind, text: said, document }): { kind: Passage['kind']; isHedged: boolean; stems: ReadonlySet<string> }[] =>
      kind === 'data'
        ? [{ kind, isHedged: false, stems: stemsOf(said) }]
        : said.split(/(?<=[.!?])\s+(?=\S)/u).map((sentence) => ({
            kind,
            isHedged: hedgeWords.test(sentence),
            stems: stemsOf(document === null ? sentence : `${document.outlet} ${sentence}`),
          })),
  )
  const vouched = numbers.flatMap(({ evidence }) => evidence ?? [])
  const hasCounts = vouched.some(({ unit }) => unit !== null && unit !== 'times')
  const minCoverWithNumbers = hasCounts ? minCountCover : minDataCover
  const minCoverOfData = vouched.length > 0 ? minCoverWithNumbers : minWordCover
  return clausesOf(text).every((clause) => {
    const stems = contentStems(clause).filter((stem) => !topicStems.has(stem) && !numberStems.has(stem))
    if (stems.length === 0) return true
    return sentences.some(({ kind, isHedged, stems: said }) => {
      // what is likely, planned or possible there is no fact here
      if (kind === 'document' && isHedged && !hedgeWords.test(clause)) return false
      const coveredStems = stems.filter((stem) => said.has(stem)).length
      const cover = coveredStems / stems.length
      if (kind !== 'document' && hasCounts && stems.length - coveredStems <= maxFreeWords) return true
      return cover >= (kind === 'document' ? minWordCover : minCoverOfData)
    })
  })
}

const hedgeWords =
  /\b(?:likely|unlikely|probabl[ey]|possibl[ey]|perhaps|maybe|may|might|could|would|will|plans? to|planned|expect\w*|forecasts?|should|if|consider\w*|review|propos\w*)\b/iu

function stemsOf(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text).map(stemOf))
}

/** Clauses that can stand on a passage of their own; a short one belongs to the one before. */
function clausesOf(text: string): string[] {
  const clauses: string[] = []
  for (const part of text.split(/;\s|,?\s(?:while|whereas)\s|,\s(?:and|but|though|although)\s/u)) {
    if (clauses.length > 0 && contentStems(part).length < 3) clauses[clauses.length - 1] += ` ${part}`
    else clauses.push(part)
  }
  return clauses
}

const numberStems = new Set(
  'half third quart fifth tenth two three four five six seven eight nine ten eleven twelve doz hundr thous mill bill twic doubl tripl zero percent cent'.split(
    ' ',
  ),
)

/** Splits a growing text into sentences; the last one is buffered until it is known to be complete. */
export interface SentenceSplitter {
  push(delta: string): string[]
  /** The rest, when the text is complete. */
  end(): string[]
}

/** A text without the end of a sentence is cut here, so that nothing is buffered forever. */
const maxLength = 1_500

/**
 * An end is a mark with citations and a following space, or a mark before the beginning of a sentence, or a new line; an open quotation is not cut.
 */
const sentenceEnd =
  /[.!?…][”"’')]*(?:\s*\[[^\]\n]{0,40}\])+(?=\s)|\[[^\]\n]{0,40}\][.!?…](?=\s)|[.!?…][”"’')]*(?=\s+(?:\p{Lu}|["“[*#>!<-]|\p{N}))|\n+/gu

export function createSentenceSplitter(): SentenceSplitter {
  let buffer = ''
  const takeSentences = (isWhole: boolean): string[] => {
    const sentences: string[] = []
    let from = 0
    for (const match of buffer.matchAll(sentenceEnd)) {
      const to = match.index + match[0].length
      const piece = buffer.slice(from, to)
      if (!match[0].includes('\n') && isOpen(piece)) continue
      sentences.push(piece)
      from = to
    }
    buffer = buffer.slice(from)
    if (isWhole || buffer.length > maxLength) {
      sentences.push(buffer)
      buffer = ''
    }
    return sentences.filter((sentence) => sentence.trim() !== '')
  }
  return {
    push(delta) {
      buffer += delta
      return takeSentences(false)
    },
    end: () => takeSentences(true),
  }
}

function isOpen(piece: string): boolean {
  return (piece.match(/“/gu)?.length ?? 0) > (piece.match(/”/gu)?.length ?? 0)
}

/** A sentence of a model without its Markdown. */
export interface PlainSentence {
  readonly text: string
  /** What it cites, such as `f3`. */
  readonly cited: readonly string[]
  /** Whether it contains a link, a picture, HTML or an address: none of these comes from a fact. */
  readonly hasMarkup: boolean
}

/** Converts a Markdown sentence to plain words. */
export function plainSentence(written: string): PlainSentence {
  const cited = [...written.matchAll(/\b[fdr]\d{1,4}\b(?=[^[\]]*\])/gu)].map(([id]) => id)
  const unmarked = written.replaceAll(/\s*\[(?:\s*[fdr]\d{1,4}\s*[,;]?)+\]/gu, '')
  const hasMarkup = /!?\[[^\]]*\]\s*[([]|<[a-z!/?]|https?:|www\.|\b(?:javascript|data|file|ftp):|&#?\w+;|`/iu.test(
    unmarked,
  )
  const text = unmarked
    .normalize('NFC')
    .replaceAll(/[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD]/gu, '')
    .replace(/^\s*(?:#{1,6}|[-*+>]|\d+[.)])\s+/u, '')
    .replaceAll(/\*\*|__|(?<![\p{L}\p{N}])[*_](?=\S)|(?<=\S)[*_](?![\p{L}\p{N}])/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return { text, cited, hasMarkup }
}
