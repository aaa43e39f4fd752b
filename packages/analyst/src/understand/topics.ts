/** Words that questions contain, whatever their subject; the rest of a question is its topic. */
const furniture: ReadonlySet<string> = new Set(
  `a an the and or but so if then than that this these those there here it its it's i i'm i'd me my mine we us our ours you your yours they them their he him his she her
  to of in on at by for from with about into onto over after before during since until till between against among through around across as up down out off upon per via regarding concerning toward towards within without
  be been being is are was were am isn't aren't wasn't weren't do does did doing done don't doesn't didn't can could can't couldn't should would wouldn't will won't may might must shall has have had having hasn't haven't hadn't let lets let's
  what what's whats which who who's whos whom whose why why's how how's hows when when's where where's whether
  not no nor yes please thanks thank hey hi hello zeus ok okay sure also too just only even still yet again ever never always often sometimes really very quite rather pretty actually basically exactly especially mainly mostly much many more most less least few fewer lot lots bit some any all every each both either neither other others another same such own else
  people anyone anybody someone somebody everyone everybody nobody folks public community users user customers consumers internet media press world online web forum forums social reddit hn
  now currently lately recently today yesterday tomorrow nowadays ago time times day days week weeks month months year years quarter quarters decade period recent latest newest new last past previous next coming early late long current ongoing
  tell tells told show shows showed give gives gave get gets got find finds found look looks looking see sees seen want wants need needs know knows known understand explain explains describe describes summarise summarize summary sum brief briefing overview report reports analysis analyse analyze analyst insight insights research check list name give help break breakdown walk run draw pull share read reading make makes made put take takes took use uses using used work works working try
  say says said saying talk talks talked talking talk discuss discusses discussed discussing discussion discussions conversation conversations mention mentions mentioned mentioning chatter buzz think thinks thinking thought thoughts mean means meant ask asks asked wonder speak speaks spoken write writes wrote written writing repeat cover covers covered coverage publish published
  happen happens happened happening go goes going gone went come comes came become becomes became keep keeps kept stay stays remain remains start starts started starting begin begins began end ends ended stop stops stopped
  change changes changed changing cause causes caused reason reasons spike spikes spiked spiking peak peaks peaked surge surges surged jump jumps jumped drop drops dropped decline declines declined declining decrease decreases decreased decreasing increase increases increased increasing grow grows grew grown growing growth rise rises rose risen rising fall falls fell fallen falling fade fades faded fading trend trends trending momentum evolve evolves evolved evolving develop develops developed developing development developments shift shifts shifted move moves moved moving swing swings turning point points inflection inflections event events hype hyped hot stage took taking traction ground gaining gain gained losing lose lost driven driving drive drives behind due
  tone sentiment sentiments positive positively negative negatively neutral feel feels feeling feelings felt mood opinion opinions angry angrier happy happier unhappy love loved loves hate hated hates like liked likes dislike critic critics critical criticised criticized criticism praise praised complain complains complained complaining complaints backlash favourable favorable favourably favorably unfavourable unfavorable reception received receive perceive perceived perception reputation react reacts reacted reacting reaction reactions respond response view views viewed seen good bad better worse best worst
  voice voices influential influencer influencers influence outlet outlets publisher publishers publication publications author authors journalist journalists loudest heard source sources
  compare compares compared comparing comparison versus vs difference differences different differ differs side bigger larger smaller higher lower ahead winner winning popular popularity interest interests interested interesting attention important relevant relevance big bigger biggest large huge small
  correlate correlates correlated correlation correlations price prices stock stocks share shares crypto token ticker returns market markets relate relates related relation relationship connected connection linked link associated association context contexts co-occur alongside together term terms topic topics signal signals theme themes subject around
  forecast forecasts predict predicts predicted prediction predictions projection outlook expect expects expected expecting expectation future likely heading headed
  audience audiences demographic demographics reach size target group groups age aged ages number numbers figure figures count counts volume volumes amount amounts level levels document documents post posts comment comments story stories article articles headline headlines news data evidence statistics stats metric metrics quote quotes quoted passage passages example examples sample
  narrative narratives storyline storylines line lines frame frames framing framed angle angles debate debates debated argument arguments
  country countries region regions place places location locations geography geographic geographically worldwide global globally map local
  trial trials clinical pubmed study studies studied phase
  appear appears appeared lead leads led recap care cares cared surround surrounds trigger triggers triggered burst bursts hold
  difference happens going state status situation picture story latest update updates deal thing things stuff matter matters issue question questions answer answers anything something everything nothing kind kinds sort type way ways part case lately whole overall general generally in-depth detail details detailed full short shortly quick quickly briefly simple deep dive high-level low key main major top
  one two three four five six seven eight nine ten first second third half
  i've you've we've they've there's that's it'll won't im ive dont whats cant didnt doesnt isnt wasnt
  alert notify warn ping watch monitor monitors monitoring follow create set add save send forward portfolio colleague email eye keep`.split(
    /\s+/u,
  ),
)

/** The topics of a question, in its own words. */
export interface Topics {
  /** Each in the query language. */
  readonly queries: readonly string[]
  /** Words that belong to no topic and no cue. */
  readonly unread: readonly string[]
}

const maxTopics = 5

