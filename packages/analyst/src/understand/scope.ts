import { readCountry } from './reader/word-lists.ts'
import { type DocumentKind, SourceKey } from '@auspex/sdk/values'
import type { Answerable, TaggedQuestion, Want } from './reader/question-model.ts'
import { escapeName } from './wordings.ts'

/** The name of a country such as `DE`, as used in sentences. */
export function countryLabel(code: string): string {
  const name = new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
  return /^United|Netherlands|Philippines/u.test(name) ? `the ${name}` : name
}

/** "Outside Australia": a place that is left out limits nothing. */
export const outsidePlace =
  /\b(?:[Oo]utside(?: of)?|[Ee]xcept(?: for)?|[Ee]xcluding|[Aa]part from|[Oo]ther than|[Bb]eyond)\s+(?:the\s+)?(\p{L}+(?:\s\p{Lu}\p{L}+)?)/gu

/** "Outside Canada?", but not "other than that". */
export function leavesOutCountry(text: string): boolean {
  return [...text.matchAll(outsidePlace)].some(([, place = '']) => readCountry(place) !== null)
}

/** Where a text has a name as whole words: "AI" is in no "complained". */
export function findName(text: string, name: string): readonly { from: number; until: number }[] {
  const own = name.replaceAll('"', '').trim()
  if (own === '') return []
  const literal = escapeName(own)
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${literal}(?![\\p{L}\\p{N}])`, 'giu')
  return [...text.matchAll(pattern)].map(({ 0: match, index }) => ({ from: index, until: index + match.length }))
}

/** What people call a kind of document. */
const kindNames: Readonly<Record<string, readonly DocumentKind[]>> = {
  news: ['article'],
  newspaper: ['article'],
  press: ['article'],
  article: ['article'],
  medium: ['article'],
  blog: ['article'],
  forum: ['post', 'comment'],
  'social medium': ['post', 'comment'],
  post: ['post'],
  comment: ['comment'],
  video: ['video'],
  paper: ['paper'],
  study: ['paper'],
  trial: ['trial'],
  filing: ['filing'],
}

/** Sites by other names than that of their outlet. */
const siteNames: Readonly<Record<string, string>> = {
  hn: 'news.ycombinator.com',
  'hacker news': 'news.ycombinator.com',
  subreddit: 'reddit',
  redditor: 'reddit',
}

/** Words for sources in general, which limit nothing: "which outlets wrote about it". */
const anySource =
  /^(?:(?:the|all|any|which|what|most)\s+)*(?:outlets?|sites?|websites?|sources?|publications?|publishers?|communit(?:y|ies)|people|users?|authors?)$/iu

/** What newspapers die of is a topic: "the death of local newspapers". */
const ofSources =
  /\b(?:death|fall|decline|end|future|business|collapse|demise|role|power|history|bias) of (?:the )?(?:\p{L}+ )?$/iu
/** What a source does: "what did the AP say"; any other name does other things, "what did Mylan do wrong". */
const doesAsSource =
  /^\s*(?:sa(?:y|id|ys)|writ\p{L}+|wrote|report\p{L}*|cover\p{L}*|publish\p{L}*|carr\p{L}+|print\p{L}*|run|ran|think|react|articles?|posts?|headlines?|stories)\b/iu

/** Where people and broadcasters publish; what else something is on, "Firefox on Linux", is no source. */
const platforms =
  /^(?:twitter|facebook|instagram|tumblr|myspace|linkedin|pinterest|quora|slashdot|digg|4chan|youtube|vimeo|twitch|tiktok|discord|telegram|whatsapp|weibo|vk|medium|substack|wikipedia|stack ?(?:overflow|exchange)|metafilter|fark|usenet|github|the web|the internet|blogs?|bbc|cnn|fox(?: news)?|nbc|abc|cbs|npr|pbs|msnbc|sky news|al jazeera|the (?:news|radio|tv))$/iu

/** Whether a source is one that the query language has a condition for, or else only a name. */
export function isKnownSource(name: string): boolean {
  return sourceCondition(name) !== null
}

/** Whether words name a source that a question can be limited to. */
export function namesSource(words: string, text = ''): boolean {
  if (anySource.test(words.trim())) return false
  const [found] = findName(text, words)
  if (found === undefined) return true
  const [before, after] = [text.slice(0, found.from), text.slice(found.until)]
  if (ofSources.test(before)) return false
  if (sourceCondition(words) !== null) return true
  if (/\bon\s+(?:the\s+)?$/iu.test(before) && !platforms.test(words.trim())) return false
  return !/\b(?:did|does|do|has|have|is|was)\s+$/iu.test(before) || doesAsSource.test(after)
}

function foldOutlet(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('"', '')
    .replace(/^(?:the|all|any)\s+/u, '')
    .trim()
}

/** A condition of the query language for a source, a site or a kind of documents; null for any other name. */
function sourceCondition(name: string): string | null {
  const folded = foldOutlet(name)
  const singular = folded
    .replace(/media$/u, 'medium')
    .replace(/ies$/u, 'y')
    .replace(/([^s])s$/u, '$1')
  const kinds = kindNames[folded] ?? kindNames[singular]
  if (kinds !== undefined) return either(kinds.map((kind) => `kind:${kind}`))
  const community = /^\/?(?:reddit\/)?(r\/\w+)$/u.exec(folded)?.[1]
  if (community !== undefined) return `outlet:reddit/${community}`
  const named = siteNames[folded] ?? siteNames[singular]
  const key = Object.values(SourceKey).find((source) => source === (named ?? folded).replaceAll(/[\s-]+/gu, '_'))
  const site = named ?? (key !== undefined || /\.\p{L}{2,}$/u.test(folded) ? folded : null)
  if (site === null) return null
  // what was imported has its site as outlet
  return either([...(key === undefined ? [] : [`source:${key}`]), `outlet:"${site}"`])
}

function either(conditions: readonly string[]): string {
  return conditions.length === 1 ? (conditions[0] ?? '') : `(${conditions.join(' OR ')})`
}

export interface QueryLimits {
  readonly outlets: readonly string[]
  readonly excluded: readonly string[]
  /** Places that documents have to name. */
  readonly places?: readonly string[]
}

/** A topic in the sources that a question is limited to and with the places that it names, without the sources and words that it leaves out. */
export function limitQuery(query: string, { outlets, excluded, places = [] }: QueryLimits): string {
  if (outlets.length === 0 && excluded.length === 0 && places.length === 0) return query
  const only = outlets.map((name) => sourceCondition(name) ?? `outlet:"${foldOutlet(name)}"`)
  const without = excluded.map((name) => `-${sourceCondition(name) ?? `"${foldOutlet(name)}"`}`)
  const topic = /\b(?:AND|OR)\b/u.test(query) ? `(${query})` : query
  const named = places.map((place) => `"${place.replaceAll('"', '')}"`)
  return [topic, ...named, ...(only.length === 0 ? [] : [either(only)]), ...without].join(' AND ')
}

