import { unzipSync, zipSync } from 'fflate'
import PptxGenJS from 'pptxgenjs'
import {
  type Analysis,
  type AnalysisChart,
  type AnalysisFigure,
  type AnalysisSlide,
  type AnalysisTable,
  cleanText,
  type ValueKind,
  writeValue,
} from './analysis.ts'

const [ink, quiet, line, wash, accent] = ['1C1A24', '6B667B', 'E3E0EA', 'F6F5F9', '5B3FB8']
/** Told apart in grey and by people who see few colours: dark purple, orange, teal, grey, blue. */
const seriesColors = [accent, 'C2701C', '1F8A80', '8A8598', '2E6BC6']
const formatCodes: Record<ValueKind, string> = {
  text: 'General',
  count: '#,##0',
  decimal: '#,##0.##',
  tone: '+0.00;-0.00;0.00',
  share: '0.0%',
  day: 'General',
  moment: 'General',
}
const font = 'Arial'
const [wide, left] = [13.333, 0.6]
const width = wide - 2 * left
const maxTableRows = 10
const maxPoints = 7
const maxSlides = 60
/** A longer title takes two lines. */
const maxLineLength = 68

/** Writes slides for PowerPoint: one finding each, with a chart that can be edited, and notes with the method and the sources. */
export async function writeSlides(analysis: Analysis): Promise<Uint8Array> {
  const pptx = new PptxGenJS()
  pptx.layout = 'LAYOUT_WIDE'
  pptx.title = cleanText(analysis.title)
  pptx.author = 'Auspex'
  pptx.theme = { headFontFace: font, bodyFontFace: font }
  const notes = writeNotes(analysis)
  addCover(pptx, analysis, notes)
  const firstSlides = analysis.slides.slice(0, maxSlides)
  const pages: AnalysisSlide[] = [
    ...firstSlides,
    ...(analysis.sources === null || analysis.sources.rows.length === 0
      ? []
      : [{ title: 'Where the numbers come from', subtitle: analysis.sources.note, table: analysis.sources }]),
    ...toMethodSlides(analysis),
  ]
  for (const [index, slide] of pages.entries())
    addSlide(pptx, slide, { number: index + 2, measured: analysis.measured, notes })
  return mend(new Uint8Array((await pptx.write({ outputType: 'uint8array' })) as Uint8Array))
}

function addCover(pptx: PptxGenJS, { noun, title, scope, measured, warnings, finding }: Analysis, notes: string): void {
  const slide = pptx.addSlide()
  slide.addShape('rect', { x: 0, y: 0, w: 0.28, h: 7.5, fill: { color: accent }, line: { color: accent } })
  slide.addText(noun, {
    x: left + 0.3,
    y: 1.5,
    w: width,
    h: 0.4,
    fontFace: font,
    fontSize: 16,
    bold: true,
    color: accent,
  })
  const name = cleanText(title)
  slide.addText(shorten(name, 220), {
    x: left + 0.3,
    y: 1.95,
    w: width - 0.6,
    h: 1.7,
    fontFace: font,
    bold: true,
    color: ink,
    valign: 'top',
    fontSize: name.length > 110 ? 26 : name.length > 50 ? 32 : 40,
  })
  if (finding !== null)
    slide.addText(shorten(cleanText(finding), 320), {
      x: left + 0.3,
      y: 3.75,
      w: width - 1.4,
      h: 1.5,
      fontFace: font,
      fontSize: 22,
      color: ink,
      valign: 'top',
    })
  const lines = [scope, measured, ...warnings].filter((text) => text !== '')
  slide.addText(
    lines.map((text) => ({ text: shorten(cleanText(text), 200), options: { breakLine: true } })),
    { x: left + 0.3, y: 5.6, w: width - 0.6, h: 1.2, fontFace: font, fontSize: 14, color: quiet, valign: 'bottom' },
  )
  slide.addNotes(notes)
}

interface SlidePlace {
  number: number
  measured: string
  notes: string
}

