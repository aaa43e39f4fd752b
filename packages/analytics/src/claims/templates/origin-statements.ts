import { type ClaimNumber, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { type PieceNoun, plainNumber, startNumber } from '../render-number.ts'
import { capitalize, formatDay, formatDayRange, formatOutlet, joinWithAnd, toQuotation } from '../sentence-words.ts'
import { minKnownCountryShare, minDocumentsPerCountry, claimStatus, supportThresholds } from '../support.ts'
import { showableRatio, wilsonInterval } from '../../series/interval.ts'
import { addDays, daysBetween } from '../../series/daily-series.ts'
import { findQuote, type QuotedDocument } from './quoted-titles.ts'

export interface CountedOutlet {
  name: string
  group: 'news' | 'forum' | 'other'
  /** Distinct stories; null for a sample, which cannot show them. */
  stories: number | null
  documents: number
  /** Position of the number of stories in the report. */
  pointer: string
}

const maxVoices = 3
const nouns = { news: 'news outlet', forum: 'forum' } as const

/**
 * Which news outlets and forums carried most stories: a sentence for each group that has one with enough of them. None for a sample, which cannot show
 * stories. `noun` is what all documents are.
 */
export function voicesStatements(
  outlets: readonly CountedOutlet[],
  noun: PieceNoun | 'documents' = 'pieces',
): StatementDraft[] {
  return (['news', 'forum'] as const).flatMap((group) => {
    // those with most stories, not those that others follow, come first in the sentence
    const named = outlets
      .flatMap(({ stories, ...outlet }) =>
        outlet.group !== group || stories === null || stories < supportThresholds.voices.min
          ? []
          : { ...outlet, stories },
      )
      .toSorted((a, b) => b.stories - a.stories)
      .slice(0, maxVoices)
    const [first, ...others] = named
    if (first === undefined) return []
    const number = plainNumber({
      pointer: first.pointer,
      value: first.stories,
      unit: 'stories',
      n: first.documents,
      noun,
    })
    const [leaders = [], next = []] = [true, false].map((isFirst) =>
      named.flatMap(({ name, stories }) => ((stories === first.stories) === isFirst ? formatOutlet(name) : [])),
    )
    const ahead = next.length === 0 ? '' : `, more than any other ${nouns[group]}, ahead of ${joinWithAnd(next)}`
    const claim = ({ name, stories }: (typeof others)[number], numbers: ClaimNumber[]): NewClaim => ({
      kind: 'count',
      status: claimStatus(stories, supportThresholds.voices),
      reason: 'Every matching document of the outlet was counted, copies of a text once.',
      numbers,
      names: [formatOutlet(name)],
      quote: null,
      evidence: evidence({ outlet: name }),
      documentIds: [],
      formula: 'story-clusters',
    })
    return {
      text: `${joinWithAnd(leaders)} ${leaders.length > 1 ? 'each ' : ''}had ${number.text}${ahead}.`,
      claims: [claim(first, [number]), ...others.map((outlet) => claim(outlet, []))],
    }
  })
}

/** Where less was published is not where the topic is discussed. */
const minDominantPercent = 50
/** Above half, people say "most". */
const aboutHalf = 54
const nearlyAll = 97
/** From this part on it is more than most. */
const nearlyMost = 90

/** The outlet that alone carries half of the topic or more; `noun` is what all its documents are. Null when none does, or too little was published. */
export function dominantOutletStatement(
  outlets: readonly { name: string; documents: number }[],
  documents: number,
  noun: PieceNoun,
): StatementDraft | null {
  const largest = outlets.reduce((most, one) => (one.documents > most.documents ? one : most), {
    name: '',
    documents: 0,
  })
  const percent = (100 * largest.documents) / documents
  if (documents < supportThresholds.carrier.min || percent < minDominantPercent || outlets.length < 2) return null
  const of = noun === 'pieces' ? 'documents' : noun
  const isMost = percent > aboutHalf && percent < nearlyAll
  const part = plainNumber({
    value: percent,
    unit: 'percent',
    ...(!isMost && { subject: `of the ${of}` }),
    n: documents,
  })
  const name = formatOutlet(largest.name)
  const most =
    percent >= nearlyMost
      ? `Nearly all the ${of} (${part.text}) are from ${name}.`
      : `Most of the ${of}, ${part.text}, are from ${name}.`
  return {
    text: isMost ? most : `${name} has ${part.text}.`,
    part: 'story',
    claims: [
      {
        kind: 'share',
        status: 'supported',
        reason: 'Every matching document of the outlet was counted.',
        numbers: [part],
        names: [formatOutlet(largest.name)],
        quote: null,
        evidence: evidence({ outlet: largest.name }),
        documentIds: [],
        formula: 'match',
      },
    ],
  }
}

export interface CountryFacts {
  /** Most documents first. */
  countries: readonly { country: string; documents: number }[]
  /** Documents whose country is known, and all. */
  documentsWithCountry: number
  documents: number
  sampleFraction: number
  /** The display name of a country. */
  nameCountry: (country: string) => string
}

const maxCountries = 2
/** A smaller share is not worth a figure beside the largest. */
const minCountryPercent = 5

/** Where documents come from, as shares of those whose country is known. Null when too few have one, or less than a tenth of all. */
export function countriesStatement(facts: CountryFacts): StatementDraft | null {
  const { documentsWithCountry, documents, sampleFraction, nameCountry } = facts
  const sampledDocuments = Math.round(documentsWithCountry * sampleFraction)
  if (sampledDocuments < supportThresholds.places.min || documentsWithCountry < minKnownCountryShare * documents)
    return null
  const percentOf = (count: number) => (100 * count) / documentsWithCountry
  const named = facts.countries.filter(
    (place) =>
      place.documents * sampleFraction >= minDocumentsPerCountry && percentOf(place.documents) >= minCountryPercent,
  )
  if (named.length === 0) return null
  const shownCountries = named.slice(0, maxCountries).map(({ country, documents: count }, index) => {
    const bounds = wilsonInterval(Math.round(count * sampleFraction), sampledDocuments)
    const number = plainNumber({
      subject: `${index === 0 ? 'come ' : ''}from ${nameCountry(country)}`,
      value: percentOf(count),
      low: bounds === null ? null : 100 * bounds.low,
      high: bounds === null ? null : 100 * bounds.high,
      n: sampledDocuments,
      unit: 'percent',
    })
    return { country, number }
  })
  const isMinority = documentsWithCountry * 2 < documents
  const isWeak = isMinority || claimStatus(sampledDocuments, supportThresholds.places) === 'weak'
  const [largest] = shownCountries
  const isOfAll = shownCountries.length === 1 && largest?.number.value === 100
  return {
    text: isOfAll
      ? `All documents whose country is known ${largest.number.text.replace(/^all /u, '')}.`
      : `Of the documents whose country is known, ${joinWithAnd(shownCountries.map(({ number }) => number.text))}.`,
    claims: shownCountries.map(({ country, number }) => ({
      kind: 'share',
      status: isWeak ? 'weak' : 'supported',
      reason: isMinority
        ? 'The country of most documents is not known.'
        : isWeak
          ? 'The country of few documents is known.'
          : 'Counted over all documents whose country is known.',
      numbers: [number],
      names: [nameCountry(country)],
      quote: null,
      evidence: evidence({ country }),
      documentIds: [],
      formula: 'intervals',
    })),
  }
}

/** Documents of one kind from one source that end before the report does, or pause within it. */
export interface UncoveredGroup {
  /** What was collected, as a sentence begins with it: `Forum posts`, `News`. */
  subject: string
  /** Outlets of it that go on after the last gap, if these are few. */
  later: readonly string[]
  source: string
  kind: string
  /** Its last covered day; null while it continues. */
  endsOn: string | null
  /** The days between its covered ones, oldest first. */
  gaps: readonly { firstDay: string; lastDay: string }[]
}

/** Shorter pauses are holidays and maintenance. */
const minGapDays = 7

/** What is not covered: groups with a large part of the topic that end or pause. Null when there are none. */
export function coverageStatement(groups: readonly UncoveredGroup[]): StatementDraft | null {
  const incomplete = groups
    .map((group) => ({ ...group, gaps: group.gaps.filter((gap) => daysOf(gap) >= minGapDays) }))
    .filter(({ gaps, endsOn }) => gaps.length > 0 || endsOn !== null)
    .toSorted((a, b) => Number(b.endsOn !== null) - Number(a.endsOn !== null))
    .slice(0, maxMissing)
    .map(describeMissing)
  if (incomplete.length === 0) return null
  return {
    text: incomplete.map(({ text }) => `${text}.`).join(' '),
    part: 'story',
    claims: incomplete.map(({ claim }) => claim),
  }
}

/** More groups would make a list. */
const maxMissing = 2

/** Until when a group goes, or which of its days are missing. */
function describeMissing(group: UncoveredGroup): { text: string; claim: NewClaim } {
  const { subject, gaps, endsOn, later } = group
  const isPlural = subject.endsWith('s') && subject !== 'News'
  const [is, ends] = isPlural ? ['are', 'end'] : ['is', 'ends']
  const end = endsOn === null ? [] : [formatDay(endsOn)]
  const [first, last] = [gaps[0], gaps.at(-1)]
  if (first === undefined || last === undefined)
    return {
      text: `${subject} ${ends} on ${end.join('')}`,
      claim: toCoverageClaim(group, { days: end }),
    }
  const [until, since] = [formatDay(addDays(first.firstDay, -1)), formatDay(addDays(last.lastDay, 1))]
  const missed = gaps.reduce((sum, gap) => sum + daysOf(gap), 0)
  const isNearlyAll = missed >= minNearlyAll * daysOf({ firstDay: first.firstDay, lastDay: last.lastDay })
  if (endsOn !== null && isNearlyAll) {
    const names = later.map(formatOutlet)
    const others = isPlural ? 'later ones' : `later ${toNoun(subject)}`
    const span = `from ${since} to ${end.join('')}`
    const rest =
      names.length === 0
        ? `Some ${others} ${is} ${span}`
        : `${capitalize(others)}, ${span}, ${is} all from ${joinWithAnd(names)}`
    return {
      text: `${subject} ${ends} on ${until}. ${rest}`,
      claim: toCoverageClaim(group, { days: [until, since, ...end, ...names, toNoun(subject)] }),
    }
  }
  const days = formatDayRange(first.firstDay, last.lastDay)
  const extent = isNearlyAll ? ' mostly' : ' partly'
  const part = gaps.length === 1 ? '' : extent
  return {
    text: `${subject} ${is}${part} missing from ${days}${end.map((day) => ` and ${ends} on ${day}`).join('')}`,
    claim: toCoverageClaim(group, { days: [days, ...end] }),
  }
}

/** Inside a sentence; the name of a site keeps its capital: "Bluesky". */
function toNoun(subject: string): string {
  return subject === 'News' ? 'news' : subject
}

/** From this part of some days on, nearly all of them are missing. */
const minNearlyAll = 0.85

function toCoverageClaim(
  { subject, source, kind, endsOn }: UncoveredGroup,
  { days }: { days: readonly string[] },
): NewClaim {
  return {
    kind: 'count',
    status: 'supported',
    reason:
      endsOn === null
        ? 'The library holds nothing of them on those days, or only outlets that carry little of the topic.'
        : 'The library holds nothing of them after that day, or only stragglers and outlets that carry little of the topic.',
    numbers: [],
    names: [subject, ...days],
    quote: null,
    evidence: evidence({ source, kind }),
    documentIds: [],
    formula: 'coverage',
  }
}

function daysOf({ firstDay, lastDay }: { firstDay: string; lastDay: string }): number {
  return daysBetween(firstDay, lastDay) + 1
}

export interface ReportedContext {
  term: string
  lift: number
  liftLow: number
  liftHigh: number
  /** Stories about the topic that contain it: copies of a text count once. */
  stories: number
  /** Position of the lift in the report. */
  pointer: string
}

const maxContexts = 3

/**
 * What comes up together with the topic more than chance: the strongest with how many times as often, the others by name. Pass significant contexts
 * only, strongest first. Null when none has enough stories and bounds that are narrow enough (`showableRatio`).
 */
export function contextsStatement(contexts: readonly ReportedContext[]): StatementDraft | null {
  const [first, ...others] = contexts
    .filter(
      ({ lift, liftLow, liftHigh, stories }) =>
        showableRatio({ value: lift, low: liftLow, high: liftHigh, n: stories }, supportThresholds.contexts.min) !==
        null,
    )
    .slice(0, maxContexts)
  if (first === undefined) return null
  const number = plainNumber({
    pointer: first.pointer,
    value: first.lift,
    low: first.liftLow,
    high: first.liftHigh,
    n: first.stories,
    unit: 'ratio',
  })
  const names = others.map(({ term }) => `“${term}”`)
  return {
    text: `Pieces about it mention “${first.term}” ${number.text} as often as the rest of the library${names.length === 0 ? '' : `. ${joinWithAnd(names)} also ${names.length === 1 ? 'comes' : 'come'} up more often`}.`,
    claims: [first, ...others].map(({ term, stories }) => ({
      kind: 'comparison',
      status: claimStatus(stories, supportThresholds.contexts),
      reason: 'It holds at 5% after a correction for all terms that were compared; copies of a text count once.',
      numbers: term === first.term ? [number] : [],
      names: [`“${term}”`],
      quote: null,
      evidence: evidence({ context: term }),
      documentIds: [],
      formula: 'contexts',
    })),
  }
}

export interface ReportedStory {
  storyCluster: string
  documents: number
  outlets: number
  /** The document whose title represents the story. */
  document: QuotedDocument
}

const maxStories = 3

/** The stories that most outlets carried, each with its title. Pass stories of at least two documents, largest first. */
export function storyStatements(stories: readonly ReportedStory[]): StatementDraft[] {
  return stories.slice(0, maxStories).flatMap(({ storyCluster, documents, outlets, document }): StatementDraft[] => {
    const title = document.title.trim()
    const quote = findQuote(title, { ...document, body: null })
    if (quote === null) return []
    const isOfOne = outlets === 1
    const isOfPosts = document.kind === 'post'
    const number = startNumber(
      isOfOne
        ? { value: documents, unit: 'documents', n: documents, ...(isOfPosts && { noun: 'posts' as const }) }
        : { value: outlets, unit: 'outlets', n: documents },
    )
    return [
      {
        text: `${number.text} ${isOfOne ? `${isOfPosts ? 'in' : 'from'} ${formatOutlet(document.outlet)} are` : 'carried'} copies of a single text: ${toQuotation(title)}`,
        claims: [
          {
            kind: 'count',
            status: claimStatus(outlets, supportThresholds.stories),
            reason: isOfOne
              ? 'Near-duplicates were counted, but one outlet alone carries them.'
              : 'Near-duplicates were counted, and more than one outlet carries them.',
            numbers: [number],
            names: isOfOne ? [formatOutlet(document.outlet)] : [],
            quote,
            evidence: evidence({ storyCluster }),
            documentIds: [document.id],
            formula: 'story-clusters',
          },
        ],
      },
    ]
  })
}
