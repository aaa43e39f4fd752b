const others: readonly (readonly [string, string])[] = [
  ['usa', 'US'],
  ['us', 'US'],
  ['u.s.', 'US'],
  ['america', 'US'],
  ['the states', 'US'],
  ['uk', 'GB'],
  ['u.k.', 'GB'],
  ['britain', 'GB'],
  ['great britain', 'GB'],
  ['england', 'GB'],
  ['holland', 'NL'],
  ['czech republic', 'CZ'],
  ['turkey', 'TR'],
  ['south korea', 'KR'],
  ['russia', 'RU'],
  ['china', 'CN'],
  ['iran', 'IR'],
]

let codes: ReadonlyMap<string, string> | null = null

/** Codes by lower-case country names; built at the first question, because it tries every possible code. */
function countryCodes(): ReadonlyMap<string, string> {
  if (codes !== null) return codes
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('')
  const named = letters.flatMap((a) =>
    letters.flatMap((b) => {
      // an obsolete code maps to a newer one, and some codes are not countries
      const isCountry =
        Intl.getCanonicalLocales(`und-${a}${b}`)[0] === `und-${a}${b}` && !/^(?:EU|UN|EZ|XA|XB|ZZ|QO)$/.test(a + b)
      const name = isCountry ? names.of(a + b) : undefined
      return name === undefined ? [] : [[name.toLowerCase(), a + b] as const]
    }),
  )
  codes = new Map([...named, ...others])
  return codes
}

/** The country that a question is restricted to ("in Germany", "among US outlets"), and the question without it. */
export function readCountry(text: string): { readonly country: string; readonly rest: string } | null {
  for (const match of text.matchAll(
    /\b(?:in|across|from within|for)\s+(?:the\s+)?(?=([\p{L}.]+(?:\s+[\p{L}.]+){0,2}))/giu,
  )) {
    const words = (match[1] ?? '').split(/\s+/u)
    for (let count = words.length; count > 0; count -= 1) {
      const name = words.slice(0, count).join(' ')
      const country =
        countryCodes().get(name.toLowerCase()) ?? countryCodes().get(name.toLowerCase().replace(/\.$/u, ''))
      // "in us" is a country only in capitals
      if (country === undefined || (/^us$/iu.test(name) && name !== 'US')) continue
      const matchLength = match[0].length + name.length
      return { country, rest: `${text.slice(0, match.index)} ${text.slice(match.index + matchLength)}` }
    }
  }
  return null
}

/** The name of a country such as `DE`, as used in sentences. */
export function countryLabel(code: string): string {
  const name = new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code
  return /^United|Netherlands|Philippines/u.test(name) ? `the ${name}` : name
}

/** What a person wants from Zeus. */
export type Task = 'report' | 'trends' | 'help' | 'save' | 'add' | 'send' | 'monitor' | 'outside'