function addSlide(pptx: PptxGenJS, page: AnalysisSlide, { number, measured, notes }: SlidePlace): void {
  const slide = pptx.addSlide()
  const title = cleanText(page.title)
  slide.addText(shorten(title, 180), {
    x: left,
    y: 0.4,
    w: width,
    h: 0.95,
    fontFace: font,
    bold: true,
    color: ink,
    valign: 'top',
    margin: 0,
    fontSize: title.length > 100 ? 22 : 26,
  })
  const top = title.length > maxLineLength ? 1.38 : 0.95
  const subtitle = shorten(cleanText(page.subtitle), 200)
  if (subtitle !== '')
    slide.addText(subtitle, {
      x: left,
      y: top,
      w: width,
      h: 0.5,
      fontFace: font,
      fontSize: 14,
      color: quiet,
      valign: 'top',
      margin: 0,
    })
  const y = top + (subtitle === '' ? 0.2 : 0.62)
  const place = { x: left, y, w: width, h: 6.8 - y }
  if (page.chart !== undefined) addChart(pptx, slide, page.chart, { ...place, title })
  else if (page.figures !== undefined) addFigures(slide, page.figures, y)
  else if (page.table !== undefined) addTable(slide, page.table, y)
  else addPoints(slide, page.points ?? [], y)
  slide.addText(shorten(`${measured}  ·  Auspex`, 160), {
    x: left,
    y: 7.02,
    w: width - 1,
    h: 0.3,
    fontFace: font,
    fontSize: 10,
    color: quiet,
    margin: 0,
  })
  slide.addText(String(number), {
    x: wide - left - 1,
    y: 7.02,
    w: 1,
    h: 0.3,
    fontFace: font,
    fontSize: 10,
    color: quiet,
    align: 'right',
    margin: 0,
  })
  slide.addNotes([page.title, page.subtitle, ...(page.points ?? []), notes].filter((text) => text !== '').join('\n\n'))
}

interface ChartPlace {
  x: number
  y: number
  w: number
  h: number
  title: string
}

function addChart(
  pptx: PptxGenJS,
  slide: PptxGenJS.Slide,
  { form, axis, kind, categories, series }: AnalysisChart,
  { title, ...place }: ChartPlace,
): void {
  const labels = categories.map((category) => shorten(cleanText(category), 60))
  const isBars = form === 'bars'
  // bars are drawn from the bottom up
  const ordered = <Value>(values: readonly Value[]): Value[] => (isBars ? values.toReversed() : [...values])
  const data = series.map(({ name, values }) => ({
    name: cleanText(name),
    labels: ordered(labels),
    // a gap; `mend` takes it out of the file
    values: ordered(values) as number[],
  }))
  const step = Math.max(1, Math.ceil(labels.length / 10))
  // a few bars are not to fill the slide
  const height = isBars ? Math.min(place.h, 0.5 + 0.55 * labels.length) : place.h
  slide.addChart(form === 'line' ? pptx.ChartType.line : pptx.ChartType.bar, data, {
    ...place,
    h: height,
    altText: `${title}. ${axis}, ${labels.length} values.`,
    chartColors: series.map(({ color }, index) => color ?? seriesColors[index % seriesColors.length] ?? accent),
    displayBlanksAs: 'gap',
    ...(form === 'line'
      ? {
          lineDataSymbol: labels.length > 60 ? ('none' as const) : ('circle' as const),
          lineDataSymbolSize: 5,
          lineSize: 2.25,
        }
      : { barDir: isBars ? ('bar' as const) : ('col' as const), barGapWidthPct: isBars ? 45 : 30 }),
    ...(form === 'stacked' && { barGrouping: 'stacked' as const }),
    catAxisLabelFontFace: font,
    catAxisLabelFontSize: isBars ? 13 : 11,
    catAxisLabelColor: isBars ? ink : quiet,
    catAxisLineShow: !isBars,
    ...(!isBars && { catAxisLabelFrequency: String(step) }),
    catGridLine: { style: 'none' },
    valAxisLabelFontFace: font,
    valAxisLabelFontSize: 11,
    valAxisLabelColor: quiet,
    valAxisLabelFormatCode: formatCodes[kind],
    valAxisLineShow: false,
    valAxisHidden: isBars,
    ...(kind !== 'tone' && { valAxisMinVal: 0 }),
    valGridLine: isBars ? { style: 'none' } : { color: line, size: 0.75, style: 'solid' },
    showValAxisTitle: !isBars,
    valAxisTitle: axis,
    valAxisTitleFontFace: font,
    valAxisTitleFontSize: 11,
    valAxisTitleColor: quiet,
    showLegend: series.length > 1,
    legendPos: 'b',
    legendFontFace: font,
    legendFontSize: 12,
    legendColor: ink,
    showValue: isBars,
    dataLabelFontFace: font,
    dataLabelFontSize: 12,
    dataLabelColor: ink,
    dataLabelFormatCode: formatCodes[kind],
    dataLabelPosition: 'outEnd',
  })
}

const figuresPerRow = 3

function addFigures(slide: PptxGenJS.Slide, figures: readonly AnalysisFigure[], top: number): void {
  const [gap, height] = [0.25, 2.2]
  const columns = figures.length === 1 ? 2 : figuresPerRow
  const cell = (width - gap * (columns - 1)) / columns
  for (const [index, { name, value, low, high, kind, note }] of figures.slice(0, 6).entries()) {
    const x = left + (index % figuresPerRow) * (cell + gap)
    const y = top + Math.floor(index / figuresPerRow) * (height + gap)
    const range =
      low === null || high === null || (low === value && high === value)
        ? note
        : `${writeValue(low, kind)} to ${writeValue(high, kind)}${note === '' ? '' : `; ${note}`}`
    slide.addText(
      [
        { text: cleanText(name), options: { fontSize: 14, color: quiet, breakLine: true } },
        { text: writeValue(value, kind), options: { fontSize: 32, bold: true, color: ink, breakLine: true } },
        { text: shorten(cleanText(range), 90), options: { fontSize: 12, color: quiet } },
      ],
      { x, y, w: cell, h: height, fill: { color: wash }, fontFace: font, valign: 'middle', margin: 14 },
    )
  }
}