/** Extracts the topics from a question without its days and its country. Two or more only for a comparison. */
export function readTopics(question: string, isComparison: boolean): Topics {
  const text = question.replaceAll(/\bphase (?:[1-4]|i{1,3}v?)\b/giu, ' ')
  const quoted = [...text.matchAll(/"([^"]{1,200})"/gu)].map(([, words]) => `"${words}"`)
  if (quoted.length > 0)
    return { queries: isComparison ? quoted.slice(0, maxTopics) : [quoted.join(' AND ')], unread: [] }
  if (!isComparison) return single(text)
  const parts = toParts(text).flatMap((part) => single(part).queries.slice(0, 1))
  const queries = [...new Map(parts.map((query) => [query.toLowerCase(), query])).values()].slice(0, maxTopics)
  return queries.length > 1 ? { queries, unread: [] } : single(text)
}

/** The sides of a comparison. */
function toParts(text: string): string[] {
  return text
    .split(/\b(?:versus|vs\.?|against|compared? (?:to|with)|ahead of|than|and|or|with|to)\b|[,;:/&]/giu)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

interface Run {
  readonly words: readonly string[]
  readonly isNamed: boolean
}

function single(text: string): Topics {
  const runs = toRuns(text)
  if (runs.length === 0) return { queries: [], unread: [] }
  const named = runs.filter(({ isNamed }) => isNamed)
  // names take precedence over plain words: "did people panic about Ebola" is about Ebola
  const chosen = named.length > 0 ? named : runs.slice(0, 3)
  const unread = runs.filter((run) => !chosen.includes(run)).map(({ words }) => words.join(' '))
  const queries = chosen.map(({ words }) => words.join(' '))
  return { queries: [queries.length === 1 ? (queries[0] ?? '') : queries.map(toPhrase).join(' AND ')], unread }
}

function toPhrase(words: string): string {
  return words.includes(' ') ? `"${words}"` : words
}

/** Words of questions that, capitalised inside a sentence, are parts of names: the Xbox One, the New York Times, Fox News. */
const namePart = new Set('new one two times time news post press world week group street market'.split(' '))

/** Neighbouring words that are not furniture; joined across "of" and "the" between two capitals ("Bank of England"). */
function toRuns(text: string): Run[] {
  const runs: string[][] = []
  let [current, joint]: [string[], string[]] = [[], []]
  const end = () => {
    if (current.length > 0) runs.push(current)
    ;[current, joint] = [[], []]
  }
  for (const chunk of text.split(/\s+/u)) {
    const word = chunk.replace(/^[^\p{L}\p{N}#@$]+|[^\p{L}\p{N}+#]+$/gu, '').replace(/['’]s$/u, '')
    if (word === '') continue
    const isName = /^\p{Lu}/u.test(word)
    const isAcronym = /^\p{Lu}{2,5}s?$/u.test(word)
    const isPartOfName = isName && namePart.has(word.toLowerCase()) && !startsWith(text, word)
    const isPlain = furniture.has(word.toLowerCase().replaceAll('’', "'")) && !isAcronym && !isPartOfName
    if (isPlain && /^(?:of|the|and|for|de|la)$/iu.test(word) && current.length > 0 && isNameWord(current.at(-1))) {
      joint.push(word)
    } else if (isPlain) end()
    else {
      if (joint.length > 0 && !isName) end()
      current.push(...joint.splice(0), word)
    }
    // a sentence or a clause ends here
    if (/[,;:!]$/u.test(chunk)) end()
  }
  end()
  return runs.map((words, index) => ({
    words,
    isNamed:
      words.some((word) => /^\p{Lu}/u.test(word)) &&
      (index > 0 || !startsWith(text, words[0] ?? '') || words.length > 1 || runs.length === 1),
  }))
}

function isNameWord(word: string | undefined): boolean {
  return word !== undefined && /^\p{Lu}/u.test(word)
}

function startsWith(text: string, word: string): boolean {
  return text.trimStart().startsWith(word)
}

/**
 * Narrower wordings of a query without matches: each of its parts alone, then a name without the plain words at its ends. A capitalised word inside a
 * sentence is part of a name and is never dropped (`beginsSentence` means that the first word is capitalised anyway), and a phrase of plain words
 * keeps at least two.
 */
export function narrowerQueries(query: string, beginsSentence: boolean): string[] {
  const parts = query.split(' AND ').map((part) => part.replaceAll('"', ''))
  if (parts.length > 1) return parts.toSorted((a, b) => b.split(' ').length - a.split(' ').length)
  const words = query.replaceAll('"', '').split(' ')
  const narrower: string[] = []
  for (let droppedCount = 1; droppedCount < Math.min(3, words.length); droppedCount += 1)
    for (let start = droppedCount; start >= 0; start -= 1) {
      const remainingWords = words.slice(start, words.length - droppedCount + start)
      const droppedWords = [
        ...words.slice(beginsSentence ? 1 : 0, start),
        ...words.slice(words.length - droppedCount + start),
      ]
      const isName = remainingWords.some((word) => /^\p{Lu}/u.test(word))
      if (droppedWords.every((word) => !/^\p{Lu}/u.test(word)) && (isName || remainingWords.length > 1))
        narrower.push(remainingWords.join(' '))
    }
  return narrower
}