/** Requests that no document of the library can answer. Each is narrow: such a word on its own ("weather", "code") is a topic like any other. */
const outside: readonly RegExp[] = [
  /\b(?:write|compose|draft|make up)\s+(?:me\s+)?(?:an?|the|some)?\s*(?:\w+\s+)?(?:poems?|songs?|haikus?|jokes?|essays?|e-?mails?|tweets?|stor(?:y|ies)|code|program|script|function|letters?|speech|lyrics)\b/iu,
  /\btell\s+(?:me\s+)?(?:a\s+)?(?:jokes?|bedtime|fairy)\b/iu,
  /\btranslat(?:e|ion)\b/iu,
  /\b(?:what(?:'s|’s| is)|how(?:'s|’s| is))\s+the\s+(?:weather|time|temperature)\b|\bweather (?:tomorrow|today|forecast for)\b|\bwill it (?:rain|snow)\b/iu,
  /\b(?:should|shall|can|could|would)\s+(?:i|we|you)\s+(?:\w+\s+)?(?:buy|sell|invest|short|hold|marry|move|quit|take)\b|\b(?:buy|sell|order|book|reserve)\s+(?:me\s+)?(?:\d+|an?|some|the)\b|\binvestment advice\b/iu,
  /\bwho\s+(?:will|is going to)\s+win\b/iu,
  /^\s*(?:what(?:'s|’s| is)\s+|calculate\s+|compute\s+|solve\s+)?[\d\s().,+*/^×÷=-]*\d\s*[-+*/^×÷]\s*\d[\d\s().,+*/^×÷=-]*\??\s*$/iu,
  /\b(?:calculate|compute|solve|square root|derivative|integral of)\b/iu,
  /\b(?:recipe for|cook me|how do i (?:cook|bake|fix|install|reset|cancel|repair|train|get rid)|directions to|how do i get to|set (?:an?|the) (?:alarm|timer)|play (?:some|the|a) |remind me to|call (?:me|my|an?)\b)/iu,
  /\b(?:meaning of life|are you (?:human|alive|conscious|sentient|a robot)|do you (?:love|like|feel|sleep|dream)|your favou?rite|how old are you)\b/iu,
  /\b(?:capital of|population of|how tall is|how far is|boiling point|distance (?:between|from)|who (?:painted|composed|directed)|what year (?:was|did)|when was .{1,40} born)\b/iu,
  /\b(?:ignore|disregard|forget)\s+(?:all\s+|any\s+)?(?:your|the|previous|prior|above|these)\b.{0,40}\b(?:instructions?|rules?|prompts?)\b|\bsystem prompt\b|\b(?:password|api key|access token)s?\b.{0,30}\b(?:of|for|from|is|are)\b/iu,
  // a number other than a count of documents: "how many employees does Nokia have"
  /\bhow (?:many|much)\s+(?!(?:documents?|posts?|comments?|articles?|stories|mentions?|questions?|people|users|persons|adults|times|outlets?|sources?|authors?|voices?|forums?|trials?|countries|talk|attention|interest|buzz|chatter|coverage|discussion|news|noise|more|less|of|do|does|did|has|have|is|are|was|were)\b)\p{L}+\s+(?:\p{L}+\s+)?(?:do|does|did|has|have|had|will|would|was|were|is|are)\b/iu,
  /\b(?:diagnos(?:e|is) me|my symptoms|am i (?:sick|ill|pregnant)|what dose)\b/iu,
]

const help =
  /^\s*(?:(?:hi|hello|hey|good (?:morning|afternoon|evening)|thanks?|thank you|cheers)\b[\s!.,]*)+(?:zeus|there)?[\s!.,]*$|^\s*(?:help|what can (?:you|zeus) do|what can i ask|how do(?:es)? (?:you|zeus|this|it) work|who are you|what are you)\b.{0,40}\??\s*$/iu

const tasks: readonly (readonly [Task, RegExp])[] = [
  [
    'monitor',
    /\b(?:alert|notify|tell|warn|ping|e-?mail|let)\s+(?:me|us)\b.{0,20}\b(?:when|if|once|as soon as)\b|\b(?:create|set up|add|make|start)\s+(?:an?\s+)?(?:new\s+)?(?:monitor|alert|alarm|watch)\b|^\s*(?:please\s+)?(?:watch|monitor|keep an eye on|follow)\b/iu,
  ],

  [
    'add',
    /\b(?:add|put|save)\b.{0,80}\b(?:to|in|into)\b.{0,60}\bportfolios?\b|\badd\b.{0,40}\bto\s+(?:my|the|our)\b/iu,
  ],
  ['save', /\b(?:save|keep|store)\b.{0,30}\b(?:reports?|answers?|this|that|it)\b|^\s*save\b/iu],
  ['send', /^\s*(?:please\s+|can you\s+|could you\s+)?(?:send|share|forward)\b.{0,80}\b(?:to|with)\b/iu],
]

const trends =
  /\b(?:what(?:'s|’s| is| are)?|which|show|list|any)\b.{0,40}\b(?:trending|rising|hot|trends|growing (?:fastest|most|topics?)|taking off|emerging topics?|emerging)\b(?!.{0,6}\b(?:of|in|about|for|around)\s+\p{L})/iu

/** Classifies a message by its task; a question about a topic by default. */
export function readTask(text: string): Task {
  if (help.test(text)) return 'help'
  for (const [task, pattern] of tasks) if (pattern.test(text)) return task
  if (outside.some((pattern) => pattern.test(text))) return 'outside'
  return trends.test(text) ? 'trends' : 'report'
}
