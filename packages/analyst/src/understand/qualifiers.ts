import { dateClass } from './period-words.ts'
import { findWordKind, foldWord, type QuestionWord, splitQuestion } from './reader/question-words.ts'
import { findCues } from './reader/word-lists.ts'
import { stemOf } from './wordings.ts'

/** What a question says of its topic beside the name, "privacy" of Google Glass: a document that answers it has a word for it. */
export interface Qualifier {
  /** As the person wrote it. */
  readonly words: string
  /** Words, beginnings and phrases of which a document needs one, that of the person first. */
  readonly forms: readonly string[]
  /** A name stays a part of the topic in the conversation, and a plain word belongs to one question. */
  readonly isName: boolean
  /** The topic that it stands right behind, as "gold" in "Reddit gold": both may be one name. */
  readonly follows?: string | null
}

/** Words for the same thing, by how they begin. Each is what people write of many topics, and none is a topic. */
const alike: readonly (readonly [begins: RegExp, forms: readonly string[]])[] = [
  [/^(?:worr|concern|fear|afraid|anxi|scare)/u, ['worr*', 'concern*', 'fear*', 'afraid', 'scar*', 'anxi*']],
  [/^regret/u, ['regret*', '"wish i had"', '"should have"', '"wish i hadn\'t"']],
  [/^(?:mistake|error|blunder)/u, ['mistake*', 'error*', 'wrong', 'blunder*']],
  [/^(?:hack|breach)/u, ['hack*', 'breach*', 'compromis*', 'stolen']],
  [/^(?:safe|unsafe)/u, ['safe*', 'unsafe', 'danger*', 'risk*']],
  [/^(?:danger|harm|risk)/u, ['danger*', 'risk*', 'harm*', 'unsafe']],
  [/^(?:fair|unfair)/u, ['fair', 'unfair*', 'fairness']],
  [/^(?:scam|fraud)/u, ['scam*', 'fraud*', '"rip off"', 'ripoff*']],
  [/^(?:ending|finale)/u, ['ending*', 'finale', '"the end"']],
  [/^(?:replac|successor|alternative)/u, ['replac*', 'alternativ*', 'successor*', 'switched']],
  [/^(?:blam|fault|culprit)/u, ['blam*', 'fault', 'responsib*', 'liab*']],
  [/^(?:privacy|surveillance|spy)/u, ['privacy', 'surveil*', 'spy*', 'private']],
  [/^toxic/u, ['toxic*', 'abus*', 'troll*', 'harass*', 'rude']],
  [/^(?:pric|cost|expens|afford)/u, ['pric*', 'cost*', 'expens*', 'afford*', 'cheap*']],
  [/^(?:achiev|accomplish|success)/u, ['achiev*', 'accomplish*', 'success*', 'succeed*']],
  [/^predict/u, ['predict*', 'forecast*', 'foresee*', 'foresaw']],
  [/^(?:recommend|suggest)/u, ['recommend*', 'suggest*', 'advice', 'advise*']],
  [/^(?:advice|advis|tips?$|tricks?$)/u, ['advice', 'advis*', 'tip', 'tips', 'trick*', 'recommend*']],
  [/^(?:overblown|exaggerat|overhyped)/u, ['overblown', 'exaggerat*', 'overreact*', 'overhyp*', 'hyp*', 'panic*']],
  [/^(?:beginner|newb|noob|novice)/u, ['beginner*', 'newb*', 'noob*', 'novice*', '"first time"', '"just started"']],
  [/^(?:hobb|amateur)/u, ['hobb*', 'amateur*']],
  [/^pregnan/u, ['pregnan*', 'birth', 'newborn*', 'fetus*']],
  [/^(?:job|employ|unemploy|layoff)/u, ['job', 'jobs', 'employ*', 'unemploy*', 'layoff*', '"laid off"']],
  [/^(?:fail|failure)/u, ['fail*', 'failure*', 'collaps*', 'defeat*']],
  [/^(?:cheat|dop(?:e|ing))/u, ['cheat*', 'dop*', 'steroid*']],
  [/^racis/u, ['racis*', 'racial*']],
  [/^(?:lawsuit|sue|suing|litigat)/u, ['lawsuit*', 'sue', 'sued', 'suing', 'court', 'litigat*']],
  [/^(?:die[ds]?$|death|dead|dying)/u, ['died', 'dies', 'death', 'dead', 'dying', 'rip']],
  [/^(?:shut|clos|discontinu|sunset)/u, ['shut*', 'clos*', 'discontinu*', 'kill*', 'axe*']],
  [/^(?:kid|child)/u, ['kid*', 'child*']],
  [/^attack/u, ['attack*', 'bit', 'bitten', 'assault*']],
  [/^(?:crash|collaps)/u, ['crash*', 'collaps*', 'plung*', 'plummet*']],
  [/^(?:accident|injur)/u, ['accident*', 'injur*', 'hurt']],
  [/^(?:infect|contaminat)/u, ['infect*', 'contaminat*']],
  [/^(?:bug|glitch)/u, ['bug', 'bugs', 'buggy', 'glitch*']],
  [/^(?:quit|leav|left|exodus)/u, ['leav*', 'left', 'quit', 'quits', 'quitting', 'exodus', 'abandon*']],
  [/^(?:wildfire|bushfire)/u, ['wildfire*', 'fire', 'fires', 'bushfire*']],
  [/^tariff/u, ['tariff*', 'duties']],
  [/^(?:compar)/u, ['compar*']],
]