/** Requests that no document of the library can answer. Each is narrow: such a word on its own ("weather", "code") is a topic like any other. */
const outside: readonly RegExp[] = [
  /\b(?:write|compose|draft|make up)\s+(?:me\s+)?(?:an?|the|some)?\s*(?:\w+\s+)?(?:poems?|songs?|haikus?|jokes?|essays?|code|program|function|lyrics)\b/iu,
  /\btell\s+(?:me\s+)?(?:a\s+)?(?:jokes?|bedtime|fairy)\b/iu,
  /^\s*(?:(?:please|can you|could you)\s+)*translat(?:e|ion)\b|\btranslate\s+(?:this|that|these|the following|it|into|to|from|["“'])/iu,
  /\b(?:what(?:'s|’s| is)|how(?:'s|’s| is))\s+the\s+(?:weather|time|temperature)\b|\bweather (?:tomorrow|today|forecast for)\b|\bwill it (?:rain|snow)\b/iu,
  /\b(?:should|shall|can|could|would)\s+(?:i|we|you)\s+(?:\w+\s+)?(?:buy|sell|invest|short|hold|marry|move|quit|take)\b|(?:^|[.!?,;]\s*|\b(?:please|can you|could you|would you|(?:want|need|like) (?:you )?to)\s+)(?:buy|sell|order|book|reserve)\s+(?:me\s+)?(?:\d+|an?|some|the)\b|\binvestment advice\b/iu,
  /\bwho\s+(?:will|is going to)\s+win\b/iu,
  /^\s*(?:what(?:'s|’s| is)\s+|calculate\s+|compute\s+|solve\s+)?[\d\s().,+*/^×÷=-]*\d\s*[-+*/^×÷]\s*\d[\d\s().,+*/^×÷=-]*\??\s*$/iu,
  /^\s*(?:(?:please|can you|could you)\s+)*(?:calculate|compute|solve)\b|\b(?:square root|derivative|integral) of\b/iu,
  /\b(?:(?:give|tell|send|write|what(?:['’]?s| is)) (?:me |us )?(?:an?|the|your|some) (?:\p{L}+ ){0,2}recipes? for|cook me|how do i (?:cook|bake|fix|install|reset|cancel|repair|train|get rid)|directions to|how do i get to|set (?:an?|the) (?:alarm|timer)|remind me to)|^\s*(?:(?:please|can you|could you)\s+)*(?:play (?:some|the|a)|call (?:me|my|an?))\b/iu,
  /\b(?:meaning of life|are you (?:human|alive|conscious|sentient|a robot)|do you (?:love|like|feel|sleep|dream)|your favou?rite|how old are you)\b/iu,
  /\b(?:capital of|population of|how tall is|how far is|boiling point|distance (?:between|from)|who (?:painted|composed|directed)|what year (?:was|did) [^,.;?!]{1,40} (?:born|die|founded|invented|built|established)|when was .{1,40} born)\b/iu,
  /\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:your|the|previous|prior|above|these)\b.{0,40}\b(?:instructions?|rules?|prompts?)\b|\bsystem prompt\b|\b(?:what(?:['’]?s| is| are)|give|tell|show|reveal|send|print|list|find)\b.{0,20}\b(?:passwords?|api keys?|access tokens?)\b(?! (?:leaks?|breach\p{L}*|managers?|hacks?|hygiene|polic\p{L}+|reset\p{L}*)).{0,30}\b(?:of|for|from|is|are)\b/iu,
  // a number other than a count of documents: "how many employees does Nokia have"
  /\bhow (?:many|much)\s+(?!(?:documents?|posts?|comments?|articles?|stories|mentions?|questions?|people|users|persons|adults|times|outlets?|sources?|authors?|voices?|forums?|trials?|countries|talk|attention|interest|buzz|chatter|coverage|discussion|news|noise|more|less|of|do|does|did|has|have|is|are|was|were)\b)\p{L}+\s+(?:\p{L}+\s+)?(?:do|does|did|has|have|had|will|would|was|were|is|are)\b/iu,
  /\b(?:diagnos(?:e|is) me|my symptoms|am i (?:sick|ill|pregnant)|what dose)\b/iu,
]

/** A message that asks for nothing but how much the library holds of a topic, which can always be counted. */
const asksForHeld =
  /^\W*(?:(?:ok|hi|hey|hello|so|and|please)\W+)*how (?:many|much)\b[^.?!;:]{0,40}\b(?:do|have) (?:you|we)\b(?: \p{L}+){0,2} (?:about|on|of|that mention)\b[^.?!;:]*\W*$/iu

/** Nobody is told how to make or get it, in whatever words others wrote. */
const unlawful =
  /\b(?:make|cook|brew|synthesi[sz]e|produce|build|buy|get|smuggle|smoke|inject|snort)\s+(?:\p{L}+\s+){0,2}(?:meth|methamphetamines?|cocaine|crack|heroin|fentanyl|lsd|mdma|ghb|nerve gas|sarin|ricin|(?:pipe )?bombs?|explosives?)\b/iu

/** Whether a question asks how to do what is against the law everywhere. */
export function asksForUnlawful(text: string): boolean {
  return unlawful.test(text) && findAdvice(text) !== null
}

/** What is taken, eaten or breathed in: such a thing may be dangerous to health, and a sport or a game is dangerous or toxic in another sense. */
const takenIn =
  /\b(?:drink\p{L}*|eat\p{L}*|foods?|water|air|diets?|vitamins?|drugs?|medic\p{L}+|pills?|tablets?|vaccin\p{L}+|supplements?|sugar|sweeteners?|aspartame|sucralose|stevia|msg|fluorid\p{L}+|mercury|lead|asbestos|radon|talc\p{L}*|alcohol|beer|wine|coffee|caffeine|tea|milk|salt|meat|pork|beef|fish|tuna|eggs?|soy|gluten|mushrooms?|mould|mold|smok\p{L}+|vap\p{L}+|e-?cig\p{L}*|nicotine|tobacco|cannabis|marijuana|weed|cocaine|heroin|opioids?|fentanyl|kratom|ibuprofen|aspirin|paracetamol|tylenol|adderall|xanax|ritalin|antibiotics?|statins?|painkillers?|antidepressants?|melatonin|creatine|glyphosate|pesticides?|chemicals?|plastics?|bpa)\b/iu

/** What stands further behind is not read: a question is short, and some patterns look at every pair of its words. */
export const maxRead = 2000

/** What is said about health is a question of documents; what the person should do is not. */
const talkers =
  /\b(?:people|ppl|folks|everyone|everybody|anyone|anybody|somebody|someone|vegans|devs|developers|users?|posters?|redditors?|reddit|fans|parents|doctors|scientists|posts?|comments?|articles?|documents?|papers?|newspapers?|press|media|outlets?|forums?|subreddits?)\b/iu
const talkVerbs =
  /\b(?:say\p{L}*|said|swear|recommend\p{L}*|think\p{L}*|thought|believ\p{L}*|feel\p{L}*|felt|find|writ\p{L}+|wrote|mention\p{L}*|claim\p{L}*|ask\p{L}*|talk\p{L}*|discuss\p{L}*|report\p{L}*|argu\p{L}+|worr\p{L}+|complain\p{L}*|about)\b/iu
const talkNouns =
  /\b(?:tone|mood|sentiment|opinions?|quotes?|quotations?|headlines?|debates?|discussions?|coverage|claims? that)\b/iu
const isOwnCase =
  /\b(?:can|should|could|may|shall|do) (?:I|we|my)\b|\bI(?:['’]m|['’]ve| am| have| take| took)\b|\bmy \p{L}+ (?:\p{L}+ )?(?:hurts?|aches?|bleeds?)\b|\bfor (?:me|my|us)\b/iu

/** What a question of health is about, where it names something that is taken in: "kratom". */
export function healthTopic(text: string): string | null {
  return takenIn.exec(text)?.[0] ?? null
}

function asksForTalk(text: string): boolean {
  return talkNouns.test(text) || hasInOrder(text, [talkers, talkVerbs])
}

/** Harm, medicines, drugs and illnesses: what others wrote is no advice on them. */
const careWords =
  /\b(?:(?:kill|hang|hurt|harm|cut|starve|poison|drown) (?:myself|ourselves|yourself|oneself|someone|somebody)|suicid\p{L}+|self-?harm\p{L}*|overdos\p{L}+|opioids?|kratom|ketamine|steroids?|xanax|adderall|ritalin|ibuprofen|aspirin|paracetamol|tylenol|antibiotics?|statins?|painkillers?|antidepressants?|ssris?|prozac|zoloft|benzos?|melatonin|laxatives?|insulin|pills?|medications?|medicines?|drugs|dos(?:e|es|age)|taper\p{L}*|(?:treat|cure|heal) (?:an?|my|the)|sunburns?|nausea|flu|fevers?|(?:a|my) rash|wounds?|pains?|eczema|psoriasis|acne|asthma|diabet\p{L}+|cancers?|tumou?rs?|(?<!great )depress(?:ed|ion)|anxiety|adhd|migraines?|headaches?|insomnia|arthritis|infections?|allerg\p{L}+|blood pressure|cholesterol|epilepsy|bipolar|anorexi\p{L}|bulimi\p{L}|symptoms?|pregnan\p{L}+|miscarriages?)\b/iu

const bestWay = /\b(?:best|safest|easiest|good) ways? to\b/iu

/** Whether a question is one of health, which documents do not answer: "is mercury bad for you", "is fluoride in drinking water dangerous". */
export function asksForHealth(text: string): boolean {
  const isForOthers = asksForTalk(text) && !isOwnCase.test(text)
  if (careWords.test(text) && !isForOthers && (findAdvice(text) ?? bestWay.exec(text)) !== null) return true
  const asked =
    /\b(?:is|are|was|were|can|could|does|do)\s+.{2,80}?\b(?:(?:bad|good|safe|okay|ok|dangerous|harmful|risky) (?:for (?:you|me|us|kids|children|babies|pregnan\p{L}*|your?)\b|to (?:eat|drink|take|breathe|smoke)\b)|(poisonous|carcinogenic|unhealthy|toxic|harmful|healthy|dangerous|addictive)\s*\??\s*$|(?:cause|give you) (?:cancer|autism|diabetes))/iu.exec(
      text,
    )
  if (asked === null || isForOthers) return false
  const [, word] = asked
  return word === undefined || /^(?:pois|carc|unhe)/iu.test(word) || takenIn.test(text)
}

export function isOutside(text: string): boolean {
  return asksForUnlawful(text) || (outside.some((pattern) => pattern.test(text)) && !asksForHeld.test(text))
}

/** Messages that ask for something else than a report, by their words. */
export const changes = {
  send: /^\s*(?:please\s+|can you\s+|could you\s+)?(?:send|share|forward)\b.{0,80}\b(?:to|with)\b/iu,
  toPortfolio:
    /\b(?:add|put|save|keep)\b.{0,80}\b(?:to|in|into)\b.{0,60}\bportfolios?\b|\badd\b.{0,40}\bto\s+(?:my|the|our)\b/iu,
  trends:
    /\b(?:what(?:'s|’s| is| are)?|which|show|list|any)\b.{0,40}\b(?:trending|rising|hot|trends|growing (?:fastest|most|topics?)|taking off|emerging topics?|emerging)\b/iu,
  greeting:
    /^\s*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|cheers)\b[\s!.,]*)+(?:zeus|there)?[\s!.,]*$/iu,
}

/** A change without its destination: the name of a portfolio or a colleague is not a topic. */
export function withoutDestination(text: string): string {
  if (changes.toPortfolio.test(text)) return text.replace(/\b(?:to|into|in)\s+(?:my|our|the|a|portfolio|").*$/iu, ' ')
  return changes.send.test(text) ? text.replace(/\b(?:to|with)\b.*$/iu, ' ') : text
}

const tradeWords =
  /\b(?:share|stock|closing|market|token) (?:prices?|values?)\b|\b(?:shares|stocks?|tickers?|traded|trading|futures|exchange rates?)\b/iu
const ticker = /\(\p{Lu}{1,5}\)|\$\p{Lu}{2,5}\b/u
/** What sets talk of something against its price. */
const setsBeside =
  /\b(?:vs\.?|versus|against|links?|linked|relat\p{L}+|correlat\p{L}*|lag|follow\p{L}*|lead|leads|led|track\p{L}*|beside|alongside|next to|hand in hand|compar\p{L}*|with talk)\b/iu
const coins = /\b(?:bitcoins?|btc|ethereum|litecoins?|dogecoins?|ripple|xrp|monero|gold|silver|oil)\b/iu

/** Whether a price in a message is one of what is traded, and not "lobster prices". */
function isOfTrade(text: string): boolean {
  const isCoin = coins.test(text) && /\bprices?\b/iu.test(text)
  return isCoin || [tradeWords, ticker, setsBeside].some((pattern) => pattern.test(text))
}

const adviceWords =
  /\bhow (?:do|can|should|would|could) (?:i|we|one)\b(?! (?:feel|know|save|get rid|get my|export|share|find|use (?:this|you)|delete|see|search|set|ask|turn|stop)\b)|\bwhat(?:['’]?s| is| are) (?:an?|the|some) (?:good|best|easiest|right|better|cheap\p{L}*|fastest) (?:ways?|methods?|places?|time)\b|\b(?:what|where|which \p{L}+) (?:should|do) (?:i|we|beginners|newbies)\b|\bwhat (?:beginners|newbies) (?:\p{L}+ )?(?:should|look|need|start)|\b(?:any|some) (?:tips|advice)\b|\btips (?:for|on)\b/iu
/** A report, a figure or an alert: how these are made or read is a question about Auspex. */
const ownThings =
  /^[^,;.?!]{0,20}\b(?:read (?:that|this|it|these|those)\b|(?:read|get|add|import|export|make|create|print|download)\b[^,;.?!]{0,20}\b(?:reports?|figures?|numbers?|tone|sources?|alerts?|signals?|portfolios?|charts?)\b)/iu
/** A question in front of the one that asks for advice. */
const asksBefore = /\b(?:what|which|who|when|where|tone|how (?:many|much|often|did|do|does))\b[^,;.?!]*[,;.?!]/iu

function findAdvice(text: string): RegExpExecArray | null {
  const found = adviceWords.exec(text)
  return found === null || ownThings.test(text.slice(found.index + found[0].length)) ? null : found
}

/** Whether a message asks what to do, and nothing before that: nothing gives that advice but those who wrote about it. */
export function asksForAdvice(text: string): boolean {
  const found = findAdvice(text)
  return found !== null && !asksBefore.test(text.slice(0, found.index))
}

/** A claim that documents may bear out or not. */
export function isClaim(text: string): boolean {
  return /\b(?:is|was|if) (?:it|that|this)['’]?s? (?:really |actually )?true\b|\bthats true\b|\bwho['’]?s right\b|\bwho is right\b|\b(?:nobody|no one|noone|nothing)\b[^.?!]{0,40}\bever\b|\bnever got\b/iu.test(
    text,
  )
}

/** Wants that some words are easily taken for, and what they mean. */
const otherWords: readonly (readonly [Want, RegExp, Want])[] = [
  [
    'narratives',
    /\b(?:is|are) there (?:anything|something) (?:in the library |in here |here )?(?:on|about)\b/iu,
    'list',
  ],
  ['places', /\b(?:ones?|cases|those|posts|examples) where\b/iu, 'quotes'],
  ['rank', /\b(?:recommend|suggest|prefer)(?:ed|ing|s)?\b/iu, 'quotes'],
  [
    'rank',
    /\btop (?:\d+ |\p{L}+ )?(?:sources|outlets|newspapers|papers|sites|websites|subreddits|forums|domains)\b/iu,
    'outlets',
  ],
  [
    'list',
    /\btop (?:\d+ |\p{L}+ )?(?:sources|outlets|newspapers|papers|sites|websites|subreddits|forums|domains)\b/iu,
    'outlets',
  ],
  ['quotes', /\b(?:ones|posts|threads|those) (?:with|that (?:had|got)|had|have|got) (?:the )?most\b/iu, 'list'],
  ['compare', /\b(?:examples?|quotes?|quotations?) (?:of|from|on|about)\b/iu, 'quotes'],
  ['compare', /\b(?:list|show|find|name) (?:me )?(?:the |all )?(?:\p{L}+ )?(?:spikes?|peaks?|surges?)\b/iu, 'events'],
  ['related', /\b(?:recommend|suggest|prefer)(?:ed|ing|s)?\b/iu, 'quotes'],
  ['audience', /\bexperiences?\b|\bwho (?:\p{L}+ )?(?:got|had|tried|quit|went)\b/iu, 'quotes'],
]
/** Without a word for what comes nothing is forecast. */
const ahead =
  /\b(?:will|won['’]?t|shall|forecast\p{L}*|predict\p{L}*|project\p{L}*|outlook|going to|gonna|next|futures?|expect\p{L}*|coming|ahead|tomorrow|upcoming|likely to|soon|continue\p{L}*|keep|20[2-9]\d|trend\p{L}*|extrapolat\p{L}*|where (?:is|are) .{2,40} (?:headed|heading)|by (?:then|the end))\b/iu
const minWords = 10
const openWants: ReadonlySet<Want> = new Set([
  'brief',
  'help',
  'list',
  'quotes',
  'first',
  'tone',
  'events',
  'narratives',
  'places',
])
const countWords = /\bhow (?:many|much|often)\b|\btalk\p{L}*\b|\breports?\b/iu

/** What is wanted where the words of a message say something else than it looks like: a price of what is traded, advice, whether a claim holds. */
export function meantBy(
  text: string,
  { main, wants, answer, language }: TaggedQuestion,
): { main: Want; wants: readonly Want[]; answer: Answerable | 'advice' } {
  if (language !== 'en') return { main, wants, answer }
  // what few words leave unsaid was said before them
  const looksBack = text.split(/\s+/u).length >= minWords && !ahead.test(text)
  const own = wants.filter((want) => !(want === 'price' && !isOfTrade(text)) && !(want === 'forecast' && looksBack))
  const first: Want = own.includes(main) ? main : (own[0] ?? 'quotes')
  const some = own.length > 0 ? own : [first]
  if (answer !== 'yes') return { main: first, wants: some, answer }
  if (openWants.has(first) && asksForAdvice(text)) return { main: 'quotes', wants: ['quotes'], answer: 'advice' }
  const told = otherWords.find(([want, pattern]) => want === first && pattern.test(text))
  if (told !== undefined) return { main: told[2], wants: [told[2]], answer }
  if (!isClaim(text)) return { main: first, wants: some, answer }
  const isUncounted = ['volume', 'change', 'events'].includes(first) && !countWords.test(text)
  const isOpen = ['brief', 'help', 'list'].includes(first) || isUncounted
  return isOpen
    ? { main: 'quotes', wants: ['quotes', ...some.filter((want) => want === 'tone' || want === 'why')], answer }
    : { main: first, wants: [...new Set<Want>([...some, 'quotes'])], answer }
}

/** Without one of these words a question in English is none of the kind: "vim or emacs, final answer" accuses nobody. */
const refusalWords: Readonly<Partial<Record<Answerable, RegExp>>> = {
  // a person, or what only a person has: "did anyone share their beer recipe" asks after none
  'private-person':
    /\b(?:who(?:se|m)? (?:is|was|are|runs?|owns?|wrote|posted|called|started|made|behind|lives?|works?|account|house|phone)|my (?:ex|boss|\p{L}*neighbou?rs?|landlord|landlady|boyfriend|girlfriend|husband|wife|partner|son|daughter|kids?|child|brother|sister|mother|father|mum|mom|dad|uncle|aunt|cousin|friend|mate|colleague|coworker|teacher|doctor|manager|competitor|class\p{L}*|flatmate|roommate|student|pupil|employee|tenant|date|crush|stalker)|our (?:\p{L}+ )?(?:teacher|boss|neighbou?rs?|manager|employees?)|he|she|his|hers?|him|they|them|someone|somebody|guy|man|men|woman|girl|boy|bloke|lady|person|employees?|neighbou?rs?|about me|ex|mr|mrs|ms|dr|dox\p{L}*|live[sd]?|home|house|family|kids?|users? \p{L}+|identit\p{L}*|whereabouts|real names?|names? of|addresses|address|phone|(?:personal|private) (?:e-?mails?|details?|data|messages?|accounts?|life|lives)|e-?mails?|usernames?|accounts?|dms|messages from|married|dating|wife|husband|girlfriend|boyfriend|sleep(?:s|ing)? with|affair)\b|@\p{L}\w+/iu,
  'causal-guilt':
    /\b(?:guilt\p{L}*|fault|responsib\p{L}*|intend\p{L}*|intent\p{L}*|(?:on )?purpose\p{L}*|deliberate\p{L}*|murder\p{L}*|kill\p{L}*|lied|liars?|lying|lies|cover(?:ed)?[- ]?up|innocent|crim\p{L}*|fraud\p{L}*|corrupt\p{L}*|cheat\p{L}*|stole\p{L}*|steal\p{L}*|motives?|behind|knew|know\p{L}*|conspir\p{L}*|rigg\p{L}*|fak\p{L}+|abus\p{L}*|rap\p{L}+|assault\p{L}*|did it|do it|caus\p{L}+|to blame|started|plant\p{L}*|bribe\p{L}*|hid|hiding|hide|plot\p{L}*|responsable|shot|burn\p{L}*|spread|made|really)\b/iu,
  injection:
    /\b(?:ignore|bots?|assistant|sudo|script|drop table|policy|policies|makers|note|letter|dear|employees?|email|process|confirm|answer only|root|grant|user|disregard|forget|instructions?|prompts?|system|pretend|reveal|passwords?|tokens?|api|keys?|rules?|jailbreak|act as|you are|developer|admin\p{L}*|override|print|repeat|execute|delete|secret\p{L}*|ignorier\p{L}*|ignora\p{L}*|ignore[zr]?)\b/iu,
}

const fullName = /(?<![.?!]\s)(?<!^)\b\p{Lu}\p{Ll}+ (?:Mc|Mac|[OD]['’])?\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?\b/u

/** Whether a question is one of a kind that is declined, by its words. */
export function isOfKind(answer: Answerable, text: string): boolean {
  if (asksForHeld.test(text)) return false
  return (refusalWords[answer]?.test(text) ?? true) || (answer === 'private-person' && fullName.test(text))
}

const questionWords = /\b(?:what|which|how|why|did|do|does|are|is)\b/iu
const peopleWords =
  /\b(?:people|ppl|folks|everyone|everybody|anyone|anybody|users?|redditors?|forums?|vegans|devs|developers|fans|parents|owners|experts)\b/iu
const opinionWords =
  /\b(?:sa(?:y|id)|think|thought|believ\p{L}*|recommend\p{L}*|swear|feel|felt|worr\p{L}+|fear\p{L}*|claim\p{L}*)\b/iu

/** Whether one sentence of a text has a match of each pattern, one behind the other; the first match of each leaves most for the next one. */
function hasInOrder(text: string, patterns: readonly RegExp[]): boolean {
  return text
    .slice(0, maxRead)
    .split(/[.?!]/u)
    .some((sentence) => {
      let rest: string | null = sentence
      for (const pattern of patterns) {
        const found: RegExpExecArray | null = rest === null ? null : pattern.exec(rest)
        rest = found === null ? null : (rest?.slice(found.index + found[0].length) ?? null)
      }
      return rest !== null
    })
}

/** Whether a text asks what people say of a matter, whatever else it asks. */
export function asksWhatIsSaid(text: string): boolean {
  return hasInOrder(text, [questionWords, peopleWords, opinionWords])
}

/** Whether a text asks what people say of a matter, and not for advice in a case of one's own. */
export function asksForOpinions(text: string): boolean {
  return asksWhatIsSaid(text) && !isOwnCase.test(text.slice(0, maxRead))
}

const watchWords =
  /\b(?:keep (?:an eye|watching)|(?:alert|notify|ping|warn) me (?:when|if|whenever)|set up an alert)\b/iu
/** "Tell me if it drops" is about what comes, and "tell me if people like it" is a question. */
const tellOfChange =
  /\b(?:tell me|let me know) (?:when|if|whenever|as soon as)\b[^.,;?!]*\b(?:(?:chang|ris|spik|surg|declin|fad|mov|improv|worsen|explod)es|(?:fall|drop|grow|jump|peak|turn|shift|start|happen|rebound|break|pick|com|go)(?:e?s)|will|there(?:['’]s| is| are) (?:any |some |more )?(?:news|anything|something))\b/iu

/** Whether a message asks, beside its question, to be told of what comes: "and keep an eye on it". */
export function asksToWatch(message: string): boolean {
  return watchWords.test(message) || tellOfChange.test(message)
}
