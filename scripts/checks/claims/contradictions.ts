import type { SignalReport, Statement } from '@auspex/sdk/types'

/** A sentence, or a named stage, and the figures in the same report that contradict it. */
export interface Contradiction {
  rule: string
  text: string
}

type Rule = (report: SignalReport) => string[]

/** Stories needed in two windows together before growth is stated: docs/measures.md, "Support". */
const minStories = 10

const changes = /^There (?:was|were) .* in the \S+(?: \S+)? before\b/u
const levels =
  /^(?:In .*, the topic’s share|Their share) of all \w+ (?:rose|fell) |^(?:From .* on, )?[Tt]here were .* a day .*(?:as|than) before\b/u
const levelTitles = / became (?:more|less) frequent in (?:early |mid-|late )\w+ \d+$/u
const lowerWords = / less frequent | fewer | (?:half|thirds?|quarters?) as many |\bshare of all \w+ fell /u
const peakTitles =
  /^(?:(?:Posts|Articles|Documents) about .* (?:peaked|rose sharply)|.* led (?:posts|articles|documents) about .*) (?:in|on) ((?:early |mid-|late |\d+ )?\w+ \d+)$/u
/** A headline with the day on which it was published. */
const headlineTitles = /^(?:.*, )?(\d+ \w+ \d{4}): “/u
/** How much of a topic is from its highest bar. */
const shareTitles = /: [\d,]+ of the [\d,]+ are from /u
/** The share of what the sources published, in their kind of pieces. */
const shareWords = /\bshare of (?:everything published|all \w+)\b/u
const none: Readonly<Record<string, number>> = { ratio: 1, score: 0 }

/** Documents from which the highest bar is worth a sentence: docs/measures.md, "Support". */
const minBar = 10
/** The lead and the two sentences after it. */
const maxSentencesToBar = 3

function weightOf({ excess, surprise }: SignalReport['events']['events'][number]): number {
  return excess.value * surprise
}

/** What an interval around a ratio bears out. */
function verdictOf({ low, high }: { low: number; high: number }): 'growth' | 'fall' | 'none' {
  if (low > 1) return 'growth'
  return high < 1 ? 'fall' : 'none'
}

