import type { ChartCard, NumberCard, ReportBlockContent, SectionCard } from '@auspex/sdk'

const numbers: Record<NumberCard['measure'], string> = {
  documents: 'Documents',
  momentum: 'Growth',
  tone: 'Mean tone',
}
const charts: Record<ChartCard['measure'], string> = {
  documents: 'Documents a day',
  share: 'Share of all documents',
  tone: 'Mean tone',
  attention: 'Page views a day',
}
const sections: Record<SectionCard['section'], string> = {
  summary: 'In brief',
  volume: 'Documents a day',
  tone: 'Tone',
  voices: 'Voices',
  places: 'Places',
  audience: 'Audience',
  changes: 'What happened',
}

const toChoices = (kind: string, words: Readonly<Record<string, string>>) => ({
  group: kind,
  items: Object.entries(words).map(([what, label]) => ({
    value: `${kind.toLowerCase()}.${what}`,
    label: `${kind}: ${label}`,
  })),
})

/** What a block can show of a signal, as `kind.what`. */
export const blockChoices = [toChoices('Number', numbers), toChoices('Chart', charts), toChoices('Section', sections)]

/** A block without its values, which the server measures. */
export const toBlockContent = (
  choice: string,
  { signalId, title }: { readonly signalId: string; readonly title: string },
): ReportBlockContent => {
  const [kind, what = ''] = choice.split('.')
  // each is one of the choices above
  if (kind === 'chart') return { kind, signalId, measure: what as ChartCard['measure'], points: [] }
  if (kind === 'section')
    return { kind, signalId, section: what as SectionCard['section'], title, text: '', points: [], rows: [] }
  return { kind: 'number', signalId, measure: what as NumberCard['measure'], value: null, low: null, high: null }
}
