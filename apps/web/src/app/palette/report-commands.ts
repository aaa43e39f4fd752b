import type { ExportFormat, QueryEcho } from '@auspex/sdk'
import { pressAdd } from '../../lib/dialogs/dialog-request.tsx'
import type { Command, CommandTools } from './command.ts'
import { describeFailure } from '../../lib/api/failure.ts'
import { saveExport } from '../../lib/files/exports.ts'

interface ReportExport {
  client: CommandTools['client']
  tell: CommandTools['tell']
  readonly signalId: string
  readonly format: ExportFormat
  /** The readable name of the format. */
  readonly name: string
}

/** Exports the report as a file. The export continues while other pages are opened. */
const exportReport = async ({ client, tell, signalId, format, name }: ReportExport): Promise<void> => {
  tell(`Preparing the ${name}…`)
  try {
    const outcome = await saveExport({ client, kind: 'signal', id: signalId, format })
    return tell('reason' in outcome ? outcome.reason : `Saved ${outcome.fileName}.`)
  } catch (error) {
    return tell(`${describeFailure(error).message}.`)
  }
}

const formats: readonly { format: ExportFormat; name: string; keywords: string }[] = [
  { format: 'pdf', name: 'PDF', keywords: 'download file' },
  { format: 'html', name: 'web page', keywords: 'html download file offline' },
  { format: 'pptx', name: 'PowerPoint', keywords: 'pptx slides presentation download file' },
  { format: 'xlsx', name: 'Excel', keywords: 'xlsx workbook download spreadsheet sheets' },
  { format: 'csv', name: 'CSV', keywords: 'download spreadsheet documents' },
  { format: 'csv-excel', name: 'CSV for Excel', keywords: 'download spreadsheet documents' },
  { format: 'jsonl', name: 'JSON lines', keywords: 'jsonl download program documents' },
  { format: 'parquet', name: 'Parquet', keywords: 'download program data documents columns' },
  { format: 'series-parquet', name: 'daily values as Parquet', keywords: 'download program data series' },
  { format: 'series-jsonl', name: 'daily values as JSON lines', keywords: 'download program data series' },
  { format: 'bundle', name: 'reproducible bundle', keywords: 'zip download' },
]

/** Actions on the open report; empty on other pages. */
export const createReportCommands = (tools: CommandTools): readonly Command[] => {
  const { signalId, navigate, recent, saveSignals } = tools
  if (signalId === null) return []
  const query = recent.find((search) => search.signalId === signalId)?.query
  const savable = [{ signalId, title: query?.title ?? 'this signal' }]
  return [
    {
      id: 'report.open',
      title: 'Go to the report',
      kind: 'report',
      run: () => navigate({ to: '/signals/$signalId', params: { signalId } }),
    },
    {
      id: 'report.save',
      title: 'Save to a portfolio',
      kind: 'report',
      keywords: 'keep add collect bookmark',
      keys: 's',
      modules: ['portfolios'],
      run: () => saveSignals.save(savable),
    },
    {
      id: 'report.save-elsewhere',
      title: 'Save to another portfolio…',
      kind: 'report',
      keywords: 'keep add collect choose new',
      modules: ['portfolios'],
      run: () => saveSignals.choose(savable),
    },
    {
      id: 'report.contexts',
      title: 'Open the context map',
      kind: 'report',
      keywords: 'space associations near words',
      run: () => navigate({ to: '/signals/$signalId/contexts', params: { signalId } }),
    },
    {
      id: 'report.documents',
      title: 'Read the documents',
      kind: 'report',
      keywords: 'evidence articles posts',
      run: () => navigate({ to: '/signals/$signalId', params: { signalId }, search: { docs: 'all' } }),
    },
    {
      id: 'report.ask',
      title: 'Ask Zeus about this report',
      kind: 'report',
      keywords: 'assistant chat question answer',
      modules: ['zeus'],
      run: () => navigate({ to: '/zeus', search: { signals: signalId } }),
    },
    {
      id: 'report.compare',
      title: 'Compare this topic with another',
      kind: 'report',
      keywords: 'versus against',
      run: () => navigate({ to: '/compare', search: { signals: signalId } }),
    },
    {
      id: 'report.story',
      title: 'Add to a story',
      kind: 'report',
      keywords: 'card chart number section',
      keys: 'a',
      modules: ['stories'],
      run: pressAdd,
    },
    ...formats.map(({ format, name, keywords }): Command => ({
      id: `report.export.${format}`,
      title: `Export the report: ${name}`,
      kind: 'report',
      keywords,
      run: () => exportReport({ ...tools, signalId, format, name }),
    })),
    ...(query === undefined ? [] : createQueryCommands(tools, query)),
  ]
}

/** Commands that need the query of the signal, which is only in the person's own searches. */
const createQueryCommands = ({ navigate }: CommandTools, query: QueryEcho): readonly Command[] => {
  const topic = toTopic(query)
  return [
    {
      id: 'report.watch',
      title: 'Watch this topic',
      kind: 'report',
      keywords: 'monitor alert rule',
      run: () =>
        navigate({
          to: '/monitors',
          search: { term: topic.term, geo: topic.geo, entity: topic.entity, source: topic.source },
        }),
    },
    {
      id: 'report.change',
      title: 'Change this search',
      kind: 'report',
      keywords: 'edit filter country sources dates',
      run: () => navigate({ to: '/', search: topic }),
    },
    {
      id: 'report.refresh',
      title: 'Search this topic again',
      kind: 'report',
      keywords: 'refresh fetch update force',
      run: () => navigate({ to: '/search', search: { ...topic, force: '1' } }),
    },
  ]
}

/** A query as search parameters. */
export const toTopic = ({
  query_term,
  x_term,
  y_term,
  isCompound,
  geo,
  entity,
  sources,
  startDate,
  endDate,
}: QueryEcho) => ({
  term: query_term ?? x_term ?? '',
  ...(y_term == null ? {} : { and: y_term, ...(isCompound ? { both: '1' as const } : {}) }),
  geo: geo ?? undefined,
  entity: entity ?? undefined,
  source: sources.length > 0 ? sources : undefined,
  from: startDate ?? undefined,
  to: endDate ?? undefined,
})
