import { type CsvValue, toCsv } from './csv.ts'
import { download, toFileName } from './download.ts'

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

/** The text around the picture of a chart. */
export const pictureText = (title: string, { subject, headline, subtitle, legend }: ChartFile) => ({
  title: headline ?? `${subject}: ${title.toLowerCase()}`,
  subtitle,
  legend,
})

export const savePicture = (title: string, { subject }: ChartFile, picture: Blob): void =>
  download(`${toFileName(subject, title)}.png`, picture)

export const saveNumbers = (
  title: string,
  { subject, header, rows }: Omit<ChartFile, 'headline' | 'subtitle' | 'legend'>,
): void =>
  // With a byte order mark; Excel does not detect UTF-8 without one.
  download(
    `${toFileName(subject, title)}.csv`,
    new Blob(['\uFEFF', toCsv(header, rows())], { type: 'text/csv;charset=utf-8' }),
  )
