import type { SignalNumber } from '@auspex/sdk'
import { Box, Skeleton, Stack, ActionIcon, Popover } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconZoomQuestion } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { toEvidence } from '../evidence.ts'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatCount, formatPlural } from '../../../lib/numbers/format.ts'
import { formatInstant } from '../../../lib/time/format.ts'
import { useSourceNames } from '../../../lib/words/source-names.ts'
import { EvidenceLink } from '../evidence-link.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { signalNumberOptions } from '../signals.queries.ts'
import { useFigureSignal, useScope } from '../scope.ts'
import classes from '../sections.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import surfaces from '../../../ui/surfaces.module.css'

const basisWords: Record<SignalNumber['basis'], string> = {
  exact: 'Every matching document was read.',
  sample: 'A sample of the matching documents was read, and its counts scaled up.',
  library: 'It is about the library or a source, not about the matching documents.',
}

/** The provenance of one number. */
export const NumberOrigin = ({ signalId, pointer }: { signalId: string; pointer: string }) => {
  const client = useClient()
  const { data, error, refetch } = useQuery(signalNumberOptions(client, signalId, pointer))
  if (data) return <Origin number={data} />
  if (error) return <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
  return (
    <div role="group" aria-busy="true" aria-label="Loading the explanation">
      <Skeleton height={16} width="60%" radius="sm" />
      <Skeleton height={56} mt={10} radius="sm" />
      <Skeleton height={14} mt={10} width="80%" radius="sm" />
    </div>
  )
}

const Origin = ({ number }: { number: SignalNumber }) => {
  const { formula, low, high, n, documents, runs, sources } = number
  const nameSource = useSourceNames()
  return (
    <Stack className={textStyles.breakable} gap={8}>
      <p className={textStyles.quiet}>{number.label}</p>
      <Box component="p" className={`${textStyles.figure} ${classes.value}`}>
        {write(number.number)}
        {low !== null && high !== null && (
          <Box component="span" className={textStyles.caption} ml={8} fw={450} lts={0} title="95% interval">
            {write(low)} to {write(high)}
          </Box>
        )}
      </Box>
      <p className={textStyles.soft}>
        <strong>{formula.name}.</strong> {formula.text}
      </p>
      {formula.reference && <p className={textStyles.fine}>{formula.reference}</p>}
      {documents !== null && documents > 0 && (
        <p className={`${textStyles.link} ${textStyles.strong}`}>
          <EvidenceLink filter={toEvidence(number.evidence)} label={`${nameDocuments(documents)}: ${number.label}`}>
            Open {nameDocuments(documents)}
          </EvidenceLink>
        </p>
      )}
      <dl className={classes.facts}>
        <dt>Query</dt>
        <dd>
          <code>{number.query.canonical}</code>
        </dd>
        <dt>Read</dt>
        <dd>
          {basisWords[number.basis]}
          {n !== null && ` n = ${formatCount(n)}`}
        </dd>
        <dt>Sources</dt>
        <dd>
          {sources.length === 0
            ? 'The library holds nothing of the measured sources.'
            : sources.map(({ label, total }) => `${label}, ${formatPlural(total, 'document')}`).join('; ')}
        </dd>
        <dt>Source runs</dt>
        <dd>
          {runs.length === 0
            ? 'No source was queried; the library answered.'
            : runs.map(({ source, status }) => `${nameSource(source)}: ${status.replaceAll('_', ' ')}`).join('; ')}
        </dd>
        <dt>Measured</dt>
        <dd>
          {formatInstant(number.computedAt)}, library revision {formatCount(number.libraryRevision)}
        </dd>
      </dl>
    </Stack>
  )
}

/** Unrounded up to four decimals: readers come here to verify. */
const write = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 4 })

const nameDocuments = (count: number): string =>
  count === 1 ? 'the document' : `the ${formatPlural(count, 'document')} behind it`

interface HowCountedProps {
  /** A JSON pointer to the number in the report. */
  pointer: string
  /** The accessible name of the explained number: "the number of documents". */
  name: string
}

/** Opens the provenance of a number: formula, interval, query, documents and source runs. Fetched only when it is opened. */
export const HowCounted = ({ pointer, name }: HowCountedProps) => {
  const params = useParams({ strict: false })
  const figureSignal = useFigureSignal()
  const signalId = useScope()?.signalId ?? figureSignal ?? params.signalId ?? ''
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      // the content is larger than its skeleton, and may fit only on the other side
      preventPositionChangeWhenVisible={false}
      width={360}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <ActionIcon
          size="sm"
          className={classes.button}
          aria-label={`Explain ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          <IconZoomQuestion size={16} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={`${surfaces.popover} ${classes.dropdown}`} aria-label={`Explain ${name}`}>
        {/* Holds the focus while the content loads: nothing in it can be focused yet. */}
        <div className={classes.body} tabIndex={-1} data-autofocus>
          {isOpen && <NumberOrigin signalId={signalId} pointer={pointer} />}
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
