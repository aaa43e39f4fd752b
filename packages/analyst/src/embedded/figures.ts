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
const mostFigures = 2

/** The sections of a report that show what an answer says: those that were asked for, and the volume where nothing was. */
export function figuresOf({ signalId, query }: SignalReport, cues: readonly Cue[], position: number): Figure[] {
  const asked = cues.flatMap((cue) => (sections[cue] === undefined ? [] : [sections[cue]]))
  // a question for something in particular often holds a word of change as well
  const ordered = asked.toSorted(([a], [b]) => Number(a === 'volume') - Number(b === 'volume'))
  const shown = new Map(ordered.length === 0 ? [['volume', 'Volume'] as const] : ordered)
  return [...shown].slice(0, mostFigures).map(([section, title], place) => ({
    number: place + 1,
    signalId,
    section,
    position,
    title: `${title}: ${query.title.replaceAll('"', '')}`.slice(0, 300),
  }))
}