/** Each rule returns the sentences of a report that the report's own figures contradict. */
const contradictionRules = {
  'quiet above a listed change': ({ summary, events, inflections }) =>
    events.found + inflections.found === 0 ? [] : textsOf(summary, /^Nothing stood out/u),

  'a number that the report does not have': (report) =>
    report.summary.claims.flatMap(({ numbers }) =>
      numbers.flatMap(({ pointer, value, text }) => {
        const figure = pointer === null ? undefined : valueAt(report, pointer)
        return figure === undefined || Math.abs(figure - value) <= 1e-9 * Math.abs(value) ? [] : `${pointer}: ${text}`
      }),
    ),

  'a verdict that the interval does not bear out': ({ summary, momentum: { ratio } }) => {
    const texts = textsOf(summary, changes)
    const verdict = ratio && verdictOf(ratio)
    return [
      ...(verdict === 'growth' ? [] : texts.filter((text) => /, up from |\b(?:attention|published) grew/u.test(text))),
      ...(verdict === 'fall' ? [] : texts.filter((text) => /, down from |\b(?:attention|published) fell/u.test(text))),
      ...(verdict === 'none' ? [] : texts.filter((text) => text.includes('no clear change'))),
    ]
  },

  'counts said to go the other way': ({ summary, momentum: { stories, previousStories } }) => [
    ...(stories > previousStories ? [] : textsOf(summary, changes).filter((text) => text.includes(', up from '))),
    ...(stories < previousStories ? [] : textsOf(summary, changes).filter((text) => text.includes(', down from '))),
  ],

  'a share presented as the topic, or the topic as a share': ({ summary, momentum: { basis }, inflections }) => {
    const mismatched = (pattern: RegExp, measured: string) =>
      textsOf(summary, pattern).filter(
        (text) => shareWords.test(text) !== (measured === 'share') && !text.includes('no clear change'),
      )
    return [
      ...mismatched(/\b(?:attention|published) (?:grew|fell)\b/u, basis),
      ...mismatched(/^As of .* (?:attention|published) was (?:growing|falling)/u, basis),
      ...textsOf(summary, levels).filter((text) => shareWords.test(text) !== (inflections.basis === 'share')),
    ]
  },

  'a figure or a bound rounded onto no change': ({ summary }) =>
    summary.claims.flatMap(({ numbers }) =>
      numbers.flatMap(({ unit, low, high, text }) => {
        const middle = none[unit]
        if (middle === undefined || low === null || high === null || (low <= middle && high >= middle)) return []
        const figures = text.match(/[+−]?\d[\d.,]*/gu) ?? []
        return figures.some((figure) => Number(figure.replaceAll(',', '').replace('−', '-')) === middle) ? text : []
      }),
    ),

  'a stage that the growth does not bear out': ({ momentum, stage }) => {
    const { ratio, stories, previousStories } = momentum
    const name = stage.stage
    const grows = name === 'emerging' || name === 'rising'
    if (!grows && name !== 'declining') return []
    // a null ratio because its bounds are too far apart can still exclude 1; one from too few stories cannot
    if (ratio === null) return stories + previousStories < minStories ? [`${name}: ${stage.reason}`] : []
    return (grows ? ratio.low > 1 : ratio.high < 1) ? [] : [`${name}: ${stage.reason}`]
  },

  'a level that went the other way': ({ summary, inflections }) => {
    const last = inflections.points.findLast(({ kind }) => kind === 'shift')
    const texts = [...textsOf(summary, levelTitles), ...textsOf(summary, levels)]
    if (last === undefined) return texts
    // held against a level further back, which is not in the report
    if (last.change === null || texts.some((text) => / before (?:early|mid-|late)/u.test(text))) return []
    const isRise = last.change.value > 1
    return texts.filter((text) => isRise === lowerWords.test(text))
  },

  'a change against its own levels': ({ inflections }) =>
    inflections.points.flatMap(({ day, kind, before, after, change }) =>
      change === null || change.value === 1 || before === after || change.value > 1 === after > before
        ? []
        : `${kind} of ${day}: ${before} before, ${after} after, ${change.value} times`,
    ),

  'a peak outside of every event': ({ summary, events, volume: { points } }) => {
    const highest = points.toSorted((a, b) => b.documents - a.documents)[0]?.firstDay ?? ''
    const barSentence =
      /was (?:among )?the busiest|, more than (?:in |on )?any other|, and no (?:day|week|month) had more| had [\d,]+ of the [\d,]+ \w+\. Titles from then /u
    const isBarTold = textsOf(summary, barSentence, 'story').length > 0
    return textsOf(summary, peakTitles, 'title').filter((text) => {
      const [, when = ''] = peakTitles.exec(text) ?? []
      const isOf = (day: string) => [sayPartOfMonth(day), sayMonth(day), sayDay(day)].includes(when)
      const isEvent = events.events.some(
        ({ onset, peak }) => isOf(peak) || (text.includes(' rose sharply ') && when === sayMonth(onset)),
      )
      return !isEvent && !(isBarTold && highest !== '' && isOf(highest))
    })
  },

  'a busiest time beside one that is as busy': ({ summary, counts, volume: { points } }) => {
    const [highest, second] = points.map(({ documents }) => documents).toSorted((a, b) => b - a)
    return counts.sampled || highest !== second
      ? []
      : textsOf(
          summary,
          /was the busiest|its busiest (?:day|week|month),|, more than (?:(?:in|on) any other|any other (?:day|week|month))\b/u,
          'story',
        )
  },

  'a peak that the story does not tell': ({ summary }) => {
    const story = textsOf(summary, /./u, 'story')
    return textsOf(summary, peakTitles, 'title').filter((title) => {
      const [, month = '', year = ''] = / (?:in|on) (?:early |mid-|late |\d+ )?(\w+) (\d+)$/u.exec(title) ?? []
      return !story.some((text) => /\bthat month\b/u.test(text) || (text.includes(month) && text.includes(year)))
    })
  },

  'a headline of other days than the story tells': ({ summary: { statements, claims } }) => {
    const told = statements.flatMap(({ part, claimIds }) => (part === 'story' ? claimIds : []))
    // a claim without days says nothing of when; a story of such alone has none that the headline could miss
    const days = claims.flatMap(({ id, evidence }) =>
      told.includes(id) && (evidence.from ?? evidence.to) !== undefined ? evidence : [],
    )
    if (days.length === 0) return []
    return statements.flatMap(({ part, text }) => {
      const [, when] = (part === 'title' ? headlineTitles.exec(text) : null) ?? []
      if (when === undefined) return []
      const day = new Date(`${when} UTC`).toISOString().slice(0, 10)
      const isTold = days.some(({ from, to }) => (from ?? day) <= day && day <= (to ?? day))
      return isTold ? [] : text
    })
  },

  'events out of order': ({ events: { events } }) =>
    // the first is the one at the highest bar
    events
      .slice(2)
      .flatMap((event, index) =>
        weightOf(event) > weightOf(events[index + 1] ?? event) + 1e-6 ? `${event.onset}: ${weightOf(event)}` : [],
      ),

  'a highest bar that the story does not explain': ({ summary, counts, volume: { points } }) => {
    const highest = points.toSorted((a, b) => b.documents - a.documents)[0]
    if (highest === undefined || counts.sampled || highest.documents < minBar) return []
    const sentences = [
      ...summary.statements.filter(({ part, text }) => part === 'title' && shareTitles.test(text)),
      ...summary.statements.filter(({ part }) => part === 'story').slice(0, maxSentencesToBar),
    ]
    const claims = summary.claims.filter(({ id }) => sentences.some(({ claimIds }) => claimIds.includes(id)))
    const isMentioned = claims.some(
      ({ evidence: { from, to } }) =>
        from !== undefined && from <= highest.lastDay && (to === undefined || to >= highest.firstDay),
    )
    return isMentioned ? [] : [`${highest.firstDay}: ${highest.documents} documents`]
  },

  'a lead that another outlet has': ({ summary, voices: { outlets } }) =>
    textsOf(summary, / had [\d,]+ (?:piece|document|post|article)s?, more than any other /u).filter((text) => {
      const [, names = '', count = '', noun] =
        /^(.*?) (?:each )?had ([\d,]+) (?:piece|document|post|article)s?, more than any other (news outlet|forum)/u.exec(
          text,
        ) ?? []
      const leaders = names.split(/, | and /u)
      const group = noun === 'forum' ? 'forum' : 'news'
      return outlets.some(
        (outlet) =>
          outlet.group === group &&
          !leaders.includes(outlet.name) &&
          (outlet.stories ?? 0) >= Number(count.replaceAll(',', '')),
      )
    }),

  'a tone that the average does not bear out': ({ summary, tone: { mean } }) => [
    ...(mean === null || mean.low > 0 ? [] : textsOf(summary, /^Of .* with a clear tone, .* are positive/u)),
    ...(mean === null || mean.high < 0 ? [] : textsOf(summary, /^Of .* with a clear tone, .* are negative/u)),
  ],

  'an interval in a sentence': ({ summary }) =>
    textsOf(summary, /./u).filter((text) => /\([^)]*\d to [^)]*\)/u.test(text.replaceAll(/“[^”]*”/gu, ''))),

  'a title that leaves out what is asked': ({ query, summary }) => {
    const names = query.entity === null ? [] : [query.entity.replaceAll('"', '')]
    return textsOf(summary, /./u, 'title').filter((text) => {
      const claim = text.replace(/ in (?:early |mid-|late )\w+ \d+$/u, '')
      return (
        names.some((name) => !claim.toLowerCase().includes(name.toLowerCase())) ||
        (query.geo !== null && !claim.includes(' from ')) ||
        (query.sources.length > 0 && !/ (?:on|in) /u.test(claim))
      )
    })
  },
} satisfies Readonly<Record<string, Rule>>

