/** What a question asks for beyond the report of its topic. A cue only adds; the report itself is always read. */
export type Cue =
  | 'change'
  | 'tone'
  | 'voices'
  | 'compare'
  | 'correlate'
  | 'forecast'
  | 'audience'
  | 'places'
  | 'narratives'
  | 'contexts'
  | 'news'
  | 'trials'
  | 'quotes'
  | 'volume'

const words: Readonly<Record<Cue, RegExp>> = {
  change:
    /\b(?:chang(?:e|es|ed|ing)|spik(?:e|es|ed|ing)|peak(?:s|ed)?|surg(?:e|es|ed|ing)|jump(?:s|ed)?|drop(?:s|ped)?|declin(?:e|es|ed|ing)|decreas\w*|increas\w*|grow(?:s|n|ing|th)?|grew|ris(?:e|es|en|ing)|rose|fall(?:s|en|ing)|fell|fad(?:e|es|ed|ing)|trend(?:s|ing)?|momentum|happen(?:s|ed|ing)?|why|turning points?|inflections?|events?|going on|evolv(?:e|es|ed|ing)|develop(?:s|ed|ing)?|shift(?:s|ed)?|took off|taking off|gain(?:s|ed|ing) (?:traction|ground)|los(?:e|ing|t) (?:steam|ground)|hype|stage|driv(?:es|ing|en|e)|crash(?:e[sd]|ing)?|collaps(?:e[sd]?|ing)|plung\w*|plummet\w*|soar\w*|slump\w*|tumbl\w*|rebound\w*|skyrocket\w*|sank)\b/iu,
  tone: /\b(?:tone|sentiment|positiv\w*|negativ\w*|neutral|feel(?:s|ings?)?|felt|mood|opinions?|angr(?:y|ier)|happy|happier|unhappy|love[ds]?|hate[ds]?|like[ds]? or|criti(?:c|cs|cal|ci[sz]\w*)|prais\w*|complain\w*|backlash|favou?rabl[ey]|unfavou?rabl[ey]|reception|perce(?:ption|ived)|reputation|react(?:ion|ions|ed|ing)?)\b/iu,
  voices:
    /\b(?:who(?:'s|’s)?|whose|voices?|influential|influencers?|influence|outlets?|publishers?|publications?|authors?|journalists?|loudest|sources)\b/iu,
  compare:
    /^\s*(?!(?:did|do|does|is|are|was|were|has|have|who|what|why|how|when|where|which|protests?|talk|news|tell|show) )(?:\S+ ){1,4}against (?:\S+ ?){1,6}$|\b(?:compar(?:e|es|ed|ing|ison)|versus|vs|against each other|differen(?:ce|ces|t)|differs?|side by side|bigger than|larger than|ahead of)\b\.?|\b(?:more|less|better|worse|bigger)\b.{0,60}\bthan\b|\bwhich\b.{0,80}\bor\b|\bor\b.{0,60}\bwhich\b/iu,
  correlate:
    /\b(?:correlat\w*|(?:link|connection|relation(?:ship)?)s? between .{1,60}\bprices?|(?:stock|share|crypto|token|coin)s?(?:'s|’s)? (?:price|prices|market)|stock|shares|share price|price of|prices? mov\w*|ticker|returns|(?:lag|lead)s? .{1,60}\bprices?|prices? .{1,60}\b(?:lag|lead)s?)\b|\$[A-Z]{1,5}\b/iu,
  forecast:
    /\b(?:forecast\w*|predict\w*|projection|outlook|expect(?:ed|ing)?|next (?:few |\d+ )?(?:day|week|month|quarter|year)s?|coming (?:day|week|month|quarter|year)s?|tomorrow|future|will|going to|where is .{1,60} heading)\b/iu,
  audience:
    /\b(?:audience|demographics?|how many people|how many users|reach|market size|interested in|target group|age(?:d|s)? \d{1,3})\b/iu,
  places: /\b(?:where|countr(?:y|ies)|regions?|places?|locations?|geograph\w*|markets|worldwide|map)\b/iu,
  narratives:
    /\b(?:narratives?|story ?lines?|stories|themes?|fram(?:es?|ing|ed)|angles?|debates?|arguments?|lines of telling)\b/iu,
  contexts:
    /\b(?:associated|related|relat(?:es?|ion)|connected|co-?occur\w*|context|contexts|comes? up with|together with|linked to|mentioned with|alongside|topics? around|terms?)\b/iu,
  news: /\b(?:news|headlines?|latest|newest|recent(?:ly)?|articles?|coverage|press|breaking)\b/iu,
  trials: /\b(?:trials?|clinical|phase (?:[1-4]|i{1,3}v?)|pubmed|medical stud(?:y|ies))\b/iu,
  quotes:
    /\b(?:say|says|said|saying|quotes?|quoted|examples?|think(?:s|ing)?|thought|passages?|evidence|show me|talk(?:s|ed|ing)? about)\b/iu,
  volume:
    /\b(?:how (?:much|many|often|big|popular)|volume|mentions?|mentioned|documents?|count|popular(?:ity)?|attention|buzz)\b/iu,
}

export const cueNames = Object.keys(words) as readonly Cue[] // the keys are defined above

/**
 * Words for recent news. "news" alone is not one, because it may mean where the documents come from, as in "when did
 * news about it peak".
 */
const newest = /\b(?:headlines?|latest|newest|recent(?:ly)?|lately|articles?|breaking|anything new)\b/iu

/** The cues of a question, in order. */
export function readCues(text: string): Cue[] {
  const all = cueNames.flatMap((cue) => {
    const place = text.search(words[cue])
    return place === -1 ? [] : [{ cue, place }]
  })
  const found = all.filter(({ cue }) => cue !== 'news' || all.length === 1 || newest.test(text))
  return found.toSorted((a, b) => a.place - b.place).map(({ cue }) => cue)
}

/** Whether a question asks for a cause. */
export function asksWhy(text: string): boolean {
  return /\b(?:why|caus(?:e[sd]?|ing)|reasons?|what (?:drove|drives|led to|is behind|was behind))\b/iu.test(text)
}

/** The labels used on the screen. */
export const cueLabels: Readonly<Record<Cue, string>> = {
  change: 'what changed',
  tone: 'tone',
  voices: 'voices',
  compare: 'comparison',
  correlate: 'price',
  forecast: 'forecast',
  audience: 'audience',
  places: 'countries',
  narratives: 'narratives',
  contexts: 'what comes up with it',
  news: 'newest documents',
  trials: 'clinical trials',
  quotes: 'quotations',
  volume: 'volume',
}
