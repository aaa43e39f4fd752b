import { countryName } from '../../../lib/countries.ts'
import { formatDay } from '../../../lib/format.ts'
import type { NameSource } from '../../../lib/source-names.ts'
import { kindWords, toneWords } from '../../../lib/words.ts'
import type { EvidenceFilter } from '../evidence.ts'
import type { ReportSearch } from '../signals.search.ts'

/** What is open, in which order, and what has a field of its own is no filter. */
type FilterKey = Exclude<keyof EvidenceFilter, 'docs' | 'sort' | 'find' | 'doc'>

export interface EvidenceChip {
  readonly keys: readonly FilterKey[]
  readonly text: string
}

/** The filter of the open documents in words, one chip for each part that can be taken away. */
export const chipsOf = (search: ReportSearch, nameSource: NameSource): readonly EvidenceChip[] => {
  const { tone, source, kind, outlet, author, country, context, story, ids, since, until } = search
  const chips: (EvidenceChip | false | undefined | '')[] = [
    tone && { keys: ['tone'], text: `Tone: ${toneWords[tone].toLowerCase()}` },
    source && { keys: ['source'], text: `Source: ${nameSource(source)}` },
    kind && { keys: ['kind'], text: `Kind: ${kindWords[kind].toLowerCase()}` },
    outlet && { keys: ['outlet'], text: `Outlet: ${outlet}` },
    author && { keys: ['author'], text: `Author: ${author}` },
    country && { keys: ['country'], text: `Country: ${countryName(country)}` },
    context && { keys: ['context'], text: `Also has: ${context}` },
    story && { keys: ['story'], text: 'One story' },
    ids && { keys: ['ids'], text: ids.includes(',') ? 'Cited documents' : 'Cited document' },
    since !== undefined &&
      until !== undefined && {
        keys: ['since', 'until'],
        text: since === until ? formatDay(since) : `${formatDay(since)} – ${formatDay(until)}`,
      },
    since !== undefined && until === undefined && { keys: ['since'], text: `Since ${formatDay(since)}` },
    since === undefined && until !== undefined && { keys: ['until'], text: `Until ${formatDay(until)}` },
  ]
  return chips.filter((chip) => typeof chip === 'object')
}
