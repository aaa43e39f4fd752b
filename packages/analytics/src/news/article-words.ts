import { isContextTerm } from '../contexts/context-terms.ts'
import { lightStem } from '../narratives/light-stem.ts'
import { tokenize } from '../text/tokenize.ts'

/** An article as it arrives. */
export interface NewsArticle {
  id: string
  publishedAt: string
  /** The publisher; null when unknown. */
  outlet: string | null
  title: string
  /** The beginning of its text; null when it has none. */
  lead: string | null
  /** A code such as `en`; null when unknown. */
  language?: string | null
}

// Words of news with one meaning, one concept a line, as stems; the first is its name. Edit freely: a word in two lines fails at load.

/** Concepts for actions: two different ones by the same actor are two events. */
const actionLines: readonly string[] = [
  'buy acquire purchase takeover acquisition bought acquired acquiring buying purchased purchasing buyout',
  'rise increase jump climb soar surge gain rose increased jumped climbed soared surged gained rising increasing soaring surging rally rallied',
  'fall drop decline slump tumble plunge sink fell dropped declined slumped tumbled plunged sank falling dropping declining plunging slide slid',
  'die death dead killed kill fatal deadly fatality died killing toll slain',
  'hurt injure injured wounded wound injury injuring',
  'strike walkout stoppage',
  'layoff redundancy cut axe sack axed sacked fired laid lay job',
  'resign quit step resigned quitting resignation resigning stepped',
  'lawsuit sue sued suing suit court legal',
  'arrest detain custody arrested detained held',
  'charge indict indicted charged accused accuse indictment',
  'jail prison sentence sentenced imprisoned jailed imprisonment',
  'approve approval clear greenlight endorse approved cleared authorize authorise authorized authorised authorization',
  'ban prohibit outlaw forbid banned prohibited outlawed prohibition',
  'reject refuse turned rebuff rejected refused deny denied rebuffed',
  'agree deal agreement accord pact agreed settlement treaty',
  'talk negotiation negotiate discussion summit negotiating',
  'launch unveil introduce debut reveal release launched unveiled introduced released unveiling rollout',
  'crash collide collision crashed wreck derail derailed derailment',
  'recall recalled withdraw withdrawn pull pulled',
  'win beat defeat victory triumph won beaten defeated winning winner champion clinch clinched',
  'attack assault raid bombing attacked bomb blast explosion explode exploded explosive',
  'delay postpone postponed delayed shelve shelved',
  'rescue save saved rescued',
  'find discover discovery discovered uncover uncovered',
  'shut close closure closed closing shutter shuttered',
  'fine penalty penalised fined penalized',
  'merge merger combine merging combination',
  'warn warning caution alert warned',
  'free freed freeing liberate',
  'open reopen opened reopened opening reopening inaugurate inaugurated',
  'sell sold selling sale divest',
  'appoint appointed name named naming successor replace replaced',
  'visit visited visiting',
]

/** Concepts for people, things and matters. */
const otherLines: readonly string[] = [
  'quake earthquake tremor temblor seismic',
  'fire blaze inferno wildfire bushfire flame',
  'hurricane cyclone typhoon storm',
  'flood flooding flooded deluge inundation inundated',
  'lawmaker legislator senator congressman parliamentarian mp',
  'parliament legislature congress assembly',
  'election vote poll ballot voter voting elected elect electoral',
  'ceo chief boss executive head',
  'company firm business corporation maker',
  'profit earning income',
  'rate interest borrowing',
  'bank lender',
  'police officer cop',
  'doctor physician medic',
  'drug medicine medication treatment therapy',
  'vaccine jab shot vaccination immunisation immunization',
  'space spacecraft rocket orbit probe satellite',
  'plane aircraft jet airliner airplane',
  'ship vessel boat tanker ferry freighter',
  'car vehicle automobile auto',
  'study research survey researcher scientist',
  'hacker hack cyberattack breach hacked ransomware cyber breached',
  'outage blackout disruption disrupted',
  'goal score scored scorer',
  'film movie cinema picture',
  'singer musician star artist pop',
  'baby child kid infant newborn',
  'climate warming emission carbon greenhouse',
  'oil crude petroleum barrel',
  'price cost',
  'tariff levy duty',
  'tax taxation',
  'troop soldier army military force',
  'ceasefire truce armistice',
  'president leader premier',
  'refugee migrant asylum',
  'virus outbreak epidemic infection disease contagion',
  'school classroom pupil student',
  'hospital clinic ward',
  'home house housing property',
  'share stock equity',
  'plan propose proposal planned proposed planning',
  'protest demonstration march demonstrator protester demonstrate',
  'investigation investigate inquiry investigating investigated',
  'minister secretary',
  'snow blizzard snowstorm',
  'heat heatwave hot scorching',
  'drought dry arid',
]

