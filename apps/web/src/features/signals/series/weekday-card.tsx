import { Box, Flex } from '@mantine/core'
import type { WeekdayProfile } from '@auspex/sdk'
import { formatTimes, formatPlural } from '../../../lib/numbers/format.ts'
import { weekdayNames } from '../../../lib/time/dates.ts'
import { Card } from '../../../ui/page.tsx'
import classes from '../sections.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Which weekdays differ from a usual day; consistent with what the chart marks as different. */
const describeDifferent = (weekdays: WeekdayProfile['weekdays']): string => {
  const different = weekdays.filter(({ low, high }) => low > 1 || high < 1)
  if (different.length === 0) return 'No weekday stands out more than chance allows, and'
  const days = new Intl.ListFormat('en').format(different.map(({ weekday }) => weekdayNames[weekday - 1] ?? ''))
  return `${days} ${different.length === 1 ? 'differs' : 'differ'} from a usual day, but`
}

/** Each weekday relative to a usual day, with its interval, and whether the week repeats at all. */
export const WeekdayCard = ({ profile }: { profile: WeekdayProfile }) => {
  const { weekdays, repeats, weeks, reason } = profile
  const top = Math.max(1, ...weekdays.map(({ high }) => Math.min(high, 3)))
  return (
    <Card>
      <Box component="h3" mb={12}>
        Days of the week
      </Box>
      {weekdays.length === 0 ? (
        <Box component="p" className={textStyles.note} mt={12}>
          {reason}
        </Box>
      ) : (
        <>
          <ul className={classes.days}>
            {weekdays.map(({ weekday, level, low, high }) => (
              <Flex
                key={weekday}
                component="li"
                className={textStyles.tabular}
                direction="column"
                gap={2}
                align="center"
                miw={0}
              >
                <span className={classes.weekdayTrack} aria-hidden>
                  <span className={classes.usual} style={{ bottom: `${100 / top}%` }} />
                  <span className={classes.weekdayBar} style={{ height: `${(100 * Math.min(level, top)) / top}%` }} />
                  <span
                    className={classes.interval}
                    style={{ bottom: `${(100 * low) / top}%`, height: `${(100 * (Math.min(high, top) - low)) / top}%` }}
                  />
                </span>
                <span className={`${textStyles.detail} ${classes.name}`}>
                  <abbr title={weekdayNames[weekday - 1]}>{weekdayNames[weekday - 1]?.slice(0, 3)}</abbr>
                </span>
                <b className={classes.level}>×{formatTimes(level)}</b>
                <span className={`${textStyles.small} ${classes.bounds}`}>
                  {formatTimes(low)} to {formatTimes(high)}
                </span>
              </Flex>
            ))}
          </ul>
          <Box component="p" className={textStyles.note} mt={12}>
            {repeats
              ? `The same weekly pattern repeats over ${formatPlural(weeks, 'week')}, so changes are measured without it.`
              : `${describeDifferent(weekdays)} the pattern does not repeat over ${formatPlural(weeks, 'week')}, so it is not taken into account.`}{' '}
            ×1.0 is a usual day; lines are 95% intervals.
          </Box>
        </>
      )}
    </Card>
  )
}
