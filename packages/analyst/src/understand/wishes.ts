import type { Want } from './reader/question-model.ts'
import type { Reading } from './understand.ts'
import { findName } from './scope.ts'

/**
 * What an answer has to say, finer than what is wanted: each has sentences of its own. `series` is counts by week, month or year, `tone-change` how
 * the tone moved, `reasons` what those say who like or dislike it, `kinds` whether newspapers or forums carried it too.
 */
export type Wish = Want | 'peak' | 'series' | 'tone-change' | 'reasons' | 'kinds'

/** How long the parts are into which an answer divides its days. */
export type Grain = 'day' | 'week' | 'month' | 'year'

/** Words for each grain in the languages that are read: "by month", "monthly", "pro Monat". */
const grainWords: readonly (readonly [Grain, RegExp])[] = [
  [
    'day',
    /\b(?:by|per|each|every) day\b|\bday(?: by |-by-)day\b|\bdaily (?:numbers?|counts?|volumes?|posts|articles|mentions|totals?)\b|\b(?:pro tag|par jour|por día)\b/iu,
  ],
  [
    'month',
    /\b(?:by|per|each|every|in each|for each) (?:calendar )?months?\b|\bmonth(?: by |-by-| on )month\b|\bmonthly\b|\b(?:pro|je|nach|für) monat\b|\bmonatlich|\b(?:por|cada) mes(?:es)?\b|\bmes (?:a|por) mes\b|\bmensual|\b(?:par|chaque) mois\b|\bmois par mois\b|\bmensuel/iu,
  ],
  [
    'year',
    /\b(?:by|per|each|every) (?:calendar )?years?\b|\byear(?: by |-by-| on )year\b|\b(?:year|annual)ly\b|\b(?:pro|je|nach) jahr\b|\bjährlich|\b(?:por|cada) año(?:s)?\b|\baño (?:a|por) año\b|\banual|\b(?:par an\b|par année|chaque année)|\bannée par année|\bannuel/iu,
  ],
  [
    'week',
    /\b(?:by|per|each|every) weeks?\b|\bweek(?: by |-by-| on )week\b|\bweekly\b|\b(?:pro|je|nach) woche\b|\bwöchentlich|\b(?:por|cada) semanas?\b|\bsemana a semana\b|\bsemanal|\b(?:par|chaque) semaine\b|\bhebdomadaire/iu,
  ],
]

/** The parts that a message wants its days to be divided into; null where it does not say. */
export function readGrain(message: string): Grain | null {
  const found = grainWords.map(([grain, pattern]) => ({ grain, at: message.search(pattern) }))
  // what was said last counts
  return found.filter(({ at }) => at >= 0).toSorted((a, b) => b.at - a.at)[0]?.grain ?? null
}

/** Words for a tone that moves: "has the mood turned", "is it getting worse". */
const movingWords =
  /\b(?:over time|over the years|turn(?:ed|s|ing)?|shift(?:ed|s|ing)?|flip(?:ped|s)?|chang(?:e|ed|es|ing)|mov(?:e|ed|es|ing)|improv\p{L}*|wors(?:e|en|ened|ening)|better|sour(?:ed|ing)|swing|swung|warm(?:ed|ing)|cool(?:ed|ing)|recover\p{L}*|develop\p{L}*|evol\p{L}*|more (?:positive|negative)|less (?:positive|negative)|entwickel\p{L}*|verändert|gekippt|besser|schlechter|cambi\p{L}*|empeor\p{L}*|mejor\p{L}*|évolu\p{L}*|changé|empiré|amélior\p{L}*)\b/iu

const toneWords =
  /\b(?:tone|mood|sentiment|feelings?|attitudes?|opinions?|vibes?|stimmung|ton|meinung|tono|ánimo|opini[oó]n|humeur|avis)\b/iu

const comparingWords =
  /\b(?:who|which)\b[^,.?!]*\b(?:worse|better|nicer|more|less|nast\p{L}+|harsh\p{L}*|friendl\p{L}+)\b|\b(?:vs\.?|versus)\s/iu

