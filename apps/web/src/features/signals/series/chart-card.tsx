import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, type Ref, useState } from 'react'
import { type CsvValue, toCsv } from '../../../lib/csv.ts'
import { download, toFileName } from '../../../lib/download.ts'
import { Card } from '../../../ui/card.tsx'
import type { ChartSeries } from '../../../ui/charts/chart-model.ts'
import { exportPng } from '../../../ui/charts/export-png.ts'
import classes from './chart-card.module.css'

export interface ChartFile {
  /** What the chart is of, for titles and file names. */
  readonly subject: string
  readonly subtitle: string
  /** The series, as the picture names them. */
  readonly legend: readonly ChartSeries[]
  readonly header: readonly string[]
  readonly rows: () => readonly (readonly CsvValue[])[]
}

interface ChartCardProps {
  title: string
  legend?: ReactNode
  file: ChartFile
  renderChart: (svg: Ref<SVGSVGElement>) => ReactNode
  renderTable: () => ReactNode
  footnote?: ReactNode
}

/** A chart with its table twin and its export. */
export const ChartCard = ({ title, legend, file, renderChart, renderTable, footnote }: ChartCardProps) => {
  const [svg, setSvg] = useState<SVGSVGElement | null>(null)
  const [asTable, setAsTable] = useState(false)
  const [failure, setFailure] = useState<string>()
  const savePng = async () => {
    if (!svg) return
    try {
      const picture = await exportPng(svg, {
        title: `${file.subject}: ${title.toLowerCase()}`,
        subtitle: file.subtitle,
        legend: file.legend,
      })
      download(`${toFileName(file.subject, title)}.png`, picture)
      setFailure(undefined)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  const toggle = asTable ? 'Show as chart' : 'Show as table'
  return (
    <Card>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        <div className={classes.legend}>{legend}</div>
        <div className={classes.actions}>
          <Tooltip label={toggle}>
            <ActionIcon
              aria-label={`${title}: ${toggle.toLowerCase()}`}
              aria-pressed={asTable}
              onClick={() => setAsTable(!asTable)}
            >
              {asTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
            </ActionIcon>
          </Tooltip>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon aria-label={`${title}: download`}>
                <IconDownload size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item disabled={asTable} onClick={() => void savePng()}>
                Picture (PNG)
              </Menu.Item>
              <Menu.Item onClick={() => saveCsv(title, file)}>Numbers (CSV)</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </div>
      </div>
      {asTable ? renderTable() : renderChart(setSvg)}
      {failure && (
        <p className={classes.failure} role="alert">
          The picture could not be made: {failure}
        </p>
      )}
      {footnote && <div className={classes.footnote}>{footnote}</div>}
    </Card>
  )
}

const saveCsv = (title: string, { subject, header, rows }: ChartFile) =>
  // With a byte order mark, or Excel reads UTF-8 as something else.
  download(
    `${toFileName(subject, title)}.csv`,
    new Blob(['\uFEFF', toCsv(header, rows())], { type: 'text/csv;charset=utf-8' }),
  )
