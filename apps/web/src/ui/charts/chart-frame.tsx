import { ActionIcon, Box, Group, Menu, Tooltip } from '@mantine/core'
import { IconChartBar, IconDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, type Ref, useState } from 'react'
import { Card } from '../card.tsx'
import { exportPng, type PngText } from './export-png.ts'
import classes from './chart-frame.module.css'
import textStyles from '../text-styles.module.css'

export interface ChartFrameProps {
  title: string
  /** Stands over the chart instead of its title: what the chart shows, in a sentence. */
  heading?: ReactNode
  legend?: ReactNode
  /** What is chosen for this chart. */
  controls?: ReactNode
  /** What the picture says around the chart. */
  picture: PngText
  onPicture: (picture: Blob) => void
  onNumbers: () => void
  renderChart: (svg: Ref<SVGSVGElement>) => ReactNode
  renderTable: () => ReactNode
  footnote?: ReactNode
}

/** A chart with its table twin and its export; what is done with the files is the caller's. */
export const ChartFrame = ({
  title,
  heading,
  legend,
  controls,
  picture,
  onPicture,
  onNumbers,
  renderChart,
  renderTable,
  footnote,
}: ChartFrameProps) => {
  const [svg, setSvg] = useState<SVGSVGElement | null>(null)
  const [asTable, setAsTable] = useState(false)
  const [failure, setFailure] = useState<string>()
  const savePng = async () => {
    if (!svg) return
    try {
      onPicture(await exportPng(svg, picture))
      setFailure(undefined)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    }
  }
  const toggle = asTable ? 'Show as chart' : 'Show as table'
  return (
    <Card>
      {heading}
      <Group gap="4px 20px" mb={12}>
        {heading === undefined && <h3 className={classes.title}>{title}</h3>}
        <div className={classes.legend}>{legend}</div>
        {controls && <div className={classes.controls}>{controls}</div>}
        <Group className={classes.files} gap={4} align="center" wrap="nowrap">
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
              <Menu.Item onClick={onNumbers}>Numbers (CSV)</Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Group>
      </Group>
      {asTable ? renderTable() : renderChart(setSvg)}
      {failure && (
        <Box component="p" className={textStyles.fault} mt={10} role="alert">
          The image could not be made: {failure}
        </Box>
      )}
      {footnote && (
        <Box className={textStyles.note} mt={10}>
          {footnote}
        </Box>
      )}
    </Card>
  )
}
