import type { Claim, CounterEvidence } from '@auspex/sdk'
import { Box, Popover, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatCount, formatPlural, formatShare } from '../../../lib/numbers/format.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { useSourceNames } from '../../../lib/words/source-names.ts'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { EvidenceLink } from '../evidence-link.tsx'
import { counterEvidenceOptions } from '../signals.queries.ts'
import { useScope } from '../scope.ts'
import report from '../report.module.css'
import classes from '../sections.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

/** Whether an opposite is defined for the claim, so that asking for it is worth a click. */
const canBeDisputed = ({ formula, quote, kind }: Claim): boolean =>
  quote !== null || formula === 'tone' || (kind === 'change' && (formula === 'events' || formula === 'momentum'))

/** The claim of a sentence that something could contradict; null where nothing can. */
export const disputableClaim = (claims: readonly Claim[]): Claim | null =>
  claims.find(({ formula, evidence }) => formula === 'tone' && evidence.tone != null) ??
  claims.find(canBeDisputed) ??
  null

/** Opens what says otherwise of a sentence, which is fetched only then. */
export const WhatSaysOtherwise = ({ claim, sentence }: { claim: Claim; sentence: string }) => {
  const [isOpen, setOpen] = useState(false)
  const params = useParams({ strict: false })
  const scope = useScope()
  const signalId = params.signalId ?? ''
  // the claims of a part are those of another summary
  if (scope !== null || signalId === '') return null
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      preventPositionChangeWhenVisible={false}
      width={380}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          className={`${textStyles.caption} ${textStyles.link} ${report.otherwise}`}
          data-open={isOpen || undefined}
          onClick={() => setOpen(!isOpen)}
          aria-label={`What says otherwise: ${sentence}`}
        >
          What says otherwise
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown
        className={`${textStyles.detail} ${surfaces.popover} ${classes.dropdown}`}
        aria-label="What says otherwise"
      >
        {/* Holds the focus while the content loads: nothing in it can be focused yet. */}
        <div className={classes.body} tabIndex={-1} data-autofocus>
          {isOpen && <CounterEvidenceBody signalId={signalId} claimId={claim.id} />}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

const CounterEvidenceBody = ({ signalId, claimId }: { signalId: string; claimId: string }) => {
  const client = useClient()
  const { data, error, refetch } = useQuery(counterEvidenceOptions(client, signalId, claimId))
  if (data) return <Answer counter={data} />
  if (error) return <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
  return (
    <div role="group" aria-busy="true" aria-label="Looking for what says otherwise">
      <Skeleton height={16} width="70%" radius="sm" />
      <Skeleton height={48} mt={10} radius="sm" />
      <Skeleton height={48} mt={10} radius="sm" />
    </div>
  )
}

const stateWords: Record<CounterEvidence['state'], string> = {
  found: 'Some say otherwise',
  none: 'Nothing says otherwise',
  undefined: 'Cannot be judged',
}

const Answer = ({ counter }: { counter: CounterEvidence }) => {
  const { state, note, items, total, balance, method } = counter
  return (
    <Stack className={textStyles.breakable} gap={10}>
      <Box component="p" fw={650} c="var(--ink)">
        {stateWords[state]}
      </Box>
      <p>{note}</p>
      {items.length > 0 && (
        <Stack component="ul" gap={12}>
          {items.map(({ document, passage, reason }) => (
            <li key={document.id}>
              <EvidenceLink filter={{ ids: document.id }} label={`the document “${document.title}”`}>
                {document.title === '' ? 'A document without a title' : document.title}
              </EvidenceLink>
              <p className={textStyles.caption}>
                {document.outlet}, {formatDay(document.publishedAt.slice(0, 10))}
              </p>
              {passage !== null && passage !== document.title && <p className={textStyles.soft}>“{passage}”</p>}
              <p className={textStyles.caption}>{reason}</p>
            </li>
          ))}
        </Stack>
      )}
      {total !== null && total > items.length && (
        <p className={textStyles.caption}>
          These are the strongest {items.length} of {formatCount(total)}.
        </p>
      )}
      {balance !== null && <Balance balance={balance} />}
      <p className={textStyles.fine}>{method.text}</p>
    </Stack>
  )
}

const Balance = ({ balance }: { balance: NonNullable<CounterEvidence['balance']> }) => {
  const { agreeing, otherwise, share, low, high, outlets, kinds } = balance
  const nameSource = useSourceNames()
  return (
    <div role="group" aria-label="How one-sided the sources are">
      <Box component="p" fw={600} c="var(--ink)">
        How one-sided the sources are
      </Box>
      <p>
        {formatShare(share)} of {formatPlural(agreeing + otherwise, 'distinct text')} that take a side say the same as
        the claim (95% interval {formatShare(low)} to {formatShare(high)}).
      </p>
      <p>
        {formatPlural(outlets.agreeing, 'outlet')} with only the one side, {formatCount(outlets.otherwise)} with only
        the other, {formatCount(outlets.both)} with both.
      </p>
      {kinds.length > 1 && (
        <ul>
          {kinds.slice(0, 5).map((one) => (
            <li key={`${one.source} ${one.kind}`} className={textStyles.caption}>
              {nameSource(one.source)}, {one.kind}: {formatCount(one.agreeing)} to {formatCount(one.otherwise)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