/**
 * Countries with the names of their people and governments; that something happens in the same country does not make it
 * one story.
 */
const countryLines: readonly string[] = (
  'argentina argentine|australia australian canberra|austria austrian|belgium belgian|brazil brazilian brasilia|britain british england english uk westminster|canada canadian ottawa|' +
  'chile chilean|china chinese beijing|colombia colombian bogota|croatia croatian|cuba cuban havana|denmark danish dane|ecuador ecuadorian quito|egypt egyptian cairo|' +
  'ethiopia ethiopian|eu european europe brussel|finland finnish|france french|germany german berlin|ghana ghanaian|greece greek|hungary hungarian budapest orban|iceland icelandic|' +
  'india indian delhi|indonesia indonesian|iran iranian tehran|iraq iraqi|ireland irish|israel israeli|italy italian|japan japanese tokyo|kenya kenyan nairobi|' +
  'korea korean seoul|malaysia malaysian|mexico mexican|morocco moroccan|netherland dutch holland|nigeria nigerian abuja|norway norwegian|pakistan pakistani|' +
  'peru peruvian|philippine filipino manila|poland polish pole warsaw|portugal portuguese|romania romanian|russia russian moscow kremlin|spain spanish|' +
  'sweden swedish swede|switzerland swiss|syria syrian|taiwan taiwanese taipei|thailand thai bangkok|turkey turkish ankara|uganda ugandan kampala|ukraine ukrainian kyiv|' +
  'us american america usa washington|venezuela venezuelan caraca|vietnam vietnamese hanoi|zambia zambian|zimbabwe zimbabwean|bangladesh bangladeshi dhaka'
).split('|')

const conceptOfWord = new Map<string, string>()
for (const [mark, group] of [
  ...[...actionLines, ...otherLines].map((line) => ['=', line]),
  ...countryLines.map((line) => ['@', line]),
] as const) {
  const words = group?.split(' ') ?? []
  for (const word of words) {
    if (conceptOfWord.has(word)) throw new Error(`"${word}" has two concepts`)
    conceptOfWord.set(word, `${mark}${words[0]}`)
  }
}

const actions: ReadonlySet<string> = new Set(actionLines.map((line) => `=${line.split(' ', 1)[0]}`))

export function isAction(concept: string): boolean {
  return actions.has(concept)
}

/** Whether a term is a concept rather than a word of a text. */
function isConcept(term: string): boolean {
  return term.startsWith('=') || term.startsWith('@')
}

/** The concept of a stem, never equal to a word; null when it has none. */
export function conceptOf(stem: string): string | null {
  return conceptOfWord.get(stem) ?? null
}

/** A word of an article: how often it occurs, with extra weight for the title, and whether it is a name. */
export interface ArticleWord {
  /** Its first spelling in the text, in lower case: the stem of "movies" is not a word. */
  written: string
  count: number
  isName: boolean
  inTitle: boolean
  /** It is capitalised in a title that does not capitalise every word: a name, or the first word. */
  isTitleName: boolean
  /** It is used as a place: after "in" or "near". */
  isPlace: boolean
}

/** Number of words of the body used: more would outweigh the title. */
const maxBodyWords = 120
/** A word of the title counts as often as two of the body. */
const titleWeight = 2
/** Maximum number of countries to pair: a longer list does not mean that any two of them deal with each other. */
const maxPaired = 3
/** A date in a headline is its printing date, not its subject. May and March are also ordinary words. */
const datesOfNews: ReadonlySet<string> = new Set(
  'january february april june july august september october november december monday tuesday wednesday thursday friday saturday sunday'.split(
    ' ',
  ),
)
/** Whether a word names a day or a month. */
export function isDateWord(word: string): boolean {
  return datesOfNews.has(word)
}

const whereWords: ReadonlySet<string> = new Set(['in', 'near', 'at', 'off', 'outside', 'around', 'across'])

/**
 * The words of an article that can identify its story: stems without stop words, numbers of two or more digits, and the concepts of its news words,
 * so that "buys" and "acquires" match. A name is a capitalised word that does not begin a sentence; a headline That Capitalises Everything does not
 * show names.
 */
