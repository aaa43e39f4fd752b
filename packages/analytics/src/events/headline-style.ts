import { lightStem } from '../narratives/light-stem.ts'
import { addDays } from '../series/daily-series.ts'
import { isQuotable } from '../summary/sentences.ts'
import { tokens } from '../text/tokenize.ts'
import { isTitleCase } from '../wording/topic-spelling.ts'
import type { EventDocument } from './titled-stories.ts'

/** What forums add to a title: "[video]", "(x-post from r/Bitcoin)". It states where, not what. */
const asides = /\[[^\]]*\]|\(?\b(?:x|cross)-?post(?:ed)?\b[^)]*\)?/giu

/** Titles that cannot be quoted because they are cut off, in capitals or full of addresses. */
const unquotableFactor = 0.5
/** Three words can name what happened ("Nokia Plan B"); other quotations need more words, which the fillers make up. */
const minWords = 3
const fillerWords = 'as it was reported on that day.'
/** The author writes about themselves, and the event is only the occasion. */
const ownFactor = 0.7
/** A verb without a subject is the author's own: "Got a new table saw". */
const ownVerb =
  /^(?:just\s+)?(?:got|built (?!in\b|by\b)|finished (?!first\b|second\b|third\b|fourth\b|last\b)|bought (?!by\b)|tried (?!in absentia\b|for\b|by\b)|picked up|saw|made (?!in\b|of\b|by\b|from\b)|found (?!guilty\b|dead\b))\b/iu
