import type { Citation, SectionName } from '@auspex/sdk'

/** The names of a report's sections. */
const sectionWords: Record<SectionName, string> = {
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

const maxQuoteLength = 160

/** The source of a claim, in one line. */
export const citationWords = (citation: Citation): string => {
  if (citation.kind === 'document') {
    const { quote } = citation
    return `“${quote.length > maxQuoteLength ? `${quote.slice(0, maxQuoteLength).trimEnd()}…` : quote}”`
  }
  const { section, value } = citation
  return `${sectionWords[section]} of the report: ${value === null ? 'unknown' : sayNumber(value)}`
}

/** Counts in full, anything else to three digits: more would claim a precision that no measure here has. */
const sayNumber = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumSignificantDigits: 3 })