/** Whether a message asks how the tone changed, and not only what it is. */
export function asksForMovingTone({ wants, queries }: Pick<Reading, 'wants' | 'queries'>, words: string): boolean {
  const message = withoutTopics(words, queries)
  const isAboutTone = wants.includes('tone') || toneWords.test(message)
  // "who had the worse tone" compares, and nothing moves; no more does a "night shift"
  if (comparingWords.test(message)) return false
  return isAboutTone && (wants.includes('change') || movingWords.test(message))
}

export type Side = 'positive' | 'negative'

const reasonWords =
  /\b(?:why|what for|reasons?|because|complain\p{L}*|complaints?|grievances?|gripes?|moan\p{L}*|grumbl\p{L}*|objections?|arguments? (?:against|for)|critici[sz]\p{L}*|critics|fans|prais\p{L}*|(?:like|love|hate|dislike|bother|annoy|bug)s? (?:people |them )?about|what (?:bugs|bothers|annoys)|warum|wieso|beschwer\p{L}*|gründe|kritisier\p{L}*|por qué|quejan?|quejas|pourquoi|plaint\p{L}*|reproch\p{L}*)\b/iu
const groundWords =
  /\b(?:arguments? (?:against|for|(?:on|from) (?:either|both|each|all|the two) sides?)|objections? (?:to|against)|case against|complain\p{L}*|complaints?|grievances?|gripes?|what (?:bugs|bothers|annoys) |beschwer\p{L}*|quejan?|quejas|(?:se )?plaign\p{L}*|plaintes?)\b/iu
const negativeWords =
  /\b(?:hat(?:e|es|ed|ing)|dislik\p{L}*|complain\p{L}*|gripes?|moan\p{L}*|grumbl\p{L}*|objections?|critici\p{L}*|critics|against|angry|annoy\p{L}*|bugs|bothers?|negative|nast\p{L}+|toxic|hostile|rude|wors(?:e|t)|harsh\p{L}*|mad at|bad|sad|hass\p{L}*|beschwer\p{L}*|kritisier\p{L}*|odi\p{L}+|quej\p{L}*|détest\p{L}*|plaint\p{L}*|reproch\p{L}*)\b/iu
const positiveWords =
  /\b(?:lov(?:e|es|ed|ing)|lik(?:e|es|ed)|prais\p{L}*|fans|enjoy\p{L}*|arguments? for|in favou?r|positive|best|good|lieb\p{L}*|mögen|gut finden|gusta\p{L}*|aim(?:e|ent)|ador\p{L}*)\b/iu

/** Whose side a message names: that of those who like it, or of those who do not; null for both or none. */
export function readSide(message: string): Side | null {
  const [isPositive, isNegative] = namedSides(message)
  if (isNegative === isPositive) return null
  return isNegative ? 'negative' : 'positive'
}

/** Whether a message has words of those who like something, and of those who do not. */
export function namedSides(message: string): readonly [isPositive: boolean, isNegative: boolean] {
  return [positiveWords.test(message), negativeWords.test(message)]
}

/** Whose reasons a message asks for: of those who like the topic, of those who do not, or of both; empty where it asks for none. */
export function reasonSides(
  { wants, mainWant, queries }: Pick<Reading, 'wants' | 'mainWant' | 'queries'>,
  words: string,
): readonly Side[] {
  const isTone = wants.includes('tone')
  // "Breaking Bad" is no complaint
  const message = withoutTopics(words, queries)
  const asks = groundWords.test(message) || (isTone && (reasonWords.test(message) || wants.includes('why')))
  if (!asks || mainWant === 'compare') return []
  const side = readSide(message)
  return side === null ? ['negative', 'positive'] : [side]
}

