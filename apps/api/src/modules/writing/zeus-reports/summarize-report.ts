import { summarizeText } from '@auspex/analytics'
import type { ZeusReportSummary } from '@auspex/sdk/types'
import type { Clock } from '../../../kernel/clock.ts'
import type { StoredReport } from './zeus-reports.types.ts'

const fence = /^ {0,3}(`{3,}|~{3,})/
const noProse = /^ {0,3}(?:#{1,6}[ \t]|\||\[\^[^\]\n]{1,40}\]:|(?:[-*_][ \t]*){3,}$)/
const itemMark = /^[ \t>]{0,12}(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/
const quoteMark = /^[ \t]{0,3}>[ \t]?/
const footnote = /\[\^[^\]\s]{1,40}\]/g

const maxSentences = 4
const maxCharacters = 4_000

/**
 * Summarizes a report in its own sentences. It has no citations, because its claims come from the person who wrote it; their marks stay in the
 * sentences unchanged.
 */
export function summarizeReport(
  { id, revision, contents }: StoredReport,
  { clock }: { clock: Clock },
): ZeusReportSummary {
  const summary = summarizeText(proseOf(contents), maxSentences)
  // a sentence is included whole or not at all
  while (summary.join(' ').length > maxCharacters) summary.pop()
  return {
    reportId: id,
    revision,
    summary: summary.join(' '),
    citations: [],
    method: 'extractive',
    writtenAt: clock.now().toISOString(),
  }
}

/**
 * The paragraphs of a Markdown text that consist of sentences: no headings, tables, code, blocks or footnotes. Single pass; a line that belongs to no
 * paragraph ends the one before it.
 */
export function proseOf(markdown: string): string[] {
  const paragraphs: string[] = []
  let paragraphLines: string[] = []
  let open: string | null = null
  const flush = () => {
    const text = paragraphLines.join(' ').replaceAll(footnote, '').replaceAll(/\s+/g, ' ').trim()
    if (text !== '') paragraphs.push(text)
    paragraphLines = []
  }
  for (const line of markdown.split(/\r\n?|\n/)) {
    const mark = fence.exec(line)?.[1]
    if (open !== null) {
      if (mark?.startsWith(open) === true) open = null
      continue
    }
    if (mark !== undefined) {
      open = mark
      flush()
    } else if (line.trim() === '' || noProse.test(line)) flush()
    else if (itemMark.test(line)) {
      flush()
      paragraphLines.push(line.replace(itemMark, ''))
    } else paragraphLines.push(line.replace(quoteMark, '').trim())
  }
  flush()
  return paragraphs
}
