import type { Citation } from '@auspex/sdk'
import { sectionWords } from './section-words.ts'

const longestQuote = 160

/** What a claim stands on, in a line. */
export const citationWords = (citation: Citation): string => {
  if (citation.kind === 'document') {
    const { quote } = citation
    return `“${quote.length > longestQuote ? `${quote.slice(0, longestQuote).trimEnd()}…` : quote}”`
  }
  const { section, value } = citation
  return `${sectionWords[section]} of the report: ${value === null ? 'unknown' : sayNumber(value)}`
}

/** Counts in full, anything else to three digits: more would claim a precision that no measure here has. */
const sayNumber = (value: number): string =>
  Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : value.toLocaleString('en', { maximumSignificantDigits: 3 })
