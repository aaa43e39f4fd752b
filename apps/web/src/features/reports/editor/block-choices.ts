import type { ChartCard, NumberCard, ReportBlockContent, SectionCard } from '@auspex/sdk'
import { chartWords, numberWords, sectionWords } from '../../../lib/cards/card-words.ts'

const keysOf = <Key extends string>(words: Record<Key, unknown>) => Object.keys(words) as Key[] // the keys of a record

/** What a block can show of a signal, as `kind.what`. */
export const blockChoices = [
  ...keysOf(numberWords).map((what) => ({ value: `number.${what}`, label: `Number: ${numberWords[what].name}` })),
  ...keysOf(chartWords).map((what) => ({ value: `chart.${what}`, label: `Chart: ${chartWords[what].name}` })),
  ...keysOf(sectionWords).map((what) => ({ value: `section.${what}`, label: `Section: ${sectionWords[what]}` })),
] as [{ value: string; label: string }, ...{ value: string; label: string }[]] // the words are not empty

/** A block without its values, which the server measures. */
export const toBlockContent = (
  choice: string,
  { signalId, title }: { readonly signalId: string; readonly title: string },
): ReportBlockContent => {
  const [kind, what = ''] = choice.split('.')
  if (kind === 'chart') return { kind, signalId, measure: what as ChartCard['measure'], points: [] } // one of the choices
  if (kind === 'section')
    return { kind, signalId, section: what as SectionCard['section'], title, text: '', points: [], rows: [] }
  return { kind: 'number', signalId, measure: what as NumberCard['measure'], value: null, low: null, high: null }
}
