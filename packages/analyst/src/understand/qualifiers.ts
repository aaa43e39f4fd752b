import { dateClass } from './period-words.ts'
import { findWordKind, foldWord, type QuestionWord, splitQuestion } from './reader/question-words.ts'
import { findCues } from './reader/word-lists.ts'

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

/** Words of one family or for the same thing, which no ending leads to from each other. Each is what people write of many topics, and none is a topic. */
const families: readonly (readonly string[])[] = `
  worry worries worried worrying fear fears feared afraid concern concerns | regret regrets regretted regretting | mistake mistakes error errors blunder blunders | hack hacks hacked
  hacking hacker hackers breach breaches breached | safe safer safest safely safety unsafe | danger dangers dangerous dangerously | harm harms harmed harming harmful | risk risks
  risky | fair unfair fairness unfairly | scam scams scammed scammer scammers scammy fraud frauds fraudulent | ending endings finale finales | replace replaces replaced replacing
  replacement replacements | alternative alternatives | blame blames blamed blaming | fault faults | privacy | surveillance | toxic toxicity | price prices priced pricing pricey
  expensive | cost costs costing costly | succeed succeeds succeeded success successes successful | achieve achieves achieved achievement achievements | predict predicts predicted
  predicting prediction predictions | recommend recommends recommended recommendation recommendations | advice advise advises advised | overblown overhyped exaggerate exaggerated
  exaggeration | beginner beginners newbie newbies noob noobs novice novices | hobby hobbies hobbyist hobbyists | amateur amateurs | pregnant pregnancy pregnancies | job jobs |
  unemployed unemployment | layoff layoffs | fail fails failed failing failure failures | cheat cheats cheated cheating cheater cheaters | doping doped | racist racists racism |
  lawsuit lawsuits sue sues sued suing | die dies died dying dead death deaths | shutdown shutdowns shut | kid kids child children | attack attacks attacked attacking attacker
  attackers | crash crashes crashed crashing | accident accidents | injury injuries injured | infect infects infected infection infections | bug bugs buggy | glitch glitches glitchy
  | quit quits quitting | wildfire wildfires bushfire bushfires | tariff tariffs`
  .split('|')
  .map((words) => words.trim().split(/\s+/u))

/** The family that a word belongs to. */
function familyOf(folded: string): readonly string[] {
  return families.find((words) => words.includes(folded)) ?? []
}

