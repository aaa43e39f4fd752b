import { type ClaimNumber, evidence } from '../claim.ts'
import type { NewClaim, StatementDraft } from '../compile-claims.ts'
import { type PieceNoun, plainNumber } from '../render-number.ts'
import { formatDay, formatDayRange, formatOutlet, joinWithAnd } from '../sentence-words.ts'
import { minKnownCountryShare, minDocumentsPerCountry, claimStatus, supportThresholds } from '../support.ts'
import { wilsonInterval } from '../../series/interval.ts'
import { addDays, daysBetween } from '../../series/daily-series.ts'

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
export function voicesStatements(outlets: readonly CountedOutlet[], noun: PieceNoun = 'pieces'): StatementDraft[] {
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
    const ahead =
      next.length === 0
        ? ''
        : `, more than any other ${nouns[group]}. Next ${next.length === 1 ? 'comes' : 'come'} ${joinWithAnd(next)}`
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
      text: `${joinWithAnd(leaders)} ${leaders.length > 1 ? 'each ' : ''}carried ${number.text}${ahead}.`,
      claims: [claim(first, [number]), ...others.map((outlet) => claim(outlet, []))],
    }
  })
}

/** A smaller share is usual for the largest outlet of any topic. */
const minDominantPercent = 25

/** The outlet that alone carries a large part of the topic; `noun` is what all its documents are. Null when none does, or too little was published. */
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
  const part = plainNumber({
    value: percent,
    unit: 'percent',
    subject: `of the ${noun === 'pieces' ? 'documents' : noun}`,
    n: documents,
  })
  return {
    text: `${formatOutlet(largest.name)} accounts for ${part.text}.`,
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
  /** What was collected, as a sentence begins with it, and its verb: `Forums are`, `News is`. */
  subject: string
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

/** The days that a group covers, or does not. */
function describeMissing(group: UncoveredGroup): { text: string; claim: NewClaim } {
  const { subject, gaps, endsOn } = group
  const end = endsOn === null ? [] : [formatDay(endsOn)]
  const [first, last] = [gaps[0], gaps.at(-1)]
  if (first === undefined || last === undefined)
    return {
      text: `${subject} covered to ${end.join('')}`,
      claim: toCoverageClaim(group, { days: end }),
    }
  const [until, since] = [formatDay(addDays(first.firstDay, -1)), formatDay(addDays(last.lastDay, 1))]
  const missed = gaps.reduce((sum, gap) => sum + daysOf(gap), 0)
  const isNearlyAll = missed >= minNearlyAll * daysOf({ firstDay: first.firstDay, lastDay: last.lastDay })
  if (endsOn !== null && isNearlyAll)
    return {
      text: `${subject} covered to ${until}, then from ${since} to ${end.join('')}`,
      claim: toCoverageClaim(group, { days: [until, since, ...end] }),
    }
  const days = formatDayRange(first.firstDay, last.lastDay)
  const after = end.map((day) => `, or after ${day}`).join('')
  if (gaps.length === 1 || isNearlyAll)
    return {
      text:
        gaps.length === 1 ? `${subject} not covered from ${days}${after}` : `${subject} hardly covered from ${days}`,
      claim: toCoverageClaim(group, { days: [days, ...end] }),
    }
  return {
    text: `${subject} covered in part from ${days}${end.map((day) => `, and not after ${day}`).join('')}`,
    claim: toCoverageClaim(group, { days: [days, ...end] }),
  }
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
