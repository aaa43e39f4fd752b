import type { StoryCard } from '@auspex/sdk'
import { IconPresentation } from '@tabler/icons-react'
import { numberWords } from './cards/card-words.ts'
import { toSeries } from './cards/series.model.ts'
import { Sparkline } from '../../ui/sparkline.tsx'
import classes from './stories-page.module.css'

/** The first card that says something at a glance: a chart, a number, a quotation, or words. Nothing a screen reader misses: the title follows. */
export const StoryPreview = ({ cards }: { cards: readonly StoryCard[] }) => (
  <div className={classes.preview} aria-hidden>
    <Glance cards={cards} />
  </div>
)

const Glance = ({ cards }: { cards: readonly StoryCard[] }) => {
  const contents = cards.map(({ content }) => content)
  const points = contents.flatMap((content) =>
    (content.kind === 'chart' && content.measure !== 'tone') ||
    (content.kind === 'section' && content.section === 'volume')
      ? [content.points]
      : [],
  )
  const chart = points.find(({ length }) => length > 1)
  if (chart)
    return <Sparkline values={toSeries(chart).steps.map(({ value }) => value)} label="" width={240} height={72} />
  const number = contents.find((content) => content.kind === 'number' && content.value !== null)
  if (number?.kind === 'number' && number.value !== null)
    return (
      <>
        <b className={classes.figure}>{numberWords[number.measure].format(number.value)}</b>
        <span>{numberWords[number.measure].noun}</span>
      </>
    )
  const words = contents.find(({ kind }) => kind === 'quote' || kind === 'text')
  if (words?.kind === 'quote') return <p className={classes.glance}>“{words.text}”</p>
  if (words?.kind === 'text' && words.text.trim() !== '')
    return <p className={classes.glance}>{toPlainLines(words.text)}</p>
  return <IconPresentation size={26} stroke={1.4} />
}

/** Markdown as it reads at a glance: a line for each line that has words, a dot before what is listed. */
const toPlainLines = (markdown: string): string =>
  markdown
    .replaceAll(/^\s*(?:[-*+]|\d+\.)\s+/gm, '• ')
    .replaceAll(/[#*_`>]/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