/** What people say around a question, for whom it is, and of talk in general: no document needs a word of it. */
const idle =
  /^(?:ok|okay|pm|am|ps|op|ama|fyi|wtf|omg|idk|smh|tldr|eli5|ffs|asap|thesis|dissertation|chapter|essay|homework|assignment|briefing|brief|memo|slides?|deck|editor|boss|manager|prof(?:essor)?|teacher|audience|article|piece|column|blog|report|paragraphs?|bullets?|sentences?|lines?|pages?|tables?|lists?|graphs?|charts?|plots?|timeline|chatter|buzz|hype|noise|mentions?|discussions?|discourse|conversations?|coverage|crowd|folks?|ppl|peoples?|everyone|everybody|someone|somebody|anyone|anybody|nobody|guys|redditors?|users?|posters?|commenters?|members|owners|forums?|subreddits?|communit(?:y|ies)|threads?|librar(?:y|ies)|archives?|datasets?|databases?|corpus|sources?|documents?|post(?:s|ed|ing)?|articles?|headlines?|stories|story|comments?|outlets?|sites?|websites?|accounts?|newspapers?|papers?|media|press|internet|online|web|maybe|perhaps|whatever|whichever|whoever|anyway|anyways|anyhow|lol|haha|hahaha|lmao|btw|imo|imho|tbh|afaik|pls|plz|please|thanks|thank|thx|sorry|okay|kindly|hello|zeus|overall|main|major|big|biggest|strongest|key|general|generally|typical|common|popular|interesting|important|notable|weird|strange|recent|latest|newest|new|entire|whole|real|actual|exact|specific|certain|several|various|different|short|quick|long|rough|simple|plain|honest|balanced|neutral|nice|good|bad|best|worst|better|worse|great|true|false|right|wrong|era|decades?|periods?|days?|weeks?|months?|years?|beginning|ended|start(?:ed|s|ing)?|later|earlier|originally|nowadays|currently|eventually|ever|never|always|still|already|meanwhile|initially|once|since|spik(?:e|es|ed|ing)|peak(?:s|ed|ing)?|surg(?:e|es|ed|ing)|ris(?:e|es|en|ing)|rose|fall(?:s|en|ing)?|fell|fad(?:e|es|ed|ing)|drop(?:s|ped|ping)?|jump(?:s|ed|ing)?|climb(?:s|ed|ing)?|grow(?:s|n|ing)?|grew|growth|shrink\w*|bubbl(?:e|ing)|trend(?:s|ed|ing)?|turn(?:s|ed|ing)?|shift(?:s|ed|ing)?|chang(?:e|es|ed|ing)|happen(?:s|ed|ing)?|occur\w*|react\w*|respon[ds]\w*|opinions?|views?|verdict|consensus|moods?|tone|sentiment|feel(?:s|ing|ings)?|felt|reasons?|arguments?|complain\w*|gripes?|prais\w*|critici\w*|quot(?:e|es|ed|ing)|quotations?|examples?|evidence|proof|signs?|signals?|hints?|numbers?|figures?|counts?|percent(?:age|ages)?|shares?|rates?|totals?|average|levels?|normal|usual|baseline|claim(?:s|ed)?|wonder(?:ing)?|curious|understand|explain|idea|sense|seem(?:s|ed)?|appear(?:s|ed)?|looks?|looked|sounds?|guess|suppos\w*|imagin\w*|hypothetical|roughly|heard|hear|keep|kept|stuff|things?|thing|kinds?|sorts?|types?|ways?|point|points|side|sides|part|parts|bits?|bunch|lots?|plenty|total|topic|topics|subject|issue|issues|matter|debate|debates|debated|talk(?:s|ed|ing)?|say(?:s|ing)?|said|think(?:s|ing)?|thought|thoughts|tell(?:s|ing)?|told|writ\w+|wrote|mention(?:ed|ing)?|discuss(?:ed|ing)?|describ\w+|ask(?:s|ed|ing)?|answer(?:s|ed)?|show(?:s|n|ed|ing)?|see|seen|saw|find|found|look(?:ing)?|get(?:s|ting)?|got|give|given|take(?:s|n)?|took|put|make|made|need(?:s|ed)?|want(?:s|ed)?|try(?:ing)?|tried|use[ds]?|using|come|came|coming|go(?:es|ing)?|per|often|comes|named?|names|flat|bars?|swim|hit|hits|else|towards?|stop(?:s|ped)?|minority|counter|carry|your|yours|their|his|her|our|mine|interest|fine|gave|neither|either|seeing|eye|possible|possibly|ran|run|running|plus|hmm+|smth|data|stay(?:s|ed)?|above|below|stick|anything|something|everything|nothing|unusual|ones|minds?|pick(?:s|ed|ing)?|places?|base|afterwards|especially|somewhere|perspective|ideally|archive|products?|don|doesn|didn|isn|aren|wasn|weren|won|wouldn|couldn|shouldn|hasn|haven|hadn|ain|pulled|top out|topped|loud|swear|routine|niche|reliable|terms?|hand|hands|world|country|countries|life|time|times|today|yesterday|tomorrow|question|questions|help|work|works|worked|working|live[sd]?|buy|bought|play(?:s|ed|ing)?|move[sd]?|call(?:s|ed)?|known?|knew|mean(?:s|t)?|care[sd]?|cover(?:s|ed)?|covering|carr(?:y|ied)|publish(?:ed)?|report(?:s|ed)?|print(?:ed)?|notice[ds]?|drove|driv(?:e|es|ing)|push(?:ed|ing)?|lead(?:s|ing)?|led|follow(?:s|ed)?|happy|sad|angry|love[sd]?|hate[sd]?|like[sd]?|dislike[sd]?|enjoy(?:s|ed)?|excit\w*|positive|negative|neutral|fans|went|gone|let|did|does|consider(?:ed)?|believ\w+|beleiv\w+|become|became|got|held|hold|receiv\w+|perceiv\w+|treat(?:ed)?|based|considered|regarding|concerning|versus|instead|besides|minus|except|including|related|associated|around|among|across|within|without|regardless|despite|beyond|between|during|before|after|who|whom|whose|what|when|where|why|how|which|while|whether|because|though|although|unless|until|than|then|also|too|very|really|quite|rather|pretty|just|only|even|almost|about|both|each|every|other|others|another|same|own|such|more|most|less|least|many|much|few|fewer|some|any|all|none|one|two|three|four|five|six|seven|eight|nine|ten|top|first|last|next|second|third|final|back|away|out|off|over|under|again|together|alone|apart|ago|max|minimum|maximum|percent|regular|ordinary|random|single|yet|gonna|wanna|gotta|gimme|lemme|along|outside|outwith|dont|doesnt|didnt|isnt|arent|wasnt|cant|wont|ive|youve|theyre|its|whats|hows|thats|wheres|theres|heres|youre|folk|mate|bro|dude|buddy|friend|friends|coward|yourself|myself|himself|herself|themselves|ourselves|itself|prefer(?:s|red)?|learn(?:s|ed|t|ing)?|genius|noob|mainly|mostly|oldest|newest|order|ranked?|ranking|sort(?:ed)?|compare[ds]?|comparing|comparison|contrast|differ\w*|summar\w+|overview|context|background|detail(?:s|ed)?|version|single|separate|separately|split|break|broken|down|up|plot|draw|links?|urls?|dates?|dated|forecast\w*|predictions?|outlook|track|watch|alert\w*|notify|monitor\w*|ping|save[ds]?|saving|portfolio|project|workspace)$/iu

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

