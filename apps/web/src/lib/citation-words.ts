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
  const number = value === null ? 'unknown' : value.toLocaleString('en', { maximumFractionDigits: 4 })
  return `${sectionWords[section]} of the report: ${number}`
}