export function readArticleWords(title: string, lead: string | null): Map<string, ArticleWord> {
  const words = new Map<string, ArticleWord>()
  addWords(words, title, { weight: titleWeight, inTitle: true })
  for (const pair of pairsOfCountries(words))
    add(words, pair, {
      written: pair,
      count: titleWeight,
      isName: false,
      inTitle: false,
      isTitleName: false,
      isPlace: false,
    })
  if (lead !== null) addWords(words, lead, { weight: 1, inTitle: false })
  return words
}

/** All pairs of countries in a headline with few countries: who deals with whom is more specific than either name. */
function pairsOfCountries(words: ReadonlyMap<string, ArticleWord>): string[] {
  const countries = [...words.keys()].filter((word) => word.startsWith('@')).toSorted()
  if (countries.length > maxPaired) return []
  return countries.flatMap((country, index) => countries.slice(index + 1).map((other) => `${country}+${other}`))
}

function addWords(
  words: Map<string, ArticleWord>,
  text: string,
  { weight, inTitle }: { weight: number; inTitle: boolean },
): void {
  const all = tokenize(text).slice(0, maxBodyWords)
  const tellsNames = all.some(
    ({ text: word, start }) => isStoryWord(word, inTitle) && /^\p{Ll}/u.test(text.slice(start, start + 2)),
  )
  let isWhere = false
  all.forEach(({ text: word, start }, index) => {
    // "in Red Sea": every capitalised word that follows
    const isPlace = isWhere && isCapital(text, start)
    isWhere = isPlace || whereWords.has(word)
    if (!isStoryWord(word, inTitle)) return
    const stem = lightStem(word)
    const isName = tellsNames && index > 0 && isCapital(text, start) && !beginsSentence(text, start)
    const isTitleName = inTitle && tellsNames && isCapital(text, start) && (index > 0 || conceptOf(stem) === null)
    const concept = conceptOf(stem)
    // a country is one term, whichever name it has
    if (!concept?.startsWith('@'))
      add(words, stem, { written: word, count: weight, isName, inTitle, isTitleName, isPlace })
    if (concept !== null)
      add(words, concept, {
        written: concept,
        count: weight,
        isName: false,
        inTitle: inTitle && concept.startsWith('@'),
        isTitleName: false,
        isPlace: concept.startsWith('@'),
      })
  })
}

function add(
  words: Map<string, ArticleWord>,
  word: string,
  { written, count, isName, inTitle, isTitleName, isPlace }: ArticleWord,
): void {
  const existing = words.get(word)
  if (existing === undefined) {
    words.set(word, { written, count, isName, inTitle, isTitleName, isPlace })
    return
  }
  existing.count += count
  existing.isName ||= isName
  existing.inTitle ||= inTitle
  existing.isTitleName ||= isTitleName
  existing.isPlace ||= isPlace
}

function isStoryWord(word: string, inTitle: boolean): boolean {
  return (isContextTerm(word) && !(inTitle && datesOfNews.has(word))) || /^\d{2,}$/.test(word)
}

function isCapital(text: string, index: number): boolean {
  const code = text.charCodeAt(index)
  return code < 128 ? code >= 65 && code <= 90 : /^\p{Lu}/u.test(text.slice(index, index + 2))
}

/** A capital after a full stop does not indicate a name. */
function beginsSentence(text: string, index: number): boolean {
  return /[.!?:”"»]\s*["“«‘']?$/.test(text.slice(Math.max(0, index - 4), index))
}

/** A word of a story: `stem` is what articles have in common, and the display form is its most frequent spelling. */
export interface StoryTerm {
  stem: string
  written: string
}

/** The words that most articles of a story use, those of titles and names first, strongest first. Concepts are left out. */
export function storyTerms(articles: readonly { title: string; lead: string | null }[], limit = 10): StoryTerm[] {
  const terms = new Map<string, { score: number; forms: Map<string, number> }>()
  for (const { title, lead } of articles) {
    for (const [stem, { written, isName, inTitle }] of readArticleWords(title, lead)) {
      if (isConcept(stem)) continue
      const term = terms.get(stem) ?? { score: 0, forms: new Map<string, number>() }
      term.score += (inTitle ? 2 : 1) + (isName ? 1 : 0)
      term.forms.set(written, (term.forms.get(written) ?? 0) + 1)
      terms.set(stem, term)
    }
  }
  return [...terms]
    .toSorted(([a, one], [b, other]) => other.score - one.score || (a < b ? -1 : 1))
    .slice(0, limit)
    .map(([stem, { forms }]) => ({ stem, written: commonestOf(forms) }))
}

function commonestOf(forms: ReadonlyMap<string, number>): string {
  const [[form] = ['']] = [...forms].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1))
  return form
}