const firstPerson = /(?<![\p{L}\p{N}.])(?:i|i['’](?:m|ve|d|ll)|me|my|mine|myself|we|our|us)(?![\p{L}\p{N}.])/iu
const unitedStates = /\bU\.?S\b\.?/gu
/** The author asks a question, gives an opinion or exclaims, instead of reporting. */
const askingFactor = 0.75
const questionPattern =
  /\bexplains\b|\?\s*(?:\([^)]*\))?["”’']?$|^(?:ELI5|Ask HN|AMA|DAE|TIL)\b|^(?:No|Yes|So|Well|OK|Sorry), /u
const opinionPattern =
  /^(?:(?:opinion|op-ed|editorial|review|commentary|letters?)s?:|(?:why|how)\b)|!(?:\s|$)|\b(?:impressions|hands-on|unboxing|coverage of)\b/iu

/** A report that is not confirmed, or says what is to come: it may prove false. */
const hearsayPattern =
  /^(?:report|rumou?r|leak|speculation|prediction)s?\s*:|\b(?:rumou?r(?:s|ed)?|reportedly|allegedly|supposedly|predict(?:s|ed|ions?)?)\b/iu
/** Advice, a review, a letter, a campaign or a feeling: written on the occasion of what happened, or of nothing. */
const adviceFactor = 0.6
const advicePattern =
  /\b(?:strateg(?:y|ies)|tips?|tricks?|tutorials?|walkthrough|checklist|shopping list|protip|psa|lessons? (?:from|learned)|(?:guide|introduction) to|reasons? (?:why|to|not)|ways to|reviewed|reviews? (?:-|–|—|\||of|from)|review$|(?:my|full|hands-on|honest) review|comparison|(?:in-depth|compared|versus)|(?:open |goodbye |thank.you )?letter(?:s)? (?:to|from)|petition|infographic|giveaway|for sale|recipe)\b|^(?:dear|please|let['’]?s|don['’]t|do not|stop|remember|meet|introducing|join|sign(?!s? of\b)|help(?! (?:for|from)\b)|try|vote(?! (?:re)?counts?\b)|thanks?|congrat\w*|happy|what if|imagine|support(?! (?:for|from)\b)|save|free|boycott(?! of\b)|defend|pardon(?! (?:for|of)\b)|put|make|get|give|take|keep|tell|ask|read|learn|investigate|impeach|indict|prosecute|jail(?! (?:terms?|guards?|sentences?|breaks?|inmates?|cells?|time|for)\b)|punish|repeal)\b|\bif \p{L}+(?: \p{L}+)? (?:doesn|don|isn|can|won)['’]t\b|^(?:that|this|these|those|here['’]?s?|just|so|my|your)\b|, or (?:how|why)\b|\b(?:lol|lmao|omg|wtf|hilarious|awesome|badass|meh|anyone (?:else|know)|imh?o|worst nightmare)\b|\bshould(?:n['’]t)?\b|\blove(?:s)? (?:this|the|my)\b/iu
/** Somebody's text or film is out: it is about what happened. */
const mediaPattern =
  /\b(?:articles?|essay|statement|interview|letter|speech|column)\b (?:by|from|with|just|published)\b|['’]s (?:article|essay|blog|column)\b|\b(?:trailer|cinematic|teaser|screenshots?|wallpapers?|footage|gameplay|reactions?|teardown|benchmarks?|preview|cover story)\b/iu

/** A title without a verb shows a thing, and may say nothing of what happened; it is quoted where no other says it. */
const verblessFactor = 0.9

/** A look back at what happened long before. */
const lookBackPattern =
  /\b(?:years?|decades?|months) (?:ago|later|on)\b|\banniversary\b|\b(?:on )?this day in\b|\bthrowback\b|\bremember(?:ing)? (?:when|the|that)\b|\b(?:a|the|brief|short) history of\b|\b(?:back )?in (?:1[5-9]\d\d|the (?:19)?\d0s)\b/iu

/** A running report, a list, a picture or a talk about a match: it shows or gathers instead of saying what happened. */
const gatheringFactor = 0.5
const gatheringPattern =
  /^(?:the latest|live|watch|video|photos?|pictures?)\b|\blist of\b|\blive (?:updates?|blog)\b|\bnews (?:update|round-?up|digest|brief(?:s|ing)?)\b|\b(?:recap|highlights|round-?up|newsletter|what we know)\b|\b(?:match|game)\b[^.!?]{0,12}\bdiscussion\b|\?(?=\s)|\btop (?:three|five|ten|twenty|\d{1,3})\b|\bmovers\b/iu

/** An explainer, a request for explanation or help, or a discussion thread: it names the subject, but nothing that happened. */
const emptyFactor = 0.2
const uninformativePatterns = [
  /^(?:\W*)(?:ELI5\b|explain (?:to|like|this|that|it|me)\b|(?:a |the )?(?:(?:complete|short|quick|simple) )?(?:beginner|newbie|idiot|layman)['’]?s?\b)/iu,
  /\b(?:can|could|would|will|please|pls)\b[^.?!]{0,30}\bexplain\b|\bexplained\b(?:[.:!?]|$| (?:in|for|by|simply)\b)|\bfor (?:beginners|dummies|newbies)\b/iu,
  /^what an?\b[^?]*!/iu,
  /\b(?:what|things|everything) (?:you|to) (?:(?:need|ought|have) to |should )?know\b/iu,
  /^(?:so,? )?what(?:['’]s| is| are)(?! (?:happening|going|wrong|next|behind|at stake|new|left)\b)[^.!]{1,40}\?/iu,
  /\b(?:feedback|advice|help|suggestions?|thoughts)\b[^.!?]{0,12}\b(?:please|pls|needed|wanted|appreciated)\b|\bplease help\b|\bneed (?:some )?(?:help|advice)\b/iu,
  /^(?:(?:a|another|quick|simple|stupid|dumb|noob|newbie|serious|legal) )*question(?:s? for|:| (?:about|on|regarding)\b)/iu,
  /\bmega-?thread\b|\bthreads?\s*:|\b(?:daily|weekly|monthly|nightly|open|general|official|live|match|game|discussion)\b[^.!?]{0,30}\bthread\b|\b(?:daily|weekly|monthly) discussion\b/iu,
]

/** A title without the additions of forums. */
export function withoutAsides(title: string): string {
  return title.replaceAll(asides, ' ').trim()
}

/** Listings and schedules end with the day that they are for: "Tv tablå torsdag, 19 mars 2020". */
const listingPattern = /\b\d{1,2}\.? \p{L}{3,} \d{4}$/u

/** Whether a headline can be quoted: the rule for any title (`isQuotable`), with a minimum of three words. */
export function isQuotableHeadline(title: string): boolean {
  if (listingPattern.test(title) || /\.\s+\.+$/u.test(title)) return false
  const words = tokens(title)
  return (
    isQuotable(title, 'title', words) || (words.length >= minWords && isQuotable(`${title} ${fillerWords}`, 'title'))
  )
}

/** What a headline loses by what its title has around it: "The Latest:", "ELI5:". */
const latestFactor = 0.8

export function kickerStyle(title: string): number {
  if (isUninformative(title)) return emptyFactor
  if (opinionPattern.test(title)) return askingFactor
  return gatheringPattern.test(title) ? latestFactor : 1
}

/** Whether a title is that of several reports. */
export function isDigest(title: string): boolean {
  return digestPattern.test(title)
}

/** Words that are also names and verbs, as in "Roundup weedkiller" and "Adele headlines Glastonbury", stand beside how often one appears. */
const digestPattern =
  /\b(?:\d+|three|four|five|six|seven|eight|nine|ten) (?:things|stories) (?:you|to) (?:(?:need|ought|have) to |should )?know\b|\bnews (?:in brief|update|round-?up|digest|brief(?:s|ing)?|headlines|recap)\b|\b(?:daily|nightly|weekly|monthly|morning|evening|today[’']s|this week[’']s|top) (?:\p{L}+ )?(?:headlines|newsletter|round-?up|recap)\b/iu

function isUninformative(title: string): boolean {
  return uninformativePatterns.some((pattern) => pattern.test(title))
}

/**
 * How well a title works as a headline, from 0 to 1: 1 for one that reports; less for one that cannot be quoted, writes about its author, asks
 * or gathers; least for one that explains in general or opens a thread.
 */
export function headlineStyle(title: string): number {
  const text = withoutAsides(title)
  return (
    (isQuotableHeadline(text) ? 1 : unquotableFactor) *
    (isInFirstPerson(text) || ownVerb.test(text) ? ownFactor : 1) *
    (questionPattern.test(text) || opinionPattern.test(text) || hearsayPattern.test(text) || mediaPattern.test(text)
      ? askingFactor
      : 1) *
    (advicePattern.test(text) || lookBackPattern.test(text) ? adviceFactor : 1) *
    (gatheringPattern.test(text) ? gatheringFactor : 1) *
    (isUninformative(text) ? emptyFactor : 1) *
    (saysWhatHappened(text) ? 1 : verblessFactor)
  )
}

/** Whether the author writes of themselves; U.S. is no "us". */
export function isInFirstPerson(title: string): boolean {
  return firstPerson.test(title.replaceAll(unitedStates, ' '))
}

/** Titles that call on their reader, ask, comment, or announce what is inside them. */
const callPattern =
  /(?<![\p{L}\p{N}.])(?:you|your|yours|you['’](?:re|ll|ve)|let['’]?s|let us|please|spread the word)(?![\p{L}\p{N}])|^(?:reminder|listen|internet,|updates? (?:on|from)|well[.,]|psa\b|look at|check out|remember|imagine|introducing|behold|(?:could|can|should|would|does|do|did|is|are|was|were|will|what|who|when|where|which|if)\b|this is\b|to (?:all|everyone|those)\b|(?:images?|photos?|pictures?|videos?) (?:of|from)\b)|:\s*(?:why|how)\b|\b(?:news|live) updates?\b|\.\.\.|…|\b(?:rumou?rs?|roundup|round-up|megathread|thread|faq|q&a|infographic|podcast)\b/iu
/** Verbs of headlines that are not recognized by their form. */
const plainVerbs =
  /(?<![\p{L}\p{N}])(?:is|are|was|were|has|have|had|will|be|not|said|won|lost|hit|cut|shut|set|got|made|took|gave|went|fell|rose|sold|bought|ran|broke|found|held|left|led|beat|sent|met|saw|spent|kept|quit|struck|came|began|grew|knew|told|thought|stood|fought|put|dead)(?![\p{L}\p{N}])/iu
/** A past tense; or a present one before its object, which no preposition begins. Names such as Mars are no verbs, virus and crisis neither. */
const verbForms =
  /(?<![\p{L}\p{N}])(?!(?:red|bed|shed|united|hundred|sacred|need|feed|speed|seed|weed|breed|greed|indeed|embed)(?!\p{L}))\p{Ll}{2,}ed(?!\p{L})|(?<![\p{L}'’])\p{Ll}+[a-hj-rtv-z]s\s+(?!(?:of|and|or|for|in|on|at|by|with|from|like|than|as|vs|about)(?!\p{L}))[\p{L}\d"“‘']/u
/** Present verbs of headlines, which need no object: "Detroit files for bankruptcy", "Venezuelan president dies". */
const presentVerbs =
  /(?<![\p{L}\p{N}'’])(?:admits|adopts|agrees|announces|apologizes|appears|appeals|approves|arrests|arrives|asks|backs|bans|beats|becomes|begins|blocks|breaks|burns|buys|calls|cancels|charges|claims|climbs|closes|collapses|comes|concedes|confirms|convicts|crashes|cuts|declares|defeats|demands|denies|dies|discovers|doubles|drops|endorses|ends|erupts|escapes|expels|explodes|faces|fails|falls|fights|files|finds|fires|flees|gains|gets|gives|goes|grows|hits|holds|invades|joins|jumps|kills|lands|launches|leads|leaves|loses|makes|meets|moves|offers|oks|opens|opposes|orders|overtakes|passes|plans|pleads|plunges|proposes|protests|pulls|quits|raises|reaches|rejects|releases|reports|resigns|retires|returns|reveals|rises|rules|says|scores|seeks|sells|sets|settles|shows|shuts|sinks|slams|soars|spreads|starts|steps|stops|strikes|sues|suffers|surges|suspends|survives|takes|tells|testifies|threatens|tops|turns|unveils|upholds|urges|vetoes|vows|votes|wants|warns|wins|withdraws)(?![\p{L}\p{N}'’])/iu
/** Forms that are hardly ever those of a noun or a name, for titles in which every word has a capital. */
const titleVerbs =
  /(?<!\p{L})(?!(?:red|bed|shed|united|hundred|sacred|need|feed|speed|seed|weed|breed|greed|indeed|embed|states|dates|rates|gates|plates|candidates|subjects|projects|objects|effects|products|prospects|aspects)(?!\p{L}))(?:\p{Ll}{2,}ed|\p{Ll}+(?:izes|ifies|ounces|ates|ects|ucts|ains|ibutes|umes|ivers|ubles|inues|ords|ores|oves|erses|ishes))(?!\p{L})/u
/** What happens, and where: "Explosion in Waco". */
const eventNouns =
  /(?<!\p{L})(?:explosion|attack|bombing|shooting|crash|fire|blast|earthquake|storm|tornado|flood|strike|protest|riot|rally|blackout|outage|leak|recall|verdict|arrest|killing)s?\s+(?:in|at|near|off|over|against|outside)(?!\p{L})/iu
const minReportingWords = 4

/** Whether a title says what happened to somebody who knows nothing of it: not only a name, a call or a comment. */
export function isReport(title: string): boolean {
  const text = withoutAsides(title)
  return canReport(title) && (saysWhatHappenedBy(text) || eventNouns.test(text))
}

/** How forums tell a death. */
const deathPattern =
  /^(?:R\.?I\.?P\.?|Rest in peace),? (?!My\b)\p{Lu}\S+(?: \p{Lu}\S+){1,3}(?:,? \(?\d{4}\s?[-–]\s?\d{4}\)?)?$/u

/** Whether a title is more than a name, and no call or comment: without a verb it may still name what happened. */
export function canReport(title: string): boolean {
  const text = withoutAsides(title)
  if (deathPattern.test(text)) return true
  return tokens(text).length >= minReportingWords && !callPattern.test(text) && !/\bI?AMA\b/u.test(title)
}

/** What was not yet known when it was written: later titles know more. */
const earlyPattern =
  /\b(?:developing|unfolding|breaking|live update|megathread|unconfirmed|happening|right now|possibl[ey]|(?:some|multiple|several|many) (?:\p{L}+ )?(?:injur|wounded|hurt)\p{L}*|reports? of|reportedly|reported(?=\W*$)|appears? to|details to follow|more to come|no word)\b/iu
/** What was still to come when it was written. */
const plannedPattern =
  /\b(?:planned|plans? (?:to|for)|planning|set to|expected|scheduled|upcoming|ahead of|prepar(?:es?|ing)|brac(?:es?|ing) for|about to|going to|gonna|countdown|awaits?|due (?:to|on|in)|may|might|could|would|will|won['’]t|['’]ll|tomorrow|tonight|today|next (?:week|month)|this (?:week|weekend|coming)|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b/iu
const [earlyFactor, plannedFactor] = [0.45, 0.6]

/** Somebody's answer to what happened, or a column about it. */
const reactionPattern =
  /^(?:analysis|opinion|commentary|perspective|thoughts?)\b[^:]{0,20}:|\b(?:slam(?:s|med)?|blast(?:s|ed)|praise[sd]?|mock(?:s|ed)?|bash(?:es|ed)?|rips|lashes out|reacts?|reactions?|responds? to|response to|weighs in|(?:['’]s )?take on|polls?|jokes?|tweets?|debates|explains?|recalls?|remembers?|busts?)\b|^(?!(?:president|prime minister|king|pope)\b)\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+(?::| on)\s/iu
/** Words of anger or delight, and what points at a picture or a film. */
const emotionPattern =
  /\b(?:sucks?|stupid\p{L}*|lies|liars?|brazen\p{L}*|dishonest\p{L}*|shameful\p{L}*|outrageous\p{L}*|idiots?|idiotic|crap|shit\p{L}*|fuck\p{L}*|disgust\p{L}*|ludicrous\p{L}*|ridiculous|terrible|horrible|worst|act now|game over|pathetic|insane|amazing|epic|hooray|awesome|cool|badass|awkward|wow|finally|needs? to|no matter|deserves?|merry|congratulations|hats off|good guy)\b|^there (?:is|are|was|were)\b|\bthis (?:poster|picture|photo|video|image|comic|gif|guy|kid|man|woman)\b|^(?:a (?:call|look|plea|reminder|quick)|anyone|definitely|hands-?on|til)\b|\breviews?\b|\b(?:just|really|literally|basically|actually|redditors?|subreddit|downvote[sd]?|upvote[sd]?)\b/iu
const [reactionFactor, emotionFactor] = [0.7, 0.3]

/** What a title keeps that does not tell what happened as it is known afterwards: a first report, an announcement, or a reaction to it. */
export function reportFactor(title: string): number {
  const text = withoutAsides(title)
  const [beforeInfinitive] = text.split(infinitive)
  const isAnnounced = infinitive.test(text) && !saysWhatHappenedBy(beforeInfinitive ?? '')
  return [
    [earlyPattern.test(title), earlyFactor] as const,
    [isAnnounced || plannedPattern.test(text), plannedFactor] as const,
    [reactionPattern.test(text), reactionFactor] as const,
    [emotionPattern.test(text), emotionFactor] as const,
  ].reduce((product, [is, factor]) => (is ? product * factor : product), 1)
}

/** What ends or begins something, as against what is said of it. */
const outcomePattern =
  /\b(?:dies?|died|dead|death of|kill(?:s|ed)|wins?|won|beats?|defeat(?:s|ed)?|pass(?:es|ed)|sign(?:s|ed)|vetoe[sd]|resign(?:s|ed|ation)|steps? down|arrest(?:s|ed)|charged|indicted|convicted|guilty|acquitted|sentenced|sue[sd]?|file[sd]?|bankruptcy|shuts?|shut(?:s|ting)? down|clos(?:es?|ing|ed)|launch(?:es|ed)|announce[sd]?|unveil(?:s|ed)?|release[sd]?|(?:re-?)?elected|vote[sd]?|bans?|banned|approve[sd]?|reject(?:s|ed)?|confirm(?:s|ed)|end(?:s|ed)?|acquire[sd]?|buys|bought|attack(?:s|ed)?|bomb(?:s|ings?|ed)?|explo(?:sions?|des)|shooting|crash(?:es|ed)?|earthquake|quits?|fire[sd]?|hire[sd]|collapse[sd]?|strikes? down|overturn(?:s|ed)|up(?:holds?|held)|rule[sd]|land(?:s|ed)?|hits?|open(?:s|ed)?|begins?|start(?:s|ed)?|discover(?:s|ed)|found|recall(?:s|ed)?|hacked|leak(?:s|ed)|removed|suspend(?:s|ed)?|cancel(?:s|l?ed)|postponed|declare[sd]?|invades?|evacuat\p{L}+|quarantined?|test(?:s|ed)? positive)\b/iu

/** Whether a title says that something ended, began or was decided. */
export function tellsOutcome(title: string): boolean {
  return outcomePattern.test(title)
}

/** What a title says that something is, rather than what happened: "X is the worst idea yet". */
const commentPattern = /\b(?:is|are|was) (?:an?|the|not|more|just|so|too|still|now|why)\b/iu

export function isComment(title: string): boolean {
  return commentPattern.test(title)
}

/** What headlines say of the future: "Teachers to go on strike". */
const infinitive = /(?<!\p{L})to (?!(?:the|an?|my|our|all|everyone|those)(?!\p{L}))\p{L}{2,}/iu

/** Whether words have a verb that says what happened. */
function saysWhatHappenedBy(text: string): boolean {
  if ([plainVerbs, presentVerbs].some((pattern) => pattern.test(text))) return true
  // in title case verbs have capitals too, but so have plurals and names
  return isTitleCase(text) ? titleVerbs.test(text.toLowerCase()) : verbForms.test(text)
}

/** Whether a title says that something happened, or will, rather than only what it shows. */
export function saysWhatHappened(title: string): boolean {
  const text = withoutAsides(title)
  return [plainVerbs, presentVerbs, verbForms, eventNouns, infinitive, deathPattern].some((pattern) =>
    pattern.test(text),
  )
}

/** What sentences quote of a title: without the name of its site and what forums add, without its full stop, and its first sentence where it is long. */
export function quotedHeadline({
  title,
  outlet,
}: {
  title: string
  outlet: string
}): { text: string; isWhole: boolean } | null {
  const whole = withoutAddition(
    withoutSite(withoutBrackets(title).replace(sitePrefix, '').replace(runningPrefix, ''), outlet),
  )
  const text = shorten(whole)
  if (text === null || !isQuotableHeadline(text)) return null
  return { text: text.replace(/(?<=[\p{Ll}\p{N}]{2}|\p{L}\p{N})\.$/u, ''), isWhole: text === whole }
}

/** "BBC News - …": the name of the site that the title was copied from. */
const sitePrefix = /^(?:\p{Lu}[\p{L}.]*\s){1,3}?(?:News|Times|Post|Journal|Magazine|Online)\s[-–—|]\s/u

/** Running reports begin with it whatever they report. */
const runningPrefix = /^the latest:\s+/iu

/** Forums add to a title where it was posted before: "[crosspost from r/meego]". Only the rest is quoted. */
function withoutBrackets(title: string): string {
  return (
    title
      .replace(/^(?:\s*\[[^\]]*\])+/u, '')
      .replace(/(?:\[[^\]]*\]\s*)+$/u, '')
      .trim() || title.trim()
  )
}

/** Longer titles from forums are whole posts; this fits into three lines beside the chart. */
const maxTitleLength = 140
/** Not where a dot ends an initial or a title: "U.S.", "Pfc. Manning". */
const firstSentence = /^.{20,}?(?:(?<!\b\p{Lu}\p{Ll}{0,3})\.|[!?])(?=\s)/su

/** Where a long title can be cut: what comes before is complete. */
const clauseEnd = /^.{30,}?(?=;\s|\s[–—|-]\s|\s\()/su

/** The first sentence or clause of a title that fits; null where it has none, since a title that is cut between two words says something else. */
function shorten(title: string): string | null {
  if (title.length <= maxTitleLength) return title
  const shortTitle = title.slice(0, maxTitleLength)
  return firstSentence.exec(shortTitle)?.[0] ?? clauseEnd.exec(shortTitle)?.[0] ?? null
}

/** A headline of five words or more, and what somebody added to it: "… File Bankruptcy - And so it begins." */
const addition = /^((?:\S+\s+){4,}?\S+)\s[–—|-]\s(?=["“'‘]?\p{Lu}).*$/su

function withoutAddition(title: string): string {
  const [, headline] = addition.exec(title) ?? []
  return headline === undefined || headline.length < minHeadline ? title : headline
}

const minHeadline = 30

const lastPart = /\s[-–|]\s([^-–|]+)$/u
const minSiteLength = 3

/** Sites append their own name to a title, "… - News - capecodtimes. com", which follows the quotation anyway. */
function withoutSite(title: string, outlet: string): string {
  const [part] = lastPart.exec(title)?.slice(1) ?? []
  if (part === undefined) return title
  const [name, site] = [part, outlet].map((text) => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ''))
  const isSite = name === 'news' || ((name ?? '').length >= minSiteLength && (site ?? '').includes(name ?? ''))
  return isSite ? withoutSite(title.replace(lastPart, ''), outlet) : title
}

/** A title that reports what happened to a topic. */
export interface TopicReport {
  /** An index into the documents. */
  document: number
  /** Whether much speaks for it; and, of a strong one, whether it also says that something ended, began or was decided. */
  isClear: boolean
  isStrong: boolean
}

/** What speaks for a title of which nothing but itself is known: how many noticed it, how much was published near its day, and how it reports. */
const topicReportWeights = {
  reactions: 0.25,
  near: 0.3,
  style: 1.8,
  report: 1.5,
  beginsWithTopic: 0.5,
  tellsOutcome: 0.9,
  isComment: -1,
  /** Who says it, or a kind of text. */
  kicker: -1,
  firstPerson: -0.7,
  isShort: -0.4,
  aside: -1.4,
}
/** A title of less is none to quote; one of more may head a report. */
const [minTopicReport, minClearReport] = [3.9, 5.2]
const minReportReactions = 25
/** Reactions of a title whose source counts none. */
const usualReactions = 20
const nearDays = [-3, -2, -1, 0, 1, 2, 3]
const [minReportFactor, minReportStyle] = [0.6, 0.8]
const [minWholeWords, maxReportWords] = [5, 18]
/** A comparison, or a title of which a part is missing. */
const unclear = /\b(?:is|are) (?:\p{L}+ ){0,2}like\b|\s_\s/iu

/**
 * The titles that report what happened to a topic, the best first: each names the whole topic, is quoted to its end, and says that something happened. For
 * topics without an event, and days without a headline: there nothing says which of several things was the largest.
 */
export function findTopicReports(
  documents: readonly EventDocument[],
  { queryWords }: { queryWords: readonly string[] },
): TopicReport[] {
  const query = new Set(queryWords.map(lightStem))
  const published = new Map<string, number>()
  for (const { publishedAt } of documents) {
    const day = publishedAt.slice(0, 10)
    published.set(day, (published.get(day) ?? 0) + 1)
  }
  const countNear = (day: string) =>
    nearDays.reduce((sum, distance) => sum + (published.get(addDays(day, distance)) ?? 0), 0)
  const weights = Object.entries(topicReportWeights) as [keyof TopicReportMeasures, number][] // its own keys
  return documents
    .flatMap((one, document) => {
      const measures = measureTopicReport(one, query)
      if (measures === null) return []
      const near = Math.log(countNear(one.publishedAt.slice(0, 10)))
      const score = weights.reduce((sum, [name, weight]) => sum + weight * { ...measures, near }[name], 0)
      // what nobody noticed, or was still to come, did not happen to the topic
      const isSeen = one.reactions === null || one.reactions >= minReportReactions
      const isClear = score >= minClearReport && isSeen && measures.report > minReportFactor
      const isStrong = isClear && measures.tellsOutcome === 1
      return score < minTopicReport ? [] : [{ document, score, isClear, isStrong }]
    })
    .toSorted((a, b) => b.score - a.score || a.document - b.document)
    .map(({ document, isClear, isStrong }) => ({ document, isClear, isStrong }))
}

type TopicReportMeasures = Record<keyof typeof topicReportWeights, number>

/** What speaks for a title by itself; null for one that does not name the topic, or does not report. */
function measureTopicReport(
  document: EventDocument,
  query: ReadonlySet<string>,
): Omit<TopicReportMeasures, 'near'> | null {
  const { title, reactions } = document
  const namesTopic = (stems: readonly string[]) => [...query].every((stem) => stems.includes(stem))
  // a quick look first: judging a title takes longer
  if (!namesTopic(tokens(title).map(lightStem))) return null
  const quoted = quotedHeadline(document)
  if (quoted === null || !quoted.isWhole || !isReport(quoted.text) || unclear.test(quoted.text)) return null
  const stems = tokens(quoted.text).map(lightStem)
  const [report, style] = [reportFactor(title), headlineStyle(quoted.text) * kickerStyle(title)]
  const isFit = stems.length <= maxReportWords && report >= minReportFactor && style >= minReportStyle
  if (!isFit || !namesTopic(stems)) return null
  return {
    reactions: Math.log1p(reactions ?? usualReactions),
    style,
    report,
    beginsWithTopic: Number(stems.slice(0, 2).some((stem) => query.has(stem))),
    tellsOutcome: Number(tellsOutcome(quoted.text)),
    isComment: Number(isComment(quoted.text)),
    kicker: Number(/^[^:]{1,40}:\s/u.test(quoted.text)),
    firstPerson: Number(isInFirstPerson(quoted.text)),
    isShort: Number(stems.length < minWholeWords),
    aside: Number(/\[|\(gif\)/iu.test(title)),
  }
}
