import { sayCountedDays, sayDay } from '@auspex/analytics'
import type { AudienceEstimate, CardRow, SectionCard } from '@auspex/sdk/types'
import type { DailyReport } from '../signals/index.ts'
import { pointsOf } from './chart-points.ts'

/** What a section says in short. */
export type SectionText = Pick<SectionCard, 'text' | 'points' | 'rows'>

/** Lines of a list that a card has room for. */
const mostRows = 10
const mostText = 20_000
const mostLabel = 600

/** A section of a report in short, with the numbers of the report and no others. */
export function toSection(report: DailyReport, section: Exclude<SectionCard['section'], 'audience'>): SectionText {
  const { text, points = [], rows = [] } = writers[section](report)
  return {
    text: text.slice(0, mostText),
    points,
    rows: rows.slice(0, mostRows).map(({ label, ...rest }) => ({ ...rest, label: label.slice(0, mostLabel) })),
  }
}

type Writer = (report: DailyReport) => { text: string } & Partial<SectionText>

const writers: Record<Exclude<SectionCard['section'], 'audience'>, Writer> = {
  summary: ({ summary }) => ({ text: summary.statements.map(({ text }) => text).join('\n\n') || (summary.note ?? '') }),

  volume: (report) => ({
    text: `${documentsOf(report.counts.documents)}${daysOf(report)}.`,
    points: pointsOf(report, 'documents'),
  }),

  tone: (report) => {
    const { positive, neutral, negative, unknown } = report.tone.counts
    return {
      text: `${documentsOf(positive)} positive, ${count(neutral)} neutral, ${count(negative)} negative; of ${count(unknown)} the tone is unknown.`,
      points: pointsOf(report, 'tone'),
    }
  },

  voices: ({ voices, counts }) => ({
    text: [
      counts.outlets === 1 ? '1 outlet.' : `${counts.sampled ? 'At least ' : ''}${count(counts.outlets)} outlets.`,
      voices.note ?? '',
    ]
      .join(' ')
      .trim(),
    rows: voices.outlets.map(({ name, documents, stories }) => ({
      label: name,
      value: documents,
      note: stories === null ? null : stories === 1 ? '1 story' : `${count(stories)} stories`,
    })),
  }),

  places: ({ locations: { countries, known, unknown } }) => ({
    text: `${documentsOf(known)} from a known country${unknown === 0 ? '' : `; the country of ${documentsOf(unknown)} is not known`}.`,
    rows: countries.map(({ country, documents, share }) => ({
      label: country,
      value: documents,
      note: percent(share),
    })),
  }),

  changes: ({ events: { events, found, reason } }) => ({
    text: reason ?? (found === 1 ? '1 event stands out.' : `${found === 0 ? 'No' : count(found)} events stand out.`),
    rows: events.map(({ headline, peak, stories, expected }) => ({
      label: headline?.title || `Most on ${sayDay(peak)}`,
      value: stories,
      note: `${sayDay(peak)}: stories, where ${expected.toLocaleString('en', { maximumFractionDigits: 1 })} were expected`,
    })),
  }),
}

/** How many adults may be interested, or why nobody can say. */
export function toAudienceSection({ people, population, online, reason }: AudienceEstimate): SectionText {
  const row = (label: string, value: number | null): CardRow[] => (value === null ? [] : [{ label, value, note: null }])
  if (people === null) return { text: reason ?? 'The audience cannot be estimated.', points: [], rows: [] }
  return {
    text: `About ${count(people.value)} adults online may be interested: ${count(people.low)} to ${count(people.high)}.`,
    points: [],
    rows: [
      { label: 'May be interested', value: people.value, note: `${count(people.low)} to ${count(people.high)}` },
      ...row('Adults online', online),
      ...row('Adults', population),
    ],
  }
}

function daysOf({ counts, firstDay, lastDay }: DailyReport): string {
  const { documents, sampled: isSampled, laterDocuments = 0 } = counts
  return sayCountedDays({ firstDay, lastDay, documents, isSampled, laterDocuments })
}

function count(value: number): string {
  return value.toLocaleString('en')
}

function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
}

function documentsOf(value: number): string {
  return value === 1 ? '1 document' : `${count(value)} documents`
}