function addTable(slide: PptxGenJS.Slide, { columns, rows }: AnalysisTable, y: number): void {
  const isRight = (kind: ValueKind) => kind !== 'text' && kind !== 'day' && kind !== 'moment'
  const head = columns.map(({ name, kind }) => ({
    text: cleanText(name),
    options: { bold: true, color: quiet, align: isRight(kind) ? ('right' as const) : ('left' as const) },
  }))
  const shownRows = rows.length > maxTableRows + 1 ? rows.slice(0, maxTableRows) : rows
  const lengthOf = (index: number, { name, kind }: AnalysisTable['columns'][number]) =>
    shownRows.reduce(
      (maxWidth, row) => Math.max(maxWidth, Math.min(48, writeValue(row[index] ?? null, kind).length)),
      Math.max(7, name.length),
    ) + 3
  const lengths = columns.map((column, index) => lengthOf(index, column))
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const isDense = total > 110
  slide.addTable(
    [
      head,
      ...shownRows.map((row) =>
        columns.map(({ kind }, index) => ({
          text: shorten(cleanText(writeValue(row[index] ?? null, kind)), isDense ? 70 : 90),
          options: { align: isRight(kind) ? ('right' as const) : ('left' as const) },
        })),
      ),
    ],
    {
      x: left,
      y,
      w: width,
      colW: lengths.map((length) => (width * length) / total),
      fontFace: font,
      fontSize: isDense ? 11 : 13,
      color: ink,
      valign: 'middle',
      rowH: 0.4,
      border: { type: 'none' },
      margin: [0.03, 0.08, 0.03, 0.08],
    },
  )
  if (shownRows.length < rows.length)
    slide.addText(`${rows.length - shownRows.length} more rows are in the workbook.`, {
      x: left,
      y: 6.65,
      w: width,
      h: 0.3,
      fontFace: font,
      fontSize: 11,
      color: quiet,
      margin: 0,
    })
}

function addPoints(slide: PptxGenJS.Slide, points: readonly string[], y: number): void {
  const shownPoints = points.slice(0, maxPoints).map((point) => shorten(cleanText(point), 420))
  const length = shownPoints.reduce((sum, point) => sum + point.length, 0)
  slide.addText(
    shownPoints.map((text) => ({
      text,
      options: { breakLine: true, paraSpaceAfter: 10, ...(shownPoints.length > 1 && { bullet: { indent: 16 } }) },
    })),
    {
      x: left,
      y,
      w: width,
      h: 6.8 - y,
      fontFace: font,
      color: ink,
      valign: 'top',
      margin: 0,
      fontSize: length > 1100 ? 13 : length > 700 ? 15 : 18,
    },
  )
}

function toMethodSlides({ method }: Analysis): AnalysisSlide[] {
  const slides: AnalysisSlide[] = []
  for (let from = 0; from < method.length; from += 6)
    slides.push({
      title: 'How the numbers were counted',
      subtitle: '',
      points: method.slice(from, from + 6).map(({ name, text }) => `${name}: ${text}`),
    })
  return slides
}

function writeNotes({ scope, measured, warnings, method, sources }: Analysis): string {
  return cleanText(
    [
      [scope, measured, ...warnings].filter((text) => text !== '').join('\n'),
      sources === null || sources.rows.length === 0
        ? ''
        : `Sources\n${sources.rows.map((row) => row.map((value, index) => `${sources.columns[index]?.name ?? ''}: ${writeValue(value, sources.columns[index]?.kind ?? 'text')}`).join('; ')).join('\n')}`,
      `Method\n${method.map(({ name, text }) => `${name}: ${text}`).join('\n')}`,
    ]
      .filter((text) => text !== '')
      .join('\n\n'),
  )
}

function shorten(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .toWellFormed()
        .trimEnd()}…`
}

/** Takes empty values out of the charts: a point without a value must not be in the file, and PowerPoint offers to repair one that is. */
function mend(file: Uint8Array): Uint8Array {
  const parts = unzipSync(file)
  const [decoder, encoder] = [new TextDecoder(), new TextEncoder()]
  for (const [name, bytes] of Object.entries(parts))
    if (/^ppt\/charts\/chart\d+\.xml$/.test(name))
      parts[name] = encoder.encode(decoder.decode(bytes).replaceAll(/<c:pt idx="\d+"><c:v><\/c:v><\/c:pt>/g, ''))
  return zipSync(parts, { level: 6 })
}
