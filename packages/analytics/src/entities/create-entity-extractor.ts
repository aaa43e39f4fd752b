import model from 'wink-eng-lite-web-model'
import winkNlp, { type WinkMethods } from 'wink-nlp'
import { isContextTerm } from '../contexts/context-terms.ts'

/** The kind of a name; `other` where neither the name nor its words show it. */
type EntityKind = 'person' | 'organization' | 'place' | 'other'

const organizationEndings = new Set(
  (
    'inc corp corporation ltd llc plc ag gmbh sa co company group holdings bank university college institute ministry agency ' +
    'department commission committee council association foundation party court parliament senate congress airlines motors ' +
    'pharmaceuticals therapeutics technologies systems labs laboratories partners capital media news times post journal fc united ' +
    'hospital police army union federation organization organisation'
  ).split(' '),
)
const organizationStarts = new Set('university bank ministry department office institute house court'.split(' '))
const placeEndings = new Set(
  'city county island islands river lake mountain mountains valley bay beach street avenue republic province district peninsula ocean sea desert airport'.split(
    ' ',
  ),
)
const titles = new Set(
  'mr mrs ms dr prof president senator sen rep gov governor minister king queen prince princess pope sir judge captain'.split(
    ' ',
  ),
)

const countries =
  'afghanistan|algeria|argentina|australia|austria|bangladesh|belarus|belgium|brazil|bulgaria|canada|chile|china|colombia|croatia|cuba|' +
  'czech republic|denmark|egypt|ethiopia|finland|france|germany|ghana|greece|hungary|iceland|india|indonesia|iran|iraq|ireland|israel|' +
  'italy|japan|kenya|kuwait|lebanon|libya|malaysia|mexico|morocco|myanmar|nepal|netherlands|new zealand|nigeria|north korea|norway|' +
  'pakistan|peru|philippines|poland|portugal|qatar|romania|russia|saudi arabia|serbia|singapore|slovakia|south africa|south korea|spain|' +
  'sudan|sweden|switzerland|syria|taiwan|thailand|tunisia|turkey|uganda|ukraine|united arab emirates|united kingdom|united states|uk|us|u.s.|usa|' +
  'venezuela|vietnam|yemen|zimbabwe'
const areas =
  'africa|asia|europe|antarctica|america|latin america|middle east|california|texas|florida|new york|alaska|hawaii|ohio|michigan|' +
  'london|paris|berlin|tokyo|beijing|shanghai|wuhan|hong kong|moscow|delhi|new delhi|mumbai|chicago|los angeles|san francisco|boston|' +
  'washington|seattle|toronto|sydney|melbourne|dubai|rome|madrid|brussels|vienna|amsterdam|stockholm|oslo|copenhagen|helsinki|cairo|lagos'
const places = new Set(`${countries}|${areas}`.split('|'))
const organizations = new Set(
  (
    'apple|google|microsoft|amazon|facebook|meta|tesla|twitter|netflix|nvidia|intel|ibm|oracle|samsung|sony|toyota|boeing|airbus|pfizer|moderna|' +
    'nasa|fda|cdc|fbi|cia|epa|imf|nato|opec|unesco|unicef|eu|un|who|bbc|cnn|nba|nfl|fifa|uefa|openai|spacex|uber|oatly'
  ).split('|'),
)

/** Whether a word addresses a person ("Dr.", "President"). */
function isPersonTitle(word: string): boolean {
  return titles.has(word.toLowerCase().replace('.', ''))
}

/** A full name without the title before it, so that one person has one name; "Queen Elizabeth" needs hers. */
function withoutTitle(name: string): string {
  const [title = '', ...rest] = name.split(' ')
  return rest.length >= 2 && isPersonTitle(title) ? rest.join(' ') : name
}

/** Classifies a name by short lists and indicative words; anything else is `other`, never a guess. */
function kindOfName(name: string): EntityKind {
  const lower = name.toLowerCase()
  if (places.has(lower)) return 'place'
  if (organizations.has(lower)) return 'organization'
  const words = lower.replaceAll('.', '').split(' ')
  if (words.length < 2) return 'other'
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (isPersonTitle(first)) return 'person'
  if (organizationEndings.has(last) || (organizationStarts.has(first) && words[1] === 'of')) return 'organization'
  return placeEndings.has(last) ? 'place' : 'other'
}

/** A word of a text with its part of speech (Universal Dependencies tag). */
interface TaggedWord {
  text: string
  tag: string
  /** Whether there is whitespace between this word and the one before. */
  isSpaced: boolean
}

const connectors = new Set('of de la las del da dos van von der den bin al el &'.split(' '))
const maxNameWords = 6

/**
 * Joins neighbouring proper nouns to names. Connectors ("Bank of England", "von der Leyen") and hyphens are included
 * between name words, a title ("President") opens a name; a possessive or any other word ends it.
 */
function nameSpans(words: readonly TaggedWord[]): string[] {
  const names: string[] = []
  let at = 0
  while (at < words.length) {
    if (!startsName(words, at)) {
      at++
      continue
    }
    const end = nameEnd(words, at)
    const name = join(words.slice(at, end))
    if (isWorthNaming(name, end - at)) names.push(name)
    at = end
  }
  return names
}

