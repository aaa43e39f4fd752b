import type { Citations } from './document.types.ts'
import { bullets, count, decimal, quote, sayDay, table } from './markdown.ts'
import { field, list, number, text, texts } from './read-values.ts'
import { writeDocument } from './signals.ts'

export function writeDocuments(value: unknown, citations: Citations): string[] {
  const documents = [...list(value, 'documents'), ...list(value, 'items')]
  const total = number(value, 'total') ?? number(field(value, 'page'), 'total')
  return [
    total === null
      ? ''
      : `${count(total)} in all${documents.length < total ? `; the first ${documents.length}:` : ':'}`,
    documents.length === 0
      ? 'None was found.'
      : bullets(documents.map((one) => writeDocument(one, citations, text(value, 'signalId')))),
  ]
}

export function writeTrials(value: unknown, citations: Citations): string[] {
  const trials = list(value, 'items')
  const total = number(field(value, 'page'), 'total')
  const origin = field(value, 'origin')
  const rows = trials.map((trial) => {
    const id = text(trial, 'nctId') ?? ''
    const title = text(trial, 'title') ?? ''
    const day = text(trial, 'lastUpdateDay')
    const mark = citations.cite({ kind: 'trial', id, signalId: null, title, url: text(trial, 'url'), day })
    return [
      `${quote(title)} ${mark}`,
      text(trial, 'status')?.toLowerCase().replaceAll('_', ' ') ?? 'unknown',
      texts(trial, 'phases').join(', ').toLowerCase().replaceAll('_', ' ') || 'none',
      quote(text(trial, 'sponsor') ?? 'unknown'),
      count(number(trial, 'enrollment')),
      day === null ? 'unknown' : sayDay(day),
    ]
  })
  return [
    total === null ? '' : `${count(total)} studies in all, of which ${rows.length} are shown.`,
    rows.length === 0
      ? 'None was found.'
      : table(['Study', 'Status', 'Phase', 'Sponsor', 'Participants', 'Updated'], rows),
    quote([text(origin, 'attribution'), text(origin, 'notice')].filter((part) => part !== null).join(' ')),
  ]
}

export function writePortfolio(value: unknown): string[] {
  const rows = list(value, 'signals').map((signal) => [
    quote(text(signal, 'title') ?? 'Signal'),
    count(number(signal, 'documents')),
    text(signal, 'stage') ?? 'unknown',
  ])
  return [table(['Signal', 'Documents', 'Stage'], rows) || 'The portfolio holds no signal.']
}

export function writeSearches(searches: readonly unknown[]): string[] {
  const rows = searches.map((search) => [
    quote(text(search, 'title') ?? 'Topic'),
    count(number(search, 'matched')),
    quote(text(search, 'message') ?? text(search, 'status') ?? 'unknown'),
  ])
  return [table(['Topic', 'Documents that match', 'State'], rows)]
}

/** What no other form fits: simple fields as a list, lists of simple things as a table, nothing deeper. */
export function writeAnything(value: unknown, depth = 0): string[] {
  if (typeof value !== 'object' || value === null) return [say(value)]
  const fields = Object.entries(value)
  const simple = fields.filter(([, one]) => isSimple(one))
  const lists = depth > 1 ? [] : fields.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  return [
    bullets(simple.map(([name, one]) => `${quote(sayName(name))}: ${say(one)}`)),
    ...lists.flatMap(([name, items]) => [`**${quote(sayName(name))}**`, writeList(items)]),
  ]
}

function writeList(items: readonly unknown[]): string {
  const some = items.slice(0, 20)
  if (some.every(isSimple)) return bullets(some.map(say)) || 'None.'
  const names = [
    ...new Set(
      some.flatMap((item) => Object.entries(item ?? {}).flatMap(([name, one]) => (isSimple(one) ? [name] : []))),
    ),
  ]
  const columns = names.slice(0, 6)
  return table(
    columns.map((name) => quote(sayName(name))),
    some.map((item) => columns.map((name) => say(field(item, name)))),
  )
}

function isSimple(value: unknown): boolean {
  return typeof value !== 'object' || value === null
}
function sayName(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`)
}

function say(value: unknown): string {
  if (value === null || value === undefined) return 'unknown'
  if (typeof value === 'number') return Number.isInteger(value) ? count(value) : decimal(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return quote((typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 400))
}