const prepositions =
  /^(?:about|on|of|for|with|in|at|from|by|around|against|behind|over|regarding|towards?|between|during|among|amongst|inside|without|its|their|his|her|any|no|these|those|'s)$/u
const sayingWords =
  /^(?:sa(?:y|id)|think|thought|feel|felt|wr[io]te|recommend|believe|claim|want|like|love|hate|react)$/u
const askingWords = /^(?:do|did|does|what|which|have|has|had)$/u
const greetings = /^(?:hi|hey|hello|dear|thanks|thank|thx|cheers|yo|ok|okay|sorry|mr|mrs|ms|dr)$/u

/** The words of a text, with what is known of them as a whole. */
interface WordsOfText {
  readonly words: readonly QuestionWord[]
  readonly isTaken: (start: number, end: number) => boolean
  /** Whether words have capitals that say nothing: "WHAT DO PEOPLE SAY", "What Do People Say". */
  readonly hasIdleCapitals: boolean
}

/** What people write of a thing, in front of its name: "battery complaints about the Nexus 7" are about its battery. */
const talkNouns =
  /^(?:complaints?|problems?|issues?|troubles?|worries|concerns?|gripes?|reports?|reviews?|questions?|experiences?|reactions?|stories|rumou?rs?|failures?|bugs?)$/u
/** What says how much or whose such talk is, and not what it is about. */
const talkAttributes =
  /^(?:customers?|consumers?|users?|owners?|public|press|media|news|early|late|online|serious|frequent|recurring|common|main|major|minor|typical|initial|final|actual|technical|personal|bad|good|angry|critical|official|known|many|more|most|long|hands?|first|book|film|movie|game|case|research|annual|quarterly|weather|status|field|trip|bug|crime|police)$/u
/** Plain words that are a part of a longer name: "start screen", "sound quality", "side effects", "working conditions". */
const compoundBegin =
  /^(?:back|start|starter|home|side|sound|life|time|live|play|work|working|call|page|data|world|point|help|support|press|name|order|track|press|running|learning|talk|trade|market|reading|writing|living|drop|lead|fall|read|base|hand|story|question|answer|version|hit|push|pull|care|term|tone|interest|cover|report|update)$/u
const functionWords =
  /^(?:the|an?|and|or|but|to|of|in|on|at|for|with|from|by|about|as|than|that|this|these|those|it|its|they|them|he|she|we|i|you|is|are|was|were|be|been|do|does|did|has|have|had|can|could|will|would|should|may|might|not|no|so|if|when|while|where|which|who|what|how|why|because|since|until|before|after|during|between|into|over|under|up|down|out|off|again|most|more|less|many|much|any|some|all|each|every|other|'s)$/u

/** Whether a plain word begins a longer name with the next one, "start screen", behind a name, an article or a preposition. */
function beginsCompound(text: WordsOfText, at: number): boolean {
  const { words, isTaken } = text
  const [own, next] = [words[at], words[at + 1]]
  if (own === undefined || next === undefined || !compoundBegin.test(own.folded)) return false
  if (next.start - own.end !== 1 || isTaken(next.start, next.end) || !/^\p{L}{3,}$/u.test(next.text)) return false
  if (functionWords.test(next.folded) || (idle.test(next.folded) && !compoundBegin.test(next.folded))) return false
  const before = words[at - 1]?.folded ?? ''
  return isBesideTopic(text, at, -1) || /^(?:the|an?|of|with|on|for|about|in|and|its|their|his|her|'s)$/u.test(before)
}

/** Whether a word says what talk of the topic is about, "overheating reports for the MacBook". */
function isBeforeTalk(text: WordsOfText, at: number): boolean {
  const { words } = text
  const [own, talk, preposition] = [words[at]?.folded ?? '', words[at + 1]?.folded ?? '', words[at + 2]?.folded ?? '']
  if (!talkNouns.test(talk) || talkAttributes.test(own) || functionWords.test(own)) return false
  if (idle.test(own) && !compoundBegin.test(own)) return false
  const isOfTopic =
    isBesideTopic(text, at + 2, 1) ||
    (/^(?:the|my|your|their|its)$/u.test(words[at + 3]?.folded ?? '') && isBesideTopic(text, at + 3, 1))
  return isBesideTopic(text, at, -1) || (prepositions.test(preposition) && isOfTopic)
}

function isBesideOwner(words: WordsOfText['words'], at: number, isTaken: WordsOfText['isTaken']): boolean {
  const [owner, own, sign] = [words[at - 2], words[at], words[at - 1]]
  return owner !== undefined && isTaken(owner.start, owner.end) && own?.start === (sign?.end ?? 0) + 1
}

function isBesideTopic({ words, isTaken }: WordsOfText, at: number, step: 1 | -1): boolean {
  // "Spotify's offline mode"
  const isOwned = step === -1 && /^['’]s?$/u.test(words[at - 1]?.text ?? '') && words[at - 1]?.isJoined === true
  if (isOwned) return isBesideOwner(words, at, isTaken)
  const [own, other] = [words[at], words[at + step]]
  if (own === undefined || other === undefined || !isTaken(other.start, other.end)) return false
  return step === 1 ? other.start - own.end === 1 : own.start - other.end === 1
}

/** Whether a plain word stands in a phrase beside the topic or in a list with one that does: "privacy with Google Glass", "what teachers say". */
function isInPhrase(text: WordsOfText, at: number, isContent: (at: number) => boolean): boolean {
  const { words } = text
  const folded = (step: number) => words[at + step]?.folded ?? ''
  if (/^(?:i|we|my|our|you|your|me)$/u.test(folded(-1))) return false
  // "what's the deal with it" asks what happened
  if (/^(?:the|teh|da)$/u.test(folded(-1)) && /^(?:whats|wats|is|was|'s)$/u.test(folded(-2)) && folded(1) === 'with')
    return false
  if (isBesideTopic(text, at, -1) || isBesideTopic(text, at, 1) || saysWhatItIs(text, at)) return true
  // "peanut butter and weight loss"
  if (/^(?:and|&)$/u.test(folded(-1)) && isBesideTopic(text, at - 1, -1)) return true
  const isAfterArticle = /^(?:the|an?)$/u.test(folded(-1))
  if (prepositions.test(folded(isAfterArticle ? -2 : -1))) return true
  const isBeforeTopic =
    prepositions.test(folded(1)) &&
    (isBesideTopic(text, at + 1, 1) || (/^(?:the|an?|its|their)$/u.test(folded(2)) && isBesideTopic(text, at + 2, 1)))
  if (isBeforeTopic || (askingWords.test(folded(-1)) && sayingWords.test(folded(1)))) return true
  const before = /^(?:and|or|,)$/u.test(folded(-1)) ? at - 2 : at - 1
  return before >= 0 && isContent(before)
}

/** Whether a word names the topic or a part of it: "Go as a programming language", "Swift the language", "which laptops do people like". */
function saysWhatItIs(text: WordsOfText, at: number): boolean {
  const folded = (step: number) => text.words[at + step]?.folded ?? ''
  if (isBeforeTalk(text, at) || beginsCompound(text, at)) return true
  if (folded(-1) === 'the' && isBesideTopic(text, at - 1, -1)) return true
  if (/^an?$/u.test(folded(-1)) && folded(-2) === 'as' && isBesideTopic(text, at - 2, -1)) return true
  return isAskedFor(text, at)
}

/** Whether a word stands in "which coffee grinders do people like". */
function isAskedFor({ words }: WordsOfText, at: number): boolean {
  const asks = (place: number) => /^(?:which|what)$/u.test(words[place]?.folded ?? '')
  const ends = (place: number) => /^(?:do|does|did|were|are|have)$/u.test(words[place]?.folded ?? '')
  return (asks(at - 1) && (ends(at + 1) || ends(at + 2))) || (asks(at - 2) && ends(at + 1))
}

/** Whether a name speaks to somebody: "thanks, Bob". */
function isAddress(words: readonly QuestionWord[], at: number, isContent: (at: number) => boolean): boolean {
  const [before, after] = [words[at - 1]?.folded ?? '.', words[at + 1]?.folded ?? '.']
  if (greetings.test(before)) return true
  const isApart = /^[.,!?;:]$/u.test(before) && /^[.,!?;:]$/u.test(after)
  return isApart && !(before === ',' && at >= 2 && isContent(at - 2))
}

/** How a word says what a text is about: by its name, as a matter of its own, or as a plain or an unknown word. */
type Weight = 'name' | 'matter' | 'word' | 'unknown'

/** How a word says what its text is about; null for one that says nothing of it. */
function weighWord(text: WordsOfText, at: number): Weight | null {
  const { text: written, folded } = text.words[at] as QuestionWord // a place in it
  const isBehindTopic = isBesideTopic(text, at, -1)
  if (isPartOfName(text, at)) return 'word'
  if (!/^\p{L}[\p{L}\p{N}]+$/u.test(written) || idle.test(folded) || isWanted(text, at)) return null
  if (!isBehindTopic && dateClass(folded) !== null) return null
  const band = findWordKind(folded)?.band ?? null
  if (isWrittenAsName(text, at, band)) return 'name'
  if (folded.length < 3 || folded.endsWith('ly') || isDoing(text, at)) return null
  if (familyOf(folded).length > 0) return 'matter'
  // what stands right behind a name is what the question is about, and says nothing of what is wanted
  if (!isBehindTopic && saysWhatIsWanted(text, at)) return null
  if (band === null) return 'unknown'
  return band >= minBand ? 'word' : null
}

/** Whether a word is written as a name is; the first word of a sentence has a capital anyway. */
function isWrittenAsName({ words, hasIdleCapitals }: WordsOfText, at: number, band: number | null): boolean {
  const written = words[at]?.text ?? ''
  if (!/^\p{Lu}/u.test(written) || hasIdleCapitals) return false
  if (at === 0 || /^[.?!:"…(]$/u.test(words[at - 1]?.text ?? '')) return false
  // "is kale BAD" is loud, and names nothing
  const isLoud = /^\p{Lu}{4,}$/u.test(written) && band !== null
  return !isLoud && (band ?? minBand) >= minBand
}

/** Whether a word says what is wanted: the complaints of "battery complaints", and "what do people recommend". */
function isWanted(text: WordsOfText, at: number): boolean {
  const folded = text.words[at]?.folded ?? ''
  if (at > 0 && talkNouns.test(folded) && isBeforeTalk(text, at - 1)) return true
  const before = text.words.slice(Math.max(0, at - 4), at)
  return /^(?:recommend|suggest|advise)$/u.test(folded) && before.some((one) => askingWords.test(one.folded))
}

/** Whether a plain word is a part of a longer name or says what talk of the topic is about. */
function isPartOfName(text: WordsOfText, at: number): boolean {
  return beginsCompound(text, at) || (at > 0 && beginsCompound(text, at - 1)) || isBeforeTalk(text, at)
}

/** "I was launching a company" tells of the person. */
function isDoing({ words }: WordsOfText, at: number): boolean {
  const [before, word] = [words[at - 1]?.folded ?? '', words[at]?.folded ?? '']
  return word.endsWith('ing') && /^(?:am|is|are|was|were|be|been|im|m)$/u.test(before)
}

/** Whether a word is one for what is wanted of a topic, and not for what it is about. */
function saysWhatIsWanted({ words }: WordsOfText, at: number): boolean {
  const hasCue = (folded: readonly string[], place: number) =>
    [...findCues(folded, place)].some((want) => !contentWants.has(want))
  // a cue of several words may begin with any word
  return (
    hasCue([words[at]?.folded ?? ''], 0) &&
    hasCue(
      words.map(({ folded }) => folded),
      at,
    )
  )
}

function areCapitalsIdle(words: readonly QuestionWord[]): boolean {
  const others = words.slice(1).filter(({ text }) => /^\p{L}{2,}/u.test(text))
  return others.length > 3 && others.filter(({ text }) => /^\p{Lu}/u.test(text)).length > 0.6 * others.length
}

/**
 * The words of a text that say what it is about, those next to each other together; `isTaken` says which are used otherwise. With `isSure` only those
 * that a document may well be required to have: a typo, slang, or what is told of the person is none.
 */
export function contentUnits(
  text: string,
  isTaken: (start: number, end: number) => boolean,
  { isSure }: { isSure: boolean },
): string[] {
  const words = splitQuestion(text)
  const whole: WordsOfText = { words, isTaken, hasIdleCapitals: areCapitalsIdle(words) }
  const contents = new Set<number>()
  const isContent = (at: number) => contents.has(at)
  const units: { start: number; end: number; count: number }[] = []
  words.forEach(({ start, end }, at) => {
    if (isTaken(start, end)) return
    const weight = weighWord(whole, at)
    if (weight === null || (isSure && !isSureOf(weight, whole, at, isContent))) return
    contents.add(at)
    const last = units.at(-1)
    if (last !== undefined && last.count < maxUnitWords && /^[ /-]$/u.test(text.slice(last.end, start)))
      Object.assign(last, { end, count: last.count + 1 })
    else units.push({ start, end, count: 1 })
  })
  return units.map(({ start, end }) => text.slice(start, end))
}

/** Whether a document may well be required to have a word. */
function isSureOf(weight: Weight, text: WordsOfText, at: number, isContent: (at: number) => boolean): boolean {
  if (weight === 'name') return !isAddress(text.words, at, isContent)
  // "Spotify's offline mode": what somebody has is no typo
  if (weight === 'unknown')
    return isAskedFor(text, at) || (text.words[at - 1]?.folded === "'s" && isBesideTopic(text, at, -1))
  return weight === 'matter' || (weight === 'word' && isInPhrase(text, at, isContent))
}

/** Words that look like a form of another one and are none: "evening" is no form of "even". */
const wholeWords =
  /^(?:news|evening|morning|wedding|ceiling|means|arms|customs|goods|glasses|politics|physics|species|series)$/u

function isKnown(word: string): boolean {
  return findWordKind(word) !== null
}

/** The word that another one is a plural, a past or an -ing form of; the word itself where English knows no such word. */
function baseOf(word: string): string {
  if (wholeWords.test(word)) return word
  const [, stem = '', end = ''] = /^(.+?)(ies|es|s|ied|ed|ing)$/u.exec(word) ?? []
  return possibleBases(stem, end).find((base) => base.length >= 3 && isKnown(base)) ?? word
}

/** What a word may be without its ending, the likeliest first. */
function possibleBases(stem: string, end: string): string[] {
  if (end === 'ies' || end === 'ied') return [`${stem}y`]
  if (end === 'es') return takesEs.test(stem) || stem.endsWith('o') ? [stem, `${stem}e`] : [`${stem}e`]
  if (end === 's') return /[sui]$/u.test(stem) ? [] : [stem]
  if (end === '') return []
  // "stopped" of "stop", "baking" of "bake"
  const single = /([b-df-hj-np-tv-z])\1$/u.test(stem) ? [stem.slice(0, -1)] : []
  if (stem.length < 3) return single
  return stem.length === 3 ? [...single, `${stem}e`] : [...single, stem, `${stem}e`]
}

/** What a plural ends in "es" after. */
const takesEs = /(?:s|x|z|ch|sh)$/u

/** A word and its plural, past and -ing forms, its own first. */
function inflect(word: string): string[] {
  return [...new Set([word, ...(wholeWords.test(word) ? [] : formsOf(baseOf(word)).filter(isKnown))])]
}

function formsOf(base: string): string[] {
  const short = base.replace(/e$/u, '')
  // "stopping", and not "baking"
  const begin = /^[^aeiou]*[aeiou][bdgklmnprt]$/u.test(base) ? `${base}${base.at(-1)}` : short
  if (/[^aeiou]y$/u.test(base)) return [base, `${base.slice(0, -1)}ies`, `${base.slice(0, -1)}ied`, `${begin}ing`]
  return [base, takesEs.test(base) ? `${base}es` : `${base}s`, `${begin}ed`, `${begin}ing`]
}

/** "screen*" for screens where it stands near another one; a short word, and one whose forms begin otherwise, stays whole. */
function beginOf(word: string): string {
  const base = baseOf(word)
  return base.length >= 5 && inflect(word).every((form) => form.startsWith(base)) ? `${base}*` : word
}

/** A word this rare is a topic by itself. */
const topicBand = 5

/** A word or words that a document needs, with those for the same thing. */
export function toQualifier(words: string): Qualifier {
  const folded = foldWord(words)
  const isName = /^\p{Lu}/u.test(words)
  // "EA/Maxis" is either of them
  if (/^[\p{L}\p{N}]{2,}\/[\p{L}\p{N}]{2,}$/u.test(words)) return { words, forms: words.split('/'), isName }
  const [first = '', second, third] = folded.split(/[\s-]/u)
  // "the NSA surveillance programme" and "Snowden leaks" are told by their names
  const [name = ''] = /^(?:\p{Lu}[\p{L}\p{N}]*[\p{L}\p{N}](?: |$))+(?=\p{Ll})/u.exec(words) ?? []
  if (name.trim().length >= 3 && rarityOfName(name) >= topicBand) return { words, forms: [`"${name.trim()}"`], isName }
  if (isName && second !== undefined) return { words, forms: [`"${words.replaceAll('"', '')}"`], isName }
  // plain words that belong together stand near each other, in either order
  if (second !== undefined) return { words, forms: [`${beginOf(first)} near/5 ${beginOf(third ?? second)}`], isName }
  if (isName) return { words, forms: [words], isName }
  return { words, forms: [...new Set([...inflect(folded), ...familyOf(folded)])], isName }
}

/** A topic in the documents that have a word for each of some qualifiers. */
export function withQualifiers(query: string, qualifiers: readonly Qualifier[]): string {
  const name = query.includes(' ') && !/["()]|\bAND\b|\bOR\b|\bnear\/\d/u.test(query) ? `"${query}"` : query
  const base = /\bOR\b/u.test(query) && !query.startsWith('(') ? `(${name})` : name
  return [base, ...qualifiers.map(({ forms }) => (forms.length === 1 ? forms[0] : `(${forms.join(' OR ')})`))].join(
    ' AND ',
  )
}

function rarityOfName(name: string): number {
  return Math.max(
    ...name
      .trim()
      .split(' ')
      .map((word) => findWordKind(foldWord(word))?.band ?? topicBand + 1),
  )
}

/** What a message is about where no topic was found in it: its rarest words; null where all are common. */
export function topicOfWords(text: string, spans: readonly { start: number; end: number }[]): string | null {
  const units = contentUnits(text, (start, end) => spans.some((span) => start < span.end && end > span.start), {
    isSure: false,
  })
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