function startsName(words: readonly TaggedWord[], index: number): boolean {
  if (isProperNoun(words[index])) return true
  return isPersonTitle(words[index]?.text ?? '') && isProperNoun(words[index + 1])
}

function nameEnd(words: readonly TaggedWord[], start: number): number {
  let end = start + 1
  while (end - start < maxNameWords) {
    const next = nextNameWord(words, end)
    if (next === null) return end
    end = next + 1
  }
  return end
}

/** Index of the word that continues a name at `at`, across connectors or a hyphen; null where the name ends. */
function nextNameWord(words: readonly TaggedWord[], index: number): number | null {
  const word = words[index]
  if (isProperNoun(word) || (word?.tag === 'NOUN' && isCapital(word))) return index
  const isHyphen = word?.text === '-' && !word.isSpaced && words[index + 1]?.isSpaced === false
  if (isHyphen) return isProperNoun(words[index + 1]) ? index + 1 : null
  if (!connectors.has(word?.text ?? '')) return null
  const after = connectors.has(words[index + 1]?.text ?? '') ? index + 2 : index + 1
  return isProperNoun(words[after]) ? after : null
}

function isProperNoun(word: TaggedWord | undefined): boolean {
  return word?.tag === 'PROPN' && isCapital(word)
}

function isCapital(word: TaggedWord): boolean {
  return /^[\p{Lu}\p{N}]/u.test(word.text)
}

function join(words: readonly TaggedWord[]): string {
  return words.map((word, index) => (index > 0 && word.isSpaced ? ` ${word.text}` : word.text)).join('')
}

const openers = new Set(
  'Good Best Open Great Video Pdf Dear Hello Hi Hey Yes Thanks Please Anyone Help Looking'.split(' '),
)
const calendar =
  /^(mon|tues|wednes|thurs|fri|satur|sun)day$|^(january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/i

function isWorthNaming(name: string, words: number): boolean {
  const letters = name.match(/\p{L}/gu)?.length ?? 0
  if (letters < 2) return false
  if (words > 1) return true
  // The tagger takes "I'm", "Best" and "Monday" for names when they open a sentence; acronyms ("US") are safe.
  const isAcronym = name === name.toUpperCase()
  return (
    !calendar.test(name) &&
    !name.includes("'") &&
    (isAcronym || isContextTerm(name.toLowerCase())) &&
    !openers.has(name)
  )
}

/** A name in a text, as written there, but without a title before a full name. */
export interface Entity {
  name: string
  kind: EntityKind
}

/** Longer texts are read up to here: the names of a story are at its beginning. In UTF-16 units. */
export const maxEntityCharacters = 4_000

/**
 * Creates an extractor of names from English text, using wink-nlp's part-of-speech tags. Loading the model takes about 0.2 s, once. Each name is
 * returned once per text, in order of first mention.
 *
 * In Titles Where Every Word Is Capital each noun looks like a name; from those only known names and acronyms are returned.
 */
export function createEntityExtractor(): (text: string) => Entity[] {
  const nlp = winkNlp(model, ['pos'])
  return (text) => {
    const read = text.slice(0, maxEntityCharacters)
    if (!mayHoldNames(read)) return []
    const isHeadline = isHeadlineCase(read)
    const found = new Map<string, Entity>()
    for (const written of nameSpans(tagWords(nlp, read))) {
      const kind = kindOfName(written)
      if (isHeadline && kind === 'other' && !hasAcronymForm(written)) continue
      const name = withoutTitle(written)
      const key = name.toLowerCase()
      if (!found.has(key)) found.set(key, { name, kind })
    }
    return [...found.values()]
  }
}

// A capital after a letter, digit or comma and space, or two capitals in a row: anything but the first word of a sentence.
const innerCapital =
  /[\p{L}\p{N},;'’)] +["“(]?\p{Lu}|\p{Lu}\p{Lu}|^\P{L}*\p{Lu}[\p{Ll}]+ (?:says|said|to|will|is|and|shares|launches|announces)\b/u

function mayHoldNames(text: string): boolean {
  return innerCapital.test(text)
}

/** Whether capitals carry no information: at least four content words, none of them in lower case. */
function isHeadlineCase(text: string): boolean {
  const content = (text.match(/\p{L}{3,}/gu) ?? []).filter((word) => isContextTerm(word.toLowerCase()))
  return content.length >= 4 && content.every((word) => /\p{Lu}/u.test(word))
}

function hasAcronymForm(name: string): boolean {
  return /^\p{Lu}[\p{Lu}\p{N}.&]+$/u.test(name)
}

function tagWords(nlp: WinkMethods, text: string): TaggedWord[] {
  const words = nlp.readDoc(text).tokens()
  const texts = words.out<string>(nlp.its.value)
  const tags = words.out<string>(nlp.its.pos)
  const spaces = words.out<string>(nlp.its.precedingSpaces)
  return texts.map((word, index) => ({ text: word, tag: tags[index] ?? '', isSpaced: spaces[index] !== '' }))
}
