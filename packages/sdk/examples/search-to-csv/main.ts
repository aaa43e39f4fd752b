/** Usage: node main.ts "oat milk" > oat-milk.csv. Searches a topic, prints what the report says, and writes every document as a line of CSV. */
import {
  AuspexError,
  DataTooSparseError,
  createClient,
  getSignalReport,
  listSignalDocuments,
  paginate,
  pollQueryStatus,
  topicQuery,
} from '@auspex/sdk'

/** A table as CSV (RFC 4180). A field that a spreadsheet would take for a formula gets an apostrophe. */
const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  rows.map((row) => `${row.map(toField).join(',')}\r\n`).join('')

const toField = (value: string | number | null): string => {
  const text = String(value ?? '')
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const topic = process.argv[2]
if (topic === undefined) {
  console.error('Usage: node main.ts "oat milk" > oat-milk.csv')
  process.exit(2)
}
const client = createClient({
  baseUrl: `${process.env.AUSPEX_URL ?? 'http://localhost:4000'}/api`,
  auth: { getToken: () => process.env.AUSPEX_TOKEN },
})

try {
  const search = await topicQuery({ query_term: topic }, { client })
  await pollQueryStatus(client, search, {
    onProgress: ({ state, endedSources }) =>
      console.error(`${endedSources} of ${state.sources.length} sources have ended`),
  })
  const { counts, stage, firstDay, lastDay } = await getSignalReport(search.signal_id, {}, { client })
  console.error(
    `${counts.documents} documents from ${firstDay} to ${lastDay}${counts.laterDocuments ? ` or dated later` : ''}, stage: ${stage.stage ?? 'unknown'}`,
  )

  process.stdout.write(toCsv([['published', 'source', 'outlet', 'tone', 'title', 'url']]))
  for await (const document of paginate(listSignalDocuments, search.signal_id, { perPage: 200 }, { client })) {
    const { publishedAt, source, outlet, tone, title, url } = document
    process.stdout.write(toCsv([[publishedAt, source, outlet, tone.score, title, url]]))
  }
} catch (error) {
  if (!(error instanceof AuspexError)) throw error
  console.error(
    error instanceof DataTooSparseError ? 'Too few documents were found' : (error.productMessage ?? error.message),
  )
  process.exit(1)
}
