/** Downloads a file through the browser. */
export const download = (name: string, content: Blob): void => {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has read the bytes by the time the click is handled.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}

/** A title as a file name. */
export const toFileName = (...parts: readonly string[]): string =>
  parts
    .join('-')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 80)

export type CsvValue = string | number | null

/** CSV (RFC 4180) with a header; null is an empty field. Text that a spreadsheet would run as a formula is escaped. */
export const toCsv = (header: readonly string[], rows: readonly (readonly CsvValue[])[]): string =>
  [header, ...rows].map((row) => row.map(toField).join(',')).join('\r\n')

const toField = (value: CsvValue): string => {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** The content of an exported chart. */
export interface ChartFile {
  /** The subject of the chart, for titles and file names. */
  readonly subject: string
  /** The large text of the picture; defaults to the subject and the title of the chart. */
  readonly headline?: string
  readonly subtitle: string
  /** The series, as labelled in the picture. */
  readonly legend: readonly { readonly key: string; readonly label: string; readonly color: string }[]
  readonly header: readonly string[]
  readonly rows: () => readonly (readonly CsvValue[])[]
}

/** The header and rows of a file in which each item is a row; a value stands beside its name, so that the two cannot differ. */
export const tableOf = <Item>(
  items: readonly Item[],
  columns: Readonly<Record<string, (item: Item) => CsvValue>>,
): { readonly header: string[]; readonly rows: () => CsvValue[][] } => ({
  header: Object.keys(columns),
  rows: () => items.map((item) => Object.values(columns).map((valueOf) => valueOf(item))),
})

/** The text around the picture of a chart. */
const pictureText = (title: string, { subject, headline, subtitle, legend }: ChartFile) => ({
  title: headline ?? `${subject}: ${title.toLowerCase()}`,
  subtitle,
  legend,
})

/** The exports of a chart, as the props of `ui/charts/chart-frame.tsx`. */
export const exportsOf = (title: string, file: ChartFile) => ({
  picture: pictureText(title, file),
  onPicture: (picture: Blob) => download(`${toFileName(file.subject, title)}.png`, picture),
  onNumbers: () => saveNumbers(title, file),
})

export const saveNumbers = (
  title: string,
  { subject, header, rows }: Omit<ChartFile, 'headline' | 'subtitle' | 'legend'>,
): void =>
  // With a byte order mark; Excel does not detect UTF-8 without one.
  download(
    `${toFileName(subject, title)}.csv`,
    new Blob(['\uFEFF', toCsv(header, rows())], { type: 'text/csv;charset=utf-8' }),
  )