export type RuleName = keyof typeof contradictionRules

/** All sentences of a report that its own figures contradict. */
export function findContradictions(report: SignalReport): Contradiction[] {
  return Object.entries<Rule>(contradictionRules).flatMap(([rule, find]) =>
    find(report).map((text) => ({ rule, text })),
  )
}

function textsOf({ statements }: SignalReport['summary'], pattern: RegExp, part?: Statement['part']): string[] {
  return statements
    .filter((statement) => part === undefined || statement.part === part)
    .flatMap(({ text }) => (pattern.test(text) ? text : []))
}

/** The number at a JSON pointer of a report, or undefined, for example in a part that is sent later. */
function valueAt(report: SignalReport, pointer: string): number | undefined {
  let value: unknown = report
  for (const step of pointer.slice(1).split('/')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Readonly<Record<string, unknown>>)[step]
  }
  return typeof value === 'number' ? value : undefined
}

const [tenth, twentieth] = [10, 20]

function sayMonth(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day.slice(0, 10)}T00:00:00Z`),
  )
}

function sayDay(day: string): string {
  return `${Number(day.slice(8, 10))} ${sayMonth(day)}`
}

/** The part of a month in the format that titles use. */
function sayPartOfMonth(day: string): string {
  const month = sayMonth(day)
  const date = Number(day.slice(8, 10))
  return date <= tenth ? `early ${month}` : date <= twentieth ? `mid-${month}` : `late ${month}`
}