const likingWords =
  /\b(?:lov(?:e|es|ed)|lik(?:e|es|ed) (?:best|most|more|better)|(?:best|most|more|better)[- ](?:lik|lov)\p{L}+|people like|hat(?:e|es|ed)|popular with|complain\p{L}*|nast\p{L}+|(?:more|most|less) (?:positive|negative)|(?:worse|better|worst|best)|(?:more|most|less|least) (?:toxic|hostile|rude|friendly|welcoming|nasty|helpful)|nicer|friendlier|tone|mood|sentiment|beliebt\p{L}*|mejor valorad\p{L}*|préfér\p{L}*)\b/iu

/** Whether several topics are ranked by how they are liked, and not by how often they are named. */
export function ranksByTone({ wants }: Pick<Reading, 'wants'>, message: string): boolean {
  return wants.includes('tone') || likingWords.test(message)
}

const partPeak =
  /\b(?:which|what|the) (day|week|month|year)\b[^,.?!]{0,40}\b(?:biggest|busiest|highest|most|largest|loudest|peak\p{L}*)\b|\b(?:sharpest|busiest|biggest) (?:single )?(day|week|month|year)\b/iu
const peakWords =
  /\b(?:(?:which|what) (?:day|week|month|year)\b[^,.?!]{0,40}\b(?:biggest|busiest|highest|most|largest|loudest)|peak\p{L}*|top(?:s|ped|ping)? out|at (?:its|their|the) (?:highest|height|hottest|most)|height of|busiest|sharpest (?:single )?(?:day|week|month|year)|high point|höhepunkt|am meisten|apogée|pic|máximo|punto álgido)\b/iu

/** The part of which a message asks which was the highest: "which month was the biggest". */
export function readPart(message: string): Grain | null {
  const [, before = '', part = before] = partPeak.exec(message) ?? []
  return part === '' ? null : (part.toLowerCase() as Grain)
}

/** Whether a message asks when most was said. */
export function asksForPeak(message: string): boolean {
  return peakWords.test(message) || /\bwhen (?:did|was)\b/iu.test(message)
}