/** What people say around a question, for whom it is, and of talk in general: no document needs a word of it. */
const idle =
  /^(?:thesis|essay|homework|assignment|briefing|brief|memo|slides?|deck|editor|boss|manager|prof(?:essor)?|teacher|audience|article|piece|column|blog|report|paragraphs?|bullets?|sentences?|lines?|pages?|tables?|lists?|graphs?|charts?|plots?|timeline|chatter|buzz|hype|noise|mentions?|discussions?|discourse|conversations?|coverage|crowd|folks?|ppl|peoples?|everyone|everybody|someone|somebody|anyone|anybody|nobody|guys|redditors?|users?|posters?|commenters?|members|owners|forums?|subreddits?|communit(?:y|ies)|threads?|librar(?:y|ies)|archives?|datasets?|databases?|corpus|sources?|documents?|post(?:s|ed|ing)?|articles?|headlines?|stories|story|comments?|outlets?|sites?|websites?|accounts?|newspapers?|papers?|media|press|internet|online|web|maybe|perhaps|whatever|whichever|whoever|anyway|anyways|anyhow|lol|haha|hahaha|lmao|btw|imo|imho|tbh|afaik|pls|plz|please|thanks|thank|thx|sorry|okay|kindly|hello|zeus|overall|main|major|big|biggest|strongest|key|general|generally|typical|common|popular|interesting|important|notable|weird|strange|recent|latest|newest|new|entire|whole|real|actual|exact|specific|certain|several|various|different|short|quick|long|rough|simple|plain|honest|balanced|neutral|nice|good|bad|best|worst|better|worse|great|true|false|right|wrong|era|decades?|periods?|days?|weeks?|months?|years?|beginning|ended|start(?:ed|s|ing)?|later|earlier|originally|nowadays|currently|eventually|ever|never|always|still|already|meanwhile|initially|once|since|spik(?:e|es|ed|ing)|peak(?:s|ed|ing)?|surg(?:e|es|ed|ing)|ris(?:e|es|en|ing)|rose|fall(?:s|en|ing)?|fell|fad(?:e|es|ed|ing)|drop(?:s|ped|ping)?|jump(?:s|ed|ing)?|climb(?:s|ed|ing)?|grow(?:s|n|ing)?|grew|growth|shrink\w*|bubbl(?:e|ing)|trend(?:s|ed|ing)?|turn(?:s|ed|ing)?|shift(?:s|ed|ing)?|chang(?:e|es|ed|ing)|happen(?:s|ed|ing)?|occur\w*|react\w*|respon[ds]\w*|opinions?|views?|verdict|consensus|moods?|tone|sentiment|feel(?:s|ing|ings)?|felt|reasons?|arguments?|complain\w*|gripes?|prais\w*|critici\w*|quot(?:e|es|ed|ing)|quotations?|examples?|evidence|proof|signs?|signals?|hints?|numbers?|figures?|counts?|percent(?:age|ages)?|shares?|rates?|totals?|average|levels?|normal|usual|baseline|claim(?:s|ed)?|wonder(?:ing)?|curious|understand|explain|idea|sense|seem(?:s|ed)?|appear(?:s|ed)?|looks?|looked|sounds?|guess|suppos\w*|imagin\w*|hypothetical|roughly|heard|hear|keep|kept|stuff|things?|thing|kinds?|sorts?|types?|ways?|point|points|side|sides|part|parts|bits?|bunch|lots?|plenty|total|topic|topics|subject|issue|issues|matter|debate|debates|debated|talk(?:s|ed|ing)?|say(?:s|ing)?|said|think(?:s|ing)?|thought|thoughts|tell(?:s|ing)?|told|writ\w+|wrote|mention(?:ed|ing)?|discuss(?:ed|ing)?|describ\w+|ask(?:s|ed|ing)?|answer(?:s|ed)?|show(?:s|n|ed|ing)?|see|seen|saw|find|found|look(?:ing)?|get(?:s|ting)?|got|give|given|take(?:s|n)?|took|put|make|made|need(?:s|ed)?|want(?:s|ed)?|try(?:ing)?|tried|use[ds]?|using|come|came|coming|go(?:es|ing)?|per|often|comes|named?|names|flat|bars?|swim|hit|hits|else|towards?|stop(?:s|ped)?|minority|counter|carry|your|yours|their|his|her|our|mine|interest|fine|gave|neither|either|seeing|eye|possible|possibly|ran|run|running|plus|hmm+|smth|data|stay(?:s|ed)?|above|below|stick|anything|something|everything|nothing|unusual|ones|minds?|pick(?:s|ed|ing)?|places?|base|afterwards|especially|somewhere|perspective|ideally|archive|products?|don|doesn|didn|isn|aren|wasn|weren|won|wouldn|couldn|shouldn|hasn|haven|hadn|ain|pulled|top out|topped|loud|swear|routine|niche|reliable|terms?|hand|hands|world|country|countries|life|time|times|today|yesterday|tomorrow|question|questions|help|work|works|worked|working|live[sd]?|buy|bought|play(?:s|ed|ing)?|move[sd]?|call(?:s|ed)?|known?|knew|mean(?:s|t)?|care[sd]?|cover(?:s|ed)?|covering|carr(?:y|ied)|publish(?:ed)?|report(?:s|ed)?|print(?:ed)?|notice[ds]?|drove|driv(?:e|es|ing)|push(?:ed|ing)?|lead(?:s|ing)?|led|follow(?:s|ed)?|happy|sad|angry|love[sd]?|hate[sd]?|like[sd]?|dislike[sd]?|enjoy(?:s|ed)?|excit\\w*|positive|negative|neutral|fans|went|gone|let|did|does|consider(?:ed)?|believ\w+|beleiv\w+|become|became|got|held|hold|receiv\w+|perceiv\w+|treat(?:ed)?|based|considered|regarding|concerning|versus|instead|besides|except|including|related|associated|around|among|across|within|without|regardless|despite|beyond|between|during|before|after|who|whom|whose|what|when|where|why|how|which|while|whether|because|though|although|unless|until|than|then|also|too|very|really|quite|rather|pretty|just|only|even|almost|about|both|each|every|other|others|another|same|own|such|more|most|less|least|many|much|few|fewer|some|any|all|none|one|two|three|four|five|six|seven|eight|nine|ten|top|first|last|next|second|third|final|back|away|out|off|over|under|again|together|alone|apart|ago|max|minimum|maximum|percent|regular|ordinary|random|single|yet|gonna|wanna|gotta|gimme|lemme|dont|doesnt|didnt|isnt|arent|wasnt|cant|wont|ive|youve|theyre|its|whats|hows|thats|wheres|theres|heres|youre|folk|mate|bro|dude|buddy|friend|friends|coward|genius|noob|mainly|mostly|oldest|newest|order|ranked?|ranking|sort(?:ed)?|compare[ds]?|comparing|comparison|contrast|differ\w*|summar\w+|overview|context|background|detail(?:s|ed)?|version|single|separate|separately|split|break|broken|down|up|plot|draw|links?|urls?|dates?|dated|forecast\w*|predictions?|outlook|track|watch|alert\w*|notify|monitor\w*|ping|save[ds]?|saving|portfolio|project|workspace)$/iu

