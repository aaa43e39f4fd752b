import { Box, Skeleton } from '@mantine/core'
import type { MailDelivery } from '@auspex/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { describeFailure } from '../../lib/api/failure.ts'
import { formatCount, formatInstant, formatPlural, formatSince } from '../../lib/numbers/format.ts'
import { useNow } from '../../lib/time/use-now.ts'
import { SmallFailure } from '../../ui/error-view.tsx'
import { Pager } from '../../ui/pager.tsx'
import { mailDeliveriesOptions } from './notifications.queries.ts'
import classes from './notifications.module.css'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'

const sizes = [10, 50]

const stateWords = {
  waiting: { words: 'Waiting', state: 'lacking' },
  delivered: { words: 'Delivered', state: 'good' },
  failed: { words: 'Not delivered', state: 'failed' },
  unconfirmed: { words: 'Unconfirmed', state: 'lacking' },
} as const

/** The emails to the signed-in person, and why some did not arrive. */
export const MailDeliveries = () => {
  const [{ page, perPage }, setPage] = useState({ page: 1, perPage: 10 })
  const { data, error, refetch } = useQuery(mailDeliveriesOptions(useClient(), page, perPage))
  const now = useNow()
  if (data === undefined)
    return (
      <Box mt={16}>
        {error ? (
          <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
        ) : (
          <div role="group" aria-busy="true" aria-label="Loading sent emails">
            <Skeleton height={120} radius="md" />
          </div>
        )}
      </Box>
    )
  if (data.items.length === 0)
    return (
      <Box component="p" className={textStyles.note} mt={16}>
        Nothing has been emailed to you in the last 90 days. Tests are not listed.
      </Box>
    )
  return (
    <Box mt={16}>
      <ul className={surfaces.lines} aria-label="Sent emails">
        {data.items.map((mail) => (
          <Mail key={mail.id} mail={mail} now={now} />
        ))}
      </ul>
      <Pager
        page={page}
        perPage={perPage}
        total={data.page.total}
        sizes={sizes}
        format={formatCount}
        onPage={(next) => setPage({ page: next, perPage })}
        onSize={(size) => setPage({ page: 1, perPage: size })}
      />
    </Box>
  )
}

const Mail = ({
  mail: { title, state, tries, reason, createdAt, nextAt },
  now,
}: {
  mail: MailDelivery
  now: number
}) => {
  const { words, state: shade } = stateWords[state]
  return (
    <li className={classes.mail}>
      <span className={textStyles.breakable}>{title}</span>
      <span className={`${textStyles.caption} ${textStyles.nowrap}`}>
        <span className={textStyles.state} data-state={shade}>
          {words}
        </span>
        {' · '}
        <time dateTime={createdAt} title={formatInstant(createdAt)}>
          {formatSince(createdAt, now)}
        </time>
      </span>
      {(reason !== null || (state === 'waiting' && tries > 0)) && (
        <p className={`${textStyles.caption} ${textStyles.breakable}`}>
          {[
            reason,
            state === 'waiting' && nextAt !== null && tries > 0
              ? `${formatPlural(tries, 'attempt')} so far, the next one at ${formatInstant(nextAt)}.`
              : null,
          ]
            .filter(Boolean)
            .join(' ')}
        </p>
      )}
    </li>
  )
}
