import { ActionIcon, Box, Button, Group, Menu, Tooltip } from '@mantine/core'
import { IconChartBar, IconChevronDown, IconDownload, IconTable } from '@tabler/icons-react'
import { type ReactNode, type Ref, useState } from 'react'
import { Card } from '../page.tsx'
import classes from './charts.module.css'
import textStyles from '../text-styles.module.css'

const inlinedProperties = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
  'stroke-linejoin',
  'stroke-linecap',
  'paint-order',
] as const
const padding = 20
const titleHeight = 86

/**
 * Draws a chart as PNG at twice its size, with title, subtitle and legend, so that it can be used alone on a slide. The picture
 * goes through a data: URL, so the page's content security policy needs `img-src data:`.
 */
const exportPng = async (svg: SVGSVGElement, text: PngText): Promise<Blob> => {
  const { width, height } = svg.getBoundingClientRect()
  const markup = new XMLSerializer().serializeToString(withStyles(svg, { width, height }))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(markup)}`
  await image.decode()

  const canvas = document.createElement('canvas')
  canvas.width = (width + padding * 2) * 2
  canvas.height = (height + padding * 2 + titleHeight) * 2
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw the picture')
  context.scale(2, 2)
  context.fillStyle = toPlainColor('var(--surface)')
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = toPlainColor('var(--ink)')
  context.font = `600 17px ${getComputedStyle(document.body).fontFamily}`
  context.fillText(text.title, padding, padding + 16)
  context.fillStyle = toPlainColor('var(--ink-3)')
  context.font = `13px ${getComputedStyle(document.body).fontFamily}`
  context.fillText(text.subtitle, padding, padding + 38)
  drawLegend(context, text.legend)
  context.drawImage(image, padding, padding + titleHeight)
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The image is empty'))), 'image/png'),
  )
}

const drawLegend = (context: CanvasRenderingContext2D, legend: PngText['legend']) => {
  const ink = context.fillStyle
  let x = padding
  for (const { label, color } of legend) {
    context.fillStyle = toPlainColor(color)
    context.fillRect(x, padding + 56, 10, 10)
    context.fillStyle = ink
    context.fillText(label, x + 16, padding + 65)
    x += 16 + context.measureText(label).width + 20
  }
}

/** A canvas does not resolve CSS variables. */
const toPlainColor = (color: string): string => {
  const probe = document.createElement('span')
  probe.style.color = color
  document.body.append(probe)
  const plain = getComputedStyle(probe).color
  probe.remove()
  return plain
}

/** A copy that needs no stylesheet: an image cannot use the page's CSS. */
const withStyles = (svg: SVGSVGElement, size: { width: number; height: number }): SVGSVGElement => {
  const copy = svg.cloneNode(true) as SVGSVGElement // cloneNode is typed as Node
  const originals = svg.querySelectorAll('*')
  copy.querySelectorAll('*').forEach((element, index) => {
    const original = originals[index]
    if (!original) return
    const style = getComputedStyle(original)
    for (const property of inlinedProperties) element.setAttribute(property, style.getPropertyValue(property))
    element.removeAttribute('style')
    element.removeAttribute('class')
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('font-family', 'system-ui, sans-serif')
  copy.setAttribute('width', String(size.width))
  copy.setAttribute('height', String(size.height))
  return copy
}

export interface ChartFrameProps {
  title: string
  /** Replaces the title of the chart: a sentence on what it shows. */
  heading?: ReactNode
  legend?: ReactNode
  /** The controls of this chart. */
  controls?: ReactNode
  /** What can be drawn. With it, the table and the files are in the same menu, as one control. */
  choices?: ChartChoices | undefined
  /** The text around the exported picture. */
  picture: PngText
  onPicture: (picture: Blob) => void
  onNumbers: () => void
  renderChart: (svg: Ref<SVGSVGElement>) => ReactNode
  renderTable: () => ReactNode
  footnote?: ReactNode
}

/** The menu of a chart that can draw several things. */
interface ChartChoices {
  /** What is drawn now, on the button. */
  readonly current: string
  /** The items that change it. */
  readonly items: ReactNode
}

/** A chart with its table view and its export; the caller decides what to do with the files. */
export const ChartFrame = ({
  title,
  heading,
  legend,
  controls,
  choices,
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
          {choices === undefined && (
            <Tooltip label={toggle}>
              <ActionIcon
                aria-label={`${title}: ${toggle.toLowerCase()}`}
                aria-pressed={asTable}
                onClick={() => setAsTable(!asTable)}
              >
                {asTable ? <IconChartBar size={18} aria-hidden /> : <IconTable size={18} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
          <Menu position="bottom-end" {...(choices && { width: 210 })}>
            <Menu.Target>
              {choices ? (
                <Button
                  size="xs"
                  variant="default"
                  rightSection={<IconChevronDown size={14} stroke={1.8} aria-hidden />}
                  aria-label={`${choices.current}: change what is drawn`}
                >
                  {choices.current}
                </Button>
              ) : (
                <ActionIcon aria-label={`${title}: download`}>
                  <IconDownload size={18} aria-hidden />
                </ActionIcon>
              )}
            </Menu.Target>
            <Menu.Dropdown>
              {choices && (
                <>
                  {choices.items}
                  <Menu.Divider />
                  <Menu.Item onClick={() => setAsTable(!asTable)}>{toggle}</Menu.Item>
                  <Menu.Label>Download</Menu.Label>
                </>
              )}
              <Menu.Item disabled={svg === null} onClick={() => void savePng()}>
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
          The image could not be created: {failure}
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

interface PngText {
  readonly title: string
  readonly subtitle: string
  readonly legend: readonly { readonly label: string; readonly color: string }[]
}
