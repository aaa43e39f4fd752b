import { joinWithAnd } from '@auspex/analytics/claims'
import type { Figure, SectionName, SignalReport } from '@auspex/sdk/types'
import type { Want } from '../understand/reader/question-model.ts'
import type { FollowUp } from '../analyst.port.ts'
import { type Reading } from '../understand/understand.ts'
import { formatPeriod } from '../understand/understanding.ts'
import { countryLabel, limitQuery } from '../understand/scope.ts'

const sections: Readonly<Partial<Record<Want, readonly [SectionName, string]>>> = {
  tone: ['tone', 'Tone'],
  voices: ['voices', 'Voices'],
  places: ['locations', 'Countries'],
  related: ['contexts', 'What comes up with it'],
  narratives: ['narratives', 'Narratives'],
  forecast: ['forecast', 'Forecast'],
  change: ['volume', 'Volume'],
  events: ['volume', 'Volume'],
  why: ['volume', 'Volume'],
  outlets: ['voices', 'Voices'],
  volume: ['volume', 'Volume'],
}
const maxFigures = 2

/** The sections of a report that illustrate an answer: those that were asked for, and otherwise the volume. */
export function chooseFigures({ signalId, query }: SignalReport, wants: readonly Want[], position: number): Figure[] {
  const requestedSections = wants.flatMap((want) => (sections[want] === undefined ? [] : [sections[want]]))
  // a question about something specific often contains a word of change as well
  const ordered = requestedSections.toSorted(([a], [b]) => Number(a === 'volume') - Number(b === 'volume'))
  const shownSections = new Map(ordered.length === 0 ? [['volume', 'Volume'] as const] : ordered)
  return [...shownSections].slice(0, maxFigures).map(([section, title], place) => ({
    number: place + 1,
    signalId,
    section,
    position,
    title: `${title}: ${(query.subject ?? query.title).replaceAll('"', '')}`.slice(0, 300),
  }))
}

const maxFollowUps = 4

/** Follow-up questions to a report, each self-contained: it names the topic, the days and the country, so that it means the same anywhere. */
export function buildFollowUps(report: SignalReport, reading: Reading): FollowUp[] {
  const { wants, from, to, country, otherPeriod, outlets, excluded } = reading
  const { title } = report.query
  // a query that is limited to sources is no name: "Romney" on Reddit
  const named = reading.queries.find((query) => limitQuery(query, reading) === title)
  const topic = `“${(named ?? title).replaceAll('"', '')}”`
  const only = named === undefined || outlets.length === 0 ? '' : ` on ${joinWithAnd(outlets)}`
  const without = named === undefined ? '' : excluded.map((words) => `, not the ${words}`).join('')
  const days =
    from === null && to === null
      ? ''
      : from !== null && to !== null
        ? ` between ${isoSpan(from, to)}`
        : ` ${formatPeriod(from, to)}`
  const where = country === null ? '' : ` in ${countryLabel(country)}`
  const scope = `${only}${where}${days}${without}`
  const [context] = report.contexts.items.filter(({ significant }) => significant)
  const other: FollowUp[] =
    otherPeriod?.from == null || otherPeriod.to === null
      ? []
      : [
          {
            label: `The same for ${formatPeriod(otherPeriod.from, otherPeriod.to)}`,
            message: `${wants.includes('tone') ? 'How was the tone of' : 'What changed for'} ${topic}${where} between ${isoSpan(otherPeriod.from, otherPeriod.to)}?`,
          },
        ]
  const all: readonly (readonly [Want, FollowUp])[] = [
    ['change', { label: 'What changed, and when?', message: `What changed for ${topic}${scope}?` }],
    ['tone', { label: 'How is the tone?', message: `How is the tone of ${topic}${scope}?` }],
    ['voices', { label: 'Who is heard most?', message: `Who are the voices on ${topic}${scope}?` }],
    [
      'narratives',
      { label: 'Which narratives are there?', message: `Which narratives are there about ${topic}${scope}?` },
    ],
    ['forecast', { label: 'What is the forecast?', message: `What is the forecast for ${topic}?` }],
    ...(context === undefined
      ? []
      : [
          [
            'compare',
            { label: `Compare with ${context.term}`, message: `Compare ${topic} with “${context.term}”${scope}` },
          ] as const,
        ]),
  ]
  const further = all.flatMap(([want, followUp]) => (wants.includes(want) ? [] : [followUp]))
  return [...other, ...further].slice(0, maxFollowUps)
}

function isoSpan(from: string, to: string): string {
  return `${from} and ${to}`
}
