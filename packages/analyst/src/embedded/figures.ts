import type { Figure, SectionName, SignalReport } from '@auspex/sdk/types'
import type { Cue } from '../understand/cues.ts'

const sections: Readonly<Partial<Record<Cue, readonly [SectionName, string]>>> = {
  tone: ['tone', 'Tone'],
  voices: ['voices', 'Voices'],
  places: ['locations', 'Countries'],
  contexts: ['contexts', 'What comes up with it'],
  narratives: ['narratives', 'Narratives'],
  forecast: ['forecast', 'Forecast'],
  change: ['volume', 'Volume'],
  volume: ['volume', 'Volume'],
}
const maxFigures = 2

/** The sections of a report that illustrate an answer: those that were asked for, and otherwise the volume. */
export function figuresOf({ signalId, query }: SignalReport, cues: readonly Cue[], position: number): Figure[] {
  const requestedSections = cues.flatMap((cue) => (sections[cue] === undefined ? [] : [sections[cue]]))
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
