import { writeComparison } from './comparison.ts'
import { citeAll } from './citations.ts'
import type { Citations, Finding } from './document.types.ts'
import { bullets, quote } from './markdown.ts'
import { writeAnything, writeDocuments, writePortfolio, writeSearches, writeTrials } from './plain.ts'
import { field, list, number, text } from './read-values.ts'
import { writeChanges, writeReports } from './signals.ts'

type Write = (output: unknown, citations: Citations, titles: ReadonlyMap<string, string>) => string[]

/** How the findings of a tool are written down; those without a form of their own as a plain list of their fields. */
const forms: Record<string, Write> = {
  read_portfolio: writePortfolio,
  search_topics: (output) => writeSearches(list(output, 'signals')),
  search_topic: (output) => writeSearches([output]),
  read_signals: (output, citations) => writeReports(list(output, 'signals'), list(output, 'missing'), citations),
  get_report: (output, citations) => writeReports([output], [], citations),
  explain_signals: (output, citations, titles) =>
    list(output, 'signals').flatMap((one) =>
      writeChanges(one, titles.get(text(one, 'signalId') ?? '') ?? 'Signal', citations),
    ),
  explain_changes: (output, citations) => writeChanges(output, null, citations),
  compare_signals: writeComparison,
  get_summary: (output, citations) => [
    bullets(
      list(output, 'sentences').map((one) => `“${quote(text(one, 'text') ?? '')}”${citeAll(citations, one, null)}`),
    ) || 'No sentence says enough.',
    number(output, 'documentsRead') === null
      ? ''
      : `Chosen from ${number(output, 'documentsRead')} documents, word for word.`,
    quote(text(output, 'note') ?? ''),
  ],
  list_documents: writeDocuments,
  list_documents_by_tone: writeDocuments,
  list_news: writeDocuments,
  search_trials: writeTrials,
}

/** A finding as blocks of Markdown. */
export function writeFinding(
  { tool, output }: Finding,
  citations: Citations,
  titles: ReadonlyMap<string, string>,
): string[] {
  const write = Object.hasOwn(forms, tool) ? forms[tool] : undefined
  return (write?.(output, citations, titles) ?? writeAnything(output)).filter((block) => block !== '')
}

/** Titles of all signals that findings name. */
export function collectTitles(findings: readonly Finding[]): Map<string, string> {
  const titles = new Map<string, string>()
  for (const { output } of findings)
    for (const signal of [output, ...list(output, 'signals')]) {
      const [id, title] = [text(signal, 'signalId'), text(signal, 'title') ?? text(field(signal, 'query'), 'title')]
      if (id !== null && title !== null) titles.set(id, title)
    }
  return titles
}
