import { Box, Flex } from '@mantine/core'
import { Sparkline } from './sparkline.tsx'
import { OutsideLink } from './outside-link.tsx'
import classes from './components.module.css'
import textStyles from './text-styles.module.css'
import surfaces from './surfaces.module.css'

interface MeasuredRowProps {
  title: string
  /** Other names of the same, beside the title. */
  terms?: readonly string[]
  caption: string
  values: readonly (number | null)[]
  /** The accessible description of the sparkline. */
  valuesLabel: string
  /** The measured value and its interval, formatted. */
  value: string
  interval: string
  /** Whether the value is more than chance. */
  isSure: boolean
}

/** One measurement in a row: its name, its last days, and the value with its interval. The caller adds links. */
export const MeasuredRow = ({
  title,
  terms = [],
  caption,
  values,
  valuesLabel,
  value,
  interval,
  isSure,
}: MeasuredRowProps) => (
  <span className={`${surfaces.row} ${classes.row}`}>
    <Flex component="span" className={classes.words} direction="column" gap={2} miw={0}>
      <span className={textStyles.breakable}>
        <span className={textStyles.strong}>{title}</span>{' '}
        {terms.length > 0 && <span className={textStyles.note}>with {terms.join(', ')}</span>}
      </span>
      <span className={`${textStyles.note} ${textStyles.tabular} ${textStyles.pretty}`}>{caption}</span>
    </Flex>
    <Sparkline values={values} label={valuesLabel} />
    <Flex
      component="span"
      className={`${textStyles.nowrap} ${classes.measured}`}
      direction="column"
      gap={2}
      align="flex-end"
    >
      <span className={textStyles.figure} data-sure={isSure}>
        {value}
      </span>
      <span className={`${textStyles.note} ${textStyles.tabular}`}>{interval}</span>
    </Flex>
  </span>
)

interface DrivingHeadlineProps {
  title: string
  /** The address of its document; null if not known. */
  url: string | null
  /** Publisher and date. */
  caption: string
}

/** The headlines that explain a growth, each of which opens its document. They are beside the entry of a list and are their own tab stops. */
export const DrivingHeadlines = ({ headlines }: { headlines: readonly DrivingHeadlineProps[] }) =>
  headlines.length > 0 && (
    <Box mb={6}>
      {headlines.map((headline) => (
        <DrivingHeadline key={headline.title} {...headline} />
      ))}
    </Box>
  )

const DrivingHeadline = ({ title, url, caption }: DrivingHeadlineProps) => {
  const words = (
    <>
      <span className={classes.title}>“{title}”</span> <span className={classes.outlet}>{caption}</span>
    </>
  )
  return (
    <OutsideLink
      className={classes.headline}
      href={url}
      otherwise={<span className={classes.headline}>{words}</span>}
      data-beside
    >
      {words}
    </OutsideLink>
  )
}
