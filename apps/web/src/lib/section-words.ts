import type { SectionName } from '@auspex/sdk'

/** How the sections of a report are called. */
export const sectionWords: Record<SectionName, string> = {
  volume: 'Volume',
  momentum: 'Growth',
  stage: 'Stage',
  events: 'Events',
  inflections: 'Changes',
  tone: 'Tone',
  documents: 'Documents',
  chatter: 'Forum and social posts',
  voices: 'Voices',
  locations: 'Places',
  contexts: 'Contexts',
  attention: 'Attention',
  coverage: 'Coverage',
  summary: 'Summary',
  narratives: 'Narratives',
  forecast: 'Forecast',
  medicine: 'Trials and papers',
}
