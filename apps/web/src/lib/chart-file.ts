import { type CsvValue, toCsv } from './csv.ts'
import { download, toFileName } from './download.ts'

/** What a chart is saved as. */
export interface ChartFile {
  /** What the chart is of, for titles and file names. */
  readonly subject: string
  /** What the picture says in large; the subject and the title of the chart without it. */
  readonly headline?: string
  readonly subtitle: string
  /** The series, as the picture names them. */
  readonly legend: readonly { readonly key: string; readonly label: string; readonly color: string }[]
  readonly header: readonly string[]
  readonly rows: () => readonly (readonly CsvValue[])[]
}

/** What stands around the picture of a chart. */
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
  // With a byte order mark, or Excel reads UTF-8 as something else.
  download(
    `${toFileName(subject, title)}.csv`,
    new Blob(['\uFEFF', toCsv(header, rows())], { type: 'text/csv;charset=utf-8' }),
  )