/** Whether words are only what people say around a question. */
export function isIdle(words: string): boolean {
  return idle.test(foldWord(words))
}

/** Wants whose words may as well be what a question is about: "women", "customers", "the price". */
const contentWants: ReadonlySet<string> = new Set([
  'audience',
  'price',
  'places',
  'related',
  'brief',
  'coverage',
  'save',
  'help',
])

/** A rarer word than this says something of its own. */
const minBand = 2
const maxUnitWords = 3

function isContentWord(words: readonly QuestionWord[], at: number, isBehindTopic: boolean): boolean {
  const { text, folded } = words[at] as QuestionWord // a place in it
  if (!/^\p{L}[\p{L}\p{N}]+$/u.test(text) || folded.length < 3) return /^\p{Lu}{2,}$/u.test(text)
  if (idle.test(folded) || (!isBehindTopic && dateClass(folded) !== null)) return false
  const begins = at === 0 || /^[.?!:"]$/u.test(words[at - 1]?.text ?? '')
  if (!begins && /^\p{Lu}/u.test(text)) return true
  // "I was launching a company" tells of the person
  const isDoing = folded.endsWith('ing') && /^(?:am|is|are|was|were|be|been|im|m)$/u.test(words[at - 1]?.folded ?? '')
  if (folded.endsWith('ly') || isDoing) return false
  // what stands right behind a name, or has words like it, is what the question is about, and says nothing of what is wanted
  if (isBehindTopic || alike.some(([pattern]) => pattern.test(folded)))
    return (findWordKind(folded)?.band ?? 7) >= minBand
  const cues = [
    ...findCues(
      words.map((word) => word.folded),
      at,
    ),
  ].filter((want) => !contentWants.has(want))
  // a cue of several words may begin with any word
  const isCue = cues.length > 0 && [...findCues([folded], 0)].some((want) => !contentWants.has(want))
  return !isCue && (findWordKind(folded)?.band ?? 7) >= minBand
}

/** The words of a text that say what it is about, those next to each other together; `isTaken` says which are used otherwise. */
export function contentUnits(text: string, isTaken: (start: number, end: number) => boolean): string[] {
  const words = splitQuestion(text)
  const units: { start: number; end: number; count: number }[] = []
  words.forEach(({ start, end }, at) => {
    const before = words[at - 1]
    const isBehind = before !== undefined && start - before.end === 1 && isTaken(before.start, before.end)
    if (isTaken(start, end) || !isContentWord(words, at, isBehind)) return
    const last = units.at(-1)
    if (last !== undefined && last.count < maxUnitWords && /^[ -]$/u.test(text.slice(last.end, start)))
      Object.assign(last, { end, count: last.count + 1 })
    else units.push({ start, end, count: 1 })
  })
  return units.map(({ start, end }) => text.slice(start, end))
}

/** "mistake*" for mistakes; a short word stays whole. */
function beginOf(word: string): string {
  const stem = stemOf(word)
  return stem.length >= 5 ? `${stem.replace(/[ey]$/u, '')}*` : word
}

/** A word or words that a document needs, with those for the same thing. */
export function toQualifier(words: string): Qualifier {
  const folded = foldWord(words)
  const isName = /^\p{Lu}/u.test(words)
  const [first = '', second, third] = folded.split(/[\s-]/u)
  if (isName && second !== undefined) return { words, forms: [`"${words.replaceAll('"', '')}"`], isName }
  // plain words that belong together stand near each other, in either order
  if (second !== undefined) return { words, forms: [`${beginOf(first)} near/5 ${beginOf(third ?? second)}`], isName }
  if (isName) return { words, forms: [words], isName }
  const stem = stemOf(folded)
  const others = alike.find(([begins]) => begins.test(folded))?.[1] ?? []
  const own = beginOf(folded)
  const plain = own.endsWith('*') ? [own] : [own, ...(folded === stem ? [`${folded}s`] : [stem])]
  return { words, forms: [...new Set([...plain, ...others])], isName }
}

/** A topic in the documents that have a word for each of some qualifiers. */
export function withQualifiers(query: string, qualifiers: readonly Qualifier[]): string {
  const name = query.includes(' ') && !/["()]|\bAND\b|\bOR\b/u.test(query) ? `"${query}"` : query
  const base = /\bOR\b/u.test(query) && !query.startsWith('(') ? `(${name})` : name
  return [base, ...qualifiers.map(({ forms }) => (forms.length === 1 ? forms[0] : `(${forms.join(' OR ')})`))].join(
    ' AND ',
  )
}

/** A word this rare is a topic by itself. */
const topicBand = 5

/** What a message is about where no topic was found in it: its rarest words; null where all are common. */
export function topicOfWords(text: string, spans: readonly { start: number; end: number }[]): string | null {
  const units = contentUnits(text, (start, end) => spans.some((span) => start < span.end && end > span.start))
  const rarity = (words: string) =>
    Math.max(
      ...words
        .split(/[ -]/u)
        .map((word) => (/^\p{Lu}/u.test(word) ? topicBand + 1 : (findWordKind(foldWord(word))?.band ?? topicBand + 1))),
    )
  const weigh = (words: string) => rarity(words) + words.split(/[ -]/u).length
  const [best] = units.toSorted((a, b) => weigh(b) - weigh(a))
  return best !== undefined && weigh(best) > topicBand ? best : null
}

/** Whether a text has one of the words of a qualifier. */
export function hasQualifier(text: string, { forms }: Qualifier): boolean {
  const plain = ` ${foldWord(text).replaceAll(/[^\p{L}\p{N}']+/gu, ' ')} `
  return forms.some((form) =>
    form
      .split(/ near\/\d+ /u)
      .every((part) =>
        plain.includes(
          part.endsWith('*') ? ` ${foldWord(part.slice(0, -1))}` : ` ${foldWord(part.replaceAll('"', ''))} `,
        ),
      ),
  )
}
