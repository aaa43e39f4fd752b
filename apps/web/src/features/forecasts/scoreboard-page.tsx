import { Box, Skeleton, Stack } from '@mantine/core'
import { IconTargetArrow } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatPlural } from '../../lib/format.ts'
import { LinkButton } from '../../lib/link-button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorView } from '../../ui/error-view.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { scoreboardOptions } from './forecasts.queries.ts'
import { IssuedForecasts } from './issued-forecasts.tsx'
import { ScoreTable } from './score-table.tsx'
import textStyles from '../../ui/text-styles.module.css'

/** How the forecasts that were shown have done, for everybody to check. */
export const ScoreboardPage = () => {
  const { data, error, refetch } = useQuery(scoreboardOptions(useClient()))
  return (
    <Page>
      <title>Scoreboard · Auspex</title>
      <div>
        <h1>Scoreboard</h1>
        <p className={textStyles.lead}>
          Every forecast shown in a report is stored that day, never changed, and scored once its days have passed.
        </p>
      </div>
      {data === undefined ? (
        error ? (
          <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={24} role="group" aria-busy="true" aria-label="Loading the scoreboard">
            <Skeleton height={220} radius="md" />
            <Skeleton height={320} radius="md" />
          </Stack>
        )
      ) : data.issued === 0 ? (
        <EmptyState
          icon={<IconTargetArrow size={22} aria-hidden />}
          title="No forecasts yet"
          text="Open the forecast of a signal: it is stored at that moment, and its score appears here once its days have passed."
          action={<LinkButton to="/">Search a topic</LinkButton>}
        />
      ) : (
        <>
          <Section
            title="By model"
            hint={`${formatPlural(data.issued, 'forecast')} stored, ${data.scored === 0 ? 'none scored yet: the library has not reached their days, so only what the backtest promised is known' : `${formatPlural(data.scored, 'forecast')} scored`}.`}
          >
            <ScoreTable items={data.items} />
            <Box component="p" className={textStyles.note} mt={12} maw="100ch">
              Promised is what the backtest said when the forecasts were stored; naive repeats the last week on the same
              days. Bands show the share of days inside with its 95 % interval. {data.method} {data.note}
            </Box>
          </Section>
          <IssuedForecasts />
        </>
      )}
    </Page>
  )
}