/** What each clause of a message may ask for beside its main want; the first that matches counts. */
const cues: readonly (readonly [Wish, RegExp])[] = [
  ['peak', peakWords],
  [
    'kinds',
    /\b(?:papers|newspapers?|the press|news(?: ?sites?)?|media|journalists)\b.*\b(?:too|also|as well)\b|(?:^\s*(?:(?:but|also|so|then)\s+)?(?:did|do|does|has|have)(?:n['’]?t)?|\b(?:whether|if))\s+(?:(?:the|any|many)\s+)?(?:papers|newspapers?|press|news(?: ?sites?)?|media|journalists)\s.*\b(?:carr\p{L}+|cover\p{L}*|pick\p{L}*|report\p{L}*|writ\p{L}+|care)\b/iu,
  ],
  ['volume', /\bhow (?:much|many|often)\b/iu],
  [
    'forecast',
    /\b(?:forecasts?|outlook|what(?:['’]s| is) next|next (?:\p{L}+ )?(?:months?|weeks?|years?|quarters?))\b/iu,
  ],
  ['narratives', /\b(?:narratives?|story ?lines?|main (?:threads|themes|arguments|points)|angles?)\b/iu],
  [
    'list',
    /\b(?:(?:list|show|give|send|find) (?:me |us )?|with |and )(?:the |some |a few )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten|most|top|best|latest|newest|important)\b[^,.?!]*\b(?:articles?|posts?|headlines?|threads?|stories|pieces)\b|\b(?:what|which) (?:are|were) the (?:\p{L}+ )?(?:posts?|threads?|articles?|stories|headlines)\b|\b(?:posts?|threads?|articles?) with (?:the )?most\b/iu,
  ],
  [
    'reasons',
    /\b(?:what|which|main|biggest|common\p{L}*|top|rank\p{L}*|list|three|two|five|\d+)\b.*\b(?:complain\p{L}*|complaints?|grievances?|gripes?)\b/iu,
  ],
  [
    'first',
    /\b(?:(?<!\b(?:numbers|figures|facts) )first(?! (?:\p{L}+ )?(?:days?|weeks?|months?|years?|half|quarter)\b)|earliest|since when|c[ao]me up (?:only )?later|(?:when|where) did (?:it|this|that|they|all this|people|ppl|everyone|everybody|folks|reddit|users)\b[^,.?!]{0,20}?\b(?:start|begin))\b/iu,
  ],
  [
    'voices',
    /\bwho (?:talk\p{L}*|post\p{L}*|writ\p{L}*|wrote|said|says|cares|mentions|is talking|was talking|are the)\b|\b(?:which|top|what) (?:subreddits?|forums?|outlets?|sites?|posters?|authors?|voices)\b/iu,
  ],
  ['places', /\bwhere (?:did|do|does|is|are|was|were)\b|\bwhich countr\p{L}+/iu],
  [
    'why',
    /\bwhy\b|\breasons?\b|\bwhat (?:caused|set|triggered|drove|made)\b|\bset (?:it|this|them) off\b|\bwhat for\b/iu,
  ],
  [
    'quotes',
    /\b(?:own words|quotes?|quotations?)\b|\bwhat (?:did|do|does|were|are|was) (?:the )?(?:\p{L}+ ){1,6}?(?:say|saying|write|writing|post|posting)\b/iu,
  ],
  ['events', /\b(?:unusual|bubbling|stood? out|out of the ordinary)\b/iu],
  [
    'coverage',
    /\bhow (?:reliable|complete|good|representative|much of it)\b.*\b(?:archive|library|(?:your|these|the) (?:own )?(?:data|coverage|numbers?|sources?)(?! (?:plans?|centers?|centres?|breach\p{L}*)))\b|\b(?:trust|rely on) (?:you|your)\b/iu,
  ],
  [
    'events',
    /\bwhat(?:'?s| is| was| has)? ?(?:happen\p{L}*|been happening|going on|went down|the story)\b|\bwhats (?:the story|going on)\b/iu,
  ],
  [
    'change',
    /\b(?:is|are|was|were|has|have|did|does|do)(?:n['’]?t)? (?:it|that|this|they|(?:the )?(?:talk|interest|buzz|hype|attention|chatter|coverage|number)s?(?: (?:of|in|on|about) it)?) (?:\p{L}+ )?(?:grow\p{L}*|ris(?:e|en|ing)|increas\p{L}*|fad(?:e|ed|ing)|shrink\p{L}*|fall(?:ing|en)?|declin\p{L}*|decreas\p{L}*|dying|going (?:up|down))\b/iu,
  ],
  [
    'tone',
    /\b(?:good or bad|positive|negative|mood|tone|sentiment|react\p{L}*|(?:people|they|everyone|everybody|users|fans|reddit|internet) (?:\p{L}+ )?(?:like|love|hate|feel|felt|think|thought)\p{L}*)\b/iu,
  ],
]

function cueOf(clause: string): Wish | null {
  return cues.find(([, pattern]) => pattern.test(clause))?.[0] ?? null
}

const clauseEnds = /[,;:?!]|\.(?=\s|$)|\b(?:and|und|y|et)\b/iu

const beliefWords =
  /\b(?:evidence|proof|signs?|hints?)\b|\b(?:people|anyone|anybody|everyone) (?:\p{L}+ )?(?:bel(?:ie|ei)v\p{L}*|thought|felt|said)\b/iu
const changeNouns =
  /\b(?:drop|drops|dropped|fall|decline|declin\p{L}+|dip|slump|spike|spikes|surge|jump|rise|increase|decrease|growth)\b[^.?!]*\b(?:in|of|for)\b/iu
const asksForDocuments =
  /\b(?:list|show|give|send|find|name|quote|see|read|links?|sources?|which|top|latest|newest|recent|some|examples?|\d+|two|three|four|five|six|seven|eight|nine|ten)\b/iu

/** The main want as the wish that its words make of it. */
function refine(reading: Reading, message: string): Wish {
  const { mainWant, queries } = reading
  if (asksForMovingTone(reading, message)) return 'tone-change'
  const counts = countsOverTime(mainWant, message)
  // "how many complaints" and "did complaints rise" ask for no reasons
  const isCounted = !/\bwhy\b/iu.test(message) && (counts !== null || mainWant === 'volume' || mainWant === 'change')
  if (!isCounted && reasonSides(reading, message).length > 0) {
    // "what was the tone, and why" asks for both
    const clauses = message.split(clauseEnds)
    return clauses.some((clause) => toneWords.test(clause) && !reasonWords.test(clause)) ? 'tone' : 'reasons'
  }
  if (mainWant === 'list') return refineList(message)
  if (mainWant === 'watch' || mainWant === 'save') return mainWant
  // "top 5 headlines" lists documents
  const isOpen = mainWant === 'rank' || mainWant === 'brief'
  if (isOpen && readCount(message, queries) !== null && readUnit(message) !== null) return 'list'
  return counts ?? mainWant
}

/** Whether counts are asked for part by part of the days, or the part with the highest one. */
function countsOverTime(mainWant: Want, message: string): 'series' | 'peak' | null {
  if (readGrain(message) !== null && !['tone', 'list', 'quotes', 'voices', 'places', 'first'].includes(mainWant))
    return 'series'
  return ['events', 'change', 'volume', 'rank', 'brief'].includes(mainWant) && peakWords.test(message) ? 'peak' : null
}

function refineList(message: string): Wish {
  if (asksForDocuments.test(message)) return 'list'
  // "is there evidence in the posts that people believed it" asks for what they said
  if (beliefWords.test(message)) return 'quotes'
  // "a weird drop in posts" asks for no posts
  return changeNouns.test(message) ? 'change' : 'list'
}

/** Words without which a message asks for no audience, or for no first mention: "the first weeks". */
const audienceWords =
  /\b(?:audience|demographics?|how many people|how many adults|who \p{L}+|what (?:kind|sort|type)s? of people|age|ages|aged|old|young\p{L}*|gender|women|men|reach|followers?|readers?|viewers?|income|profile)\b/iu
const placeWords =
  /\b(?:where|countr\p{L}+|nations?|regions?|map|geograph\p{L}*|states?|cit(?:y|ies)|provinces?|worldwide|locations?|subreddits?|forums?)\b/iu
const voiceWords =
  /\b(?:who|whom|whose|which|what|where|authors?|outlets?|subreddits?|forums?|sites?|voices?|posters?|accounts?|newspapers?|papers|top|journalists?|speak\p{L}*|loud\p{L}*)\b/iu
const firstWords =
  /\b(?:first(?! (?:\p{L}+ )?(?:days?|weeks?|months?|years?|half|quarter)\b)|earliest|oldest|since when|began|begin|start\p{L}*|origin\p{L}*|coined?|when)\b/iu

/** A wish that the words of a message cannot mean is one for what was said. */
export function correctWish(wish: Wish, text: string): Wish {
  const [pattern] = [{ audience: audienceWords, places: placeWords, voices: voiceWords }[wish as string]]
  if (pattern !== undefined) return pattern.test(text) ? wish : 'quotes'
  return wish === 'first' && !firstWords.test(text) ? 'quotes' : wish
}

/**
 * What is asked for, in the order in which a message asks it: the main want, and what its other clauses ask for. A named wish leaves no room for others;
 * `words` are those of a short follow-up together with the message that it goes on from.
 */
export function readWishes(reading: Reading, words: string): readonly Wish[] {
  if (reading.answer === 'advice') return ['quotes']
  const main = refine(reading, words)
  const plain = withoutTopics(words, reading.queries)
  const clauses = plain.split(clauseEnds)
  const found = clauses.flatMap((clause) => cueOf(clause) ?? [])
  const sides = reasonSides(reading, words)
  const others = found.flatMap((wish): Wish[] => {
    if (wish === main) return [main]
    // "why do they hate it" is one wish, and so are the words for it in its other clauses
    if (wish === 'why' && sides.length > 0) return ['reasons']
    if (wish === 'reasons' && sides.length === 0) return []
    if (wish === 'tone' && (main === 'tone-change' || main === 'reasons')) return []
    if ((wish === 'volume' || wish === 'peak') && main === 'series') return []
    if (wish === 'voices' && main === 'outlets') return []
    if (wish === 'why' && (main === 'events' || main === 'change') && clauses.length === 1) return []
    return [wish]
  })
  // "did the newspapers carry it" asks for neither how many nor which
  const isWhether =
    others[0] === 'kinds' && clauses.filter((clause) => clause.trim() !== '').length === 1 && asksYesOrNo(words)
  const isVague =
    main === 'brief' ||
    main === 'write' ||
    (isWhether && (main === 'outlets' || main === 'volume' || (main === 'first' && !firstWords.test(words))))
  // a brief beside its own words would be about everything; "no, I meant real quotes" goes on from another wish
  const isOther = reading.topicFrom === 'thread' && others.length > 0 && !others.includes(main) && main !== 'reasons'
  const isMeant = isOther && /\b(?:meant?|instead|not (?:a|the)|rather)\b/iu.test(words)
  const isMainLeftOut = (isVague && others.length > 0) || isMeant
  const all = isMainLeftOut || others.includes(main) ? others : [main, ...others]
  // "oldest first" orders a list
  return [...new Set(all)].filter(
    (wish) => wish !== 'first' || !all.includes('list') || !/\b(?:oldest|earliest|newest) first\b/iu.test(words),
  )
}

const risingWords =
  /\b(?:more|bigger|larger|higher|grow\p{L}*|grew|ris(?:e|es|en|ing)|rose|increas\p{L}*|gain\p{L}*|took off|pick\p{L}* up|gestiegen|gewachsen|mehr|más|crec\p{L}+|augment\p{L}+)\b/iu
const fallingWords =
  /\b(?:less|fewer|smaller|lower|fad(?:e|es|ed|ing)|shrink\p{L}*|shr[au]nk|fall(?:s|ing|en)?|fell|declin\p{L}*|decreas\p{L}*|drop\p{L}*|die[ds]?|dying|cool\p{L}* (?:off|down)|go(?:ne)? away|gesunken|weniger|menos|moins|baiss\p{L}+)\b/iu

/** Whether a message has a word that sets sizes against each other: "more than". */
export function comparesSizes(message: string): boolean {
  return /\b(?:more|bigger|larger|higher|less|fewer|smaller|lower|mehr|más|weniger|menos|moins)\b/iu.test(message)
}

/** Whether several topics are to be compared by how much is written about them: "which one got more posts", "volume, tone". */
export function asksForSizes(message: string): boolean {
  return /\bvolumes?\b|\b(?:share of voice|how (?:much|many|often)|numbers?)\b|\b(?:more|most|fewer|less|fewest) (?:\p{L}+ )?(?:posts?|articles?|comments?|documents?|mentions?|coverage|attention|talk|buzz|interest|press|threads?)\b/iu.test(
    message,
  )
}

export type Direction = 'rise' | 'fall'

/** Which way a message asks whether something went; null for both, as in "did it grow or shrink", and for neither. */
export function readDirection(message: string): Direction | null {
  const [rises, falls] = [risingWords.test(message), fallingWords.test(message)]
  if (rises === falls) return null
  return rises ? 'rise' : 'fall'
}

const yesOrNo =
  /(?:^|[,.;:!?]\s*|\b(?:and|so|but|also|then|or|wondering|whether|if)\s+)(?:(?:there|it|they|people)\s+)?(?:did|do|does|is|are|was|were|has|have|had)(?:n['’]?t)?\s/iu
const questionOfWord =
  /\b(?:how|what|when|where|who|which|why|wat|wich)\b[^,.;?!]*\b(?:did|do|does|is|are|was|were|has|have)\b/iu

/** Whether a message can be answered by yes or no. */
export function asksYesOrNo(message: string): boolean {
  return yesOrNo.test(message) && !questionOfWord.test(message)
}

/** "Yes: ", "No: " or nothing, for a question whose answer has a direction of its own. */
export function yesOrNoLead(message: string, expected: string | null, found: string | null): string {
  if (expected === null || !asksYesOrNo(message)) return ''
  if (found === null) return 'Cannot tell: '
  return expected === found ? 'Yes: ' : 'No: '
}

/** "Yes: " where a message asks whether there is anything; "how many, and is it growing" asks that of something else. */
export function anyLead(message: string): string {
  return /\b(?:how (?:many|much|often)|number of|count)\b/iu.test(message) ? '' : yesOrNoLead(message, 'some', 'some')
}

const unitWords: readonly (readonly [unit: 'posts' | 'articles' | 'comments', pattern: RegExp])[] = [
  [
    'articles',
    /\b(?:articles?|headlines?|news (?:stories|items|pieces)|artikel|schlagzeilen?|artículos?|titulares?|titres)\b/iu,
  ],
  ['comments', /\bcomments?\b/iu],
  ['posts', /\b(?:posts?|threads?|beiträge|publicaciones|messages)\b/iu],
]

/** The kind of documents that a message counts or lists by name; null for documents of any kind. */
export function readUnit(message: string): 'posts' | 'articles' | 'comments' | null {
  return unitWords.find(([, pattern]) => pattern.test(message))?.[0] ?? null
}

const numberWords = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
export const maxListed = 10

/** A message without the names of its topics, whose words ask for nothing: "Windows 8 complaints". */
export function withoutTopics(message: string, queries: readonly string[]): string {
  return queries.reduce((text, query) => {
    const [found] = findName(text, query)
    return found === undefined ? text : `${text.slice(0, found.from)}it${text.slice(found.until)}`
  }, message)
}

/** How many things a message asks for: "five headlines", "top 10 posts", "three quotes"; null where it does not say. */
export function readCount(message: string, queries: readonly string[]): number | null {
  const count = readWholeCount(message, queries)
  return count === null ? null : Math.min(count, maxListed)
}

const countOfThings =
  /(?<!\b(?:which|that|this)\s)\b(\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:\p{L}+\s+){0,2}?(?:headlines?|articles?|stories|posts?|comments?|documents?|pieces?|papers?|quotes?|quotations?|examples?|threads?|subreddits?|forums?|outlets?|voices|reasons?|complaints?|words?|terms?|bullets?|bullet points?)\b/iu
const topCount = /\btop (\d{1,2}|three|four|five|six|seven|eight|nine|ten)\b/iu

/** The same without a limit: more than are ever listed. */
export function readWholeCount(message: string, queries: readonly string[]): number | null {
  const own = withoutTopics(message, queries)
  const [, word = ''] = countOfThings.exec(own) ?? topCount.exec(own) ?? []
  const count = numberWords.indexOf(word.toLowerCase()) + 1 || Number(word)
  return count > 0 ? count : null
}

/** "Top subreddits". */
export function asksForRanks(message: string): boolean {
  return /\b(?:top|rank\p{L}*|list)\b/iu.test(message)
}

/** Whether a message asks for the documents that got most attention, and not for the newest. */
export function asksForMostDiscussed(message: string, queries: readonly string[]): boolean {
  const own = withoutTopics(message, queries)
  return (
    /\b(?:top|best|rank\p{L}*|hottest|biggest|viral|popular|(?:most|highest|top)[- ](?:comment|upvot|scor|point|repl)\p{L}*|most[- ](?:\p{L}+ed|read|important|interesting|controversial|influential))\b/iu.test(
      own,
    ) && !/\b(?:newest|latest|recent|recently)\b/iu.test(own)
  )
}

/** Whether a message asks for countries, and not for where in general. */
export function asksForCountry(message: string): boolean {
  return /\b(?:countr(?:y|ies)|nations?|länder|land|país(?:es)?|pays)\b/iu.test(message)
}
