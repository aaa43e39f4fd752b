import type {
  CheckedDocument,
  DocumentLabel,
  QualityShare,
  QueryCheck,
  QueryCheckState,
  QuerySuggestion,
  SignalReport,
} from '@auspex/sdk'
import { Anchor, Box, Button, Group, Kbd, Modal, Progress, Skeleton, Stack } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { formatCount, formatPlural, formatShare, formatShareInterval } from '../../../lib/numbers/format.ts'
import { formatDay } from '../../../lib/time/format.ts'
import { ErrorView, SmallFailure } from '../../../ui/error-view.tsx'
import { CancelButton, Failure } from '../../../ui/form-actions.tsx'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { HighlightedText, Why } from '../../../ui/values.tsx'
import { headingOf } from '../documents/document-words.ts'
import { toSearch } from '../question/use-ask.ts'
import { queryCheckOptions, querySuggestionsOptions, useLabel, useStartCheck } from '../signals.queries.ts'

/** Shows how good the query of a report is, from documents that the reader labels. */
export const QueryCheckDialog = (props: QueryCheckDialogProps) => (
  <Modal
    opened
    onClose={props.onClose}
    size="xl"
    title="How good is this query?"
    closeButtonProps={{ 'aria-label': 'Close' }}
  >
    <CheckOrStart {...props} />
  </Modal>
)

interface QueryCheckDialogProps {
  report: SignalReport
  onClose: () => void
}

const CheckOrStart = ({ report, onClose }: QueryCheckDialogProps) => {
  const { data, error, refetch } = useQuery(queryCheckOptions(useClient(), report.signalId))
  if (data?.check) return <Check key={data.check.drawnAt} check={data.check} report={report} />
  if (data) return <Start signalId={report.signalId} others={data.others} onClose={onClose} />
  if (error) return <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
  return (
    <Stack gap={12} role="group" aria-busy="true" aria-label="Loading the labels">
      <Skeleton height={24} width="60%" />
      <Skeleton height={160} />
    </Stack>
  )
}

interface StartProps {
  signalId: string
  others: QueryCheckState['others']
  onClose: () => void
}

/** What a check is, and how to begin. */
const Start = ({ signalId, others, onClose }: StartProps) => {
  const start = useStartCheck(useClient(), signalId)
  const source = start.isPending ? (start.variables ?? null) : undefined
  return (
    <Stack gap={14}>
      <p className={textStyles.text}>
        Read up to 50 documents and say whether each is about your topic. Then you know which share of the matches is
        about it, and which share of the documents about it your query finds, compared with a wider one.
      </p>
      <p className={textStyles.text}>
        Half of the documents are drawn at random from the matches. The others are drawn from a wider query. Only you
        see your labels.
      </p>
      <Failure failure={start.error && describeFailure(start.error)} />
      <Group gap="xs">
        <Button onClick={() => start.mutate(null)} loading={source === null} data-autofocus>
          Draw documents
        </Button>
        {others.map((other) => (
          <Button
            key={other.signalId}
            variant="default"
            loading={source === other.signalId}
            onClick={() => start.mutate(other.signalId)}
          >
            Use your {formatPlural(other.labels, 'label')} of “{other.title}”
          </Button>
        ))}
        <CancelButton onClick={onClose} />
      </Group>
    </Stack>
  )
}

/** The next document without a label after an index, from the start again at the end; the same index when all have one. */
const nextUnlabelled = (documents: readonly CheckedDocument[], index: number): number => {
  const order = documents.map((_, step) => (index + 1 + step) % documents.length)
  return order.find((candidate) => candidate !== index && documents[candidate]?.label === null) ?? index
}

/** The document that is shown, and what the reader can do with it: label it, step to another, undo the last label. */
const useLabelling = ({ documents, signalId }: QueryCheck) => {
  const [index, setIndex] = useState(() => Math.max(0, nextUnlabelled(documents, -1)))
  const [history, setHistory] = useState<readonly { index: number; label: DocumentLabel | null }[]>([])
  const { mutate, error } = useLabel(useClient(), signalId)
  const current = documents[index]
  return {
    current,
    error,
    canUndo: history.length > 0,
    move: (by: number) => setIndex((now) => Math.min(documents.length - 1, Math.max(0, now + by))),
    choose: (label: DocumentLabel) => {
      if (current === undefined) return
      setHistory((before) => [...before, { index, label: current.label }])
      mutate({ documentId: current.document.id, label })
      setIndex(nextUnlabelled(documents, index))
    },
    undo: () => {
      const last = history.at(-1)
      const labelled = documents[last?.index ?? -1]
      if (last === undefined || labelled === undefined) return
      setHistory((before) => before.slice(0, -1))
      mutate({ documentId: labelled.document.id, label: last.label })
      setIndex(last.index)
    },
  }
}

/** Labels documents one after another by buttons or keys. */
const Check = ({ check, report }: { check: QueryCheck; report: SignalReport }) => {
  const { documents, quality, drawnFor } = check
  const { current, error, canUndo, move, choose, undo } = useLabelling(check)
  const labelled = documents.filter((document) => document.label !== null).length
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
    ['y', () => choose('about')],
    ['n', () => choose('not')],
    ['u', () => choose('unsure')],
    ['z', undo],
  ])
  return (
    <Stack gap={16}>
      <Stack gap={6}>
        <Progress value={(100 * labelled) / Math.max(1, documents.length)} aria-label="Labelled documents" />
        <p className={textStyles.caption} role="status">
          {labelled === documents.length
            ? `All ${formatPlural(documents.length, 'document')} are labelled.`
            : `${formatCount(labelled)} of ${formatPlural(documents.length, 'document')} labelled. You can stop at any time: fewer labels only make the ranges wider.`}
        </p>
      </Stack>
      {current && <DocumentToLabel checked={current} topic={drawnFor} />}
      <Group gap="xs" justify="space-between">
        <Group gap="xs" role="group" aria-label={`Is it about ${drawnFor}?`}>
          {labelChoices.map(({ label, key, text }) => (
            <KeyButton
              key={label}
              keyName={key}
              variant={current?.label === label ? 'filled' : 'default'}
              aria-pressed={current?.label === label}
              onClick={() => choose(label)}
            >
              {text}
            </KeyButton>
          ))}
        </Group>
        <Group gap={4}>
          <KeyButton keyName="K" variant="subtle" color="gray" onClick={() => move(-1)}>
            Previous
          </KeyButton>
          <KeyButton keyName="J" variant="subtle" color="gray" onClick={() => move(1)}>
            Next
          </KeyButton>
          <KeyButton keyName="Z" variant="subtle" color="gray" disabled={!canUndo} onClick={undo}>
            Undo
          </KeyButton>
        </Group>
      </Group>
      <Failure failure={error && describeFailure(error)} />
      <Figures check={check} />
      <Suggestions report={report} labels={quality.about + quality.not} />
      <DrawAgain check={check} documents={report.counts.sampled ? null : report.counts.documents} />
    </Stack>
  )
}

const labelChoices: readonly { label: DocumentLabel; key: string; text: string }[] = [
  { label: 'about', key: 'Y', text: 'About it' },
  { label: 'not', key: 'N', text: 'Not about it' },
  { label: 'unsure', key: 'U', text: 'Unsure' },
]

type KeyButtonProps = ComponentProps<typeof Button<'button'>> & { keyName: string }

/** A button with the key that does the same. */
const KeyButton = ({ keyName, ...buttonProps }: KeyButtonProps) => (
  <Button
    {...buttonProps}
    rightSection={
      <Kbd size="xs" visibleFrom="sm">
        {keyName}
      </Kbd>
    }
  />
)

const DocumentToLabel = ({ checked: { document }, topic }: { checked: CheckedDocument; topic: string }) => (
  <Box component="article" className={surfaces.panel} p={16} mih={170} aria-label={`Document to judge: ${topic}`}>
    <h3 className={textStyles.rowTitle}>
      <HighlightedText {...headingOf(document)} />
    </h3>
    <p className={textStyles.caption}>
      {document.outlet}, {formatDay(document.publishedAt)}
    </p>
    <Box component="p" className={textStyles.text} mt={8} lang={document.language ?? undefined}>
      {document.snippet === null ? (
        'The source provided a title but no text.'
      ) : (
        <HighlightedText text={document.snippet} ranges={document.highlights.snippet} />
      )}
    </Box>
    <OutsideLink href={document.url} otherwise={null} className={textStyles.link}>
      Read it at {document.outlet}
    </OutsideLink>
  </Box>
)

/** Precision and recall with their intervals, and what they are shares of. */
const Figures = ({ check }: { check: QueryCheck }) => (
  <Stack component="section" gap={6} aria-label="What the labels say">
    <p className={textStyles.text}>
      <Precision {...check} />
    </p>
    <p className={textStyles.text}>
      <Recall {...check} />
    </p>
  </Stack>
)

const Precision = ({ quality: { precision }, matches }: QueryCheck) => {
  const matchText = formatPlural(matches, 'match', 'matches')
  if (precision === null) return `Label a few documents to see which share of the ${matchText} is about the topic.`
  return (
    <>
      <ShareText share={precision} /> of the {matchText} are about the topic.{' '}
      <Why
        label="How is this known?"
        text="The matches you label were drawn at random, so they stand for all of them. The range is a 95% interval, after Clopper and Pearson."
      />
    </>
  )
}

const Recall = ({ quality: { recall }, others, widerTerms }: QueryCheck) => {
  if (others === 0) return 'No wider query was found, so nothing is known of what this query misses.'
  const wider = `${formatPlural(others, 'other')} with words such as ${widerTerms.slice(0, 4).join(', ')}`
  if (recall === null) return `Some of the documents are from ${wider}: they show what this query misses.`
  return (
    <>
      The query finds <ShareText share={recall} /> of the documents about the topic among its own matches and {wider}.{' '}
      <Why
        label="How is this known?"
        text="Documents outside of the wider query are not counted, so the true share can be lower. The range is a 95% interval, after Fay and others (2015)."
      />
    </>
  )
}

const ShareText = ({ share: { value, low, high } }: { share: QualityShare }) => (
  <>
    <strong>{formatShare(value)}</strong> ({formatShareInterval(low, high)})
  </>
)

/** With fewer labels, a word would be suggested because of one document. */
const minLabels = 10

/** Words to add or exclude; asked for by a button, because each is counted in the library. */
const Suggestions = ({ report, labels }: { report: SignalReport; labels: number }) => {
  const [requestedAt, setRequestedAt] = useState<number | null>(null)
  const isRequested = requestedAt === labels
  const { data, error, isFetching, refetch } = useQuery({
    ...querySuggestionsOptions(useClient(), report.signalId, labels),
    enabled: isRequested,
  })
  const isButtonShown = !isRequested || isFetching
  return (
    <Stack component="section" gap={8} aria-label="Suggestions">
      {isButtonShown && (
        <Group gap="sm">
          <Button
            variant="default"
            loading={isFetching}
            disabled={labels < minLabels}
            onClick={() => setRequestedAt(labels)}
          >
            Suggest words to add or exclude
          </Button>
          {labels < minLabels && (
            <span className={textStyles.caption}>Label {formatCount(minLabels - labels)} more documents first.</span>
          )}
        </Group>
      )}
      {!isButtonShown && error && (
        <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
      )}
      {!isButtonShown && !error && data && <SuggestionList items={data.items} report={report} />}
    </Stack>
  )
}

const SuggestionList = ({ items, report }: { items: readonly QuerySuggestion[]; report: SignalReport }) => {
  if (items.length === 0)
    return <p className={textStyles.note}>No word sets the documents you want apart from the others.</p>
  return (
    <>
      {items.map((item) => (
        <Suggestion key={`${item.kind} ${item.term}`} item={item} report={report} />
      ))}
      <p className={textStyles.caption}>
        Your labels suggested these words, so they flatter them. Use one, then label the documents that it adds.
      </p>
    </>
  )
}

const Suggestion = ({ item, report }: { item: QuerySuggestion; report: SignalReport }) => {
  const isAddition = item.kind === 'add'
  return (
    <Group className={surfaces.panel} p={12} justify="space-between" gap="8px 16px">
      <Box flex="1 1 240px">
        <p className={textStyles.text}>
          {isAddition ? 'Add' : 'Exclude'} <strong>{item.term}</strong>:{' '}
          {formatPlural(item.documents, `${isAddition ? 'more' : 'fewer'} document`)}
        </p>
        <p className={textStyles.caption}>
          Of those you labelled {formatCount(item.about)} as about it and {formatCount(item.not)} as not.
          {item.precision && ` ${formatShare(item.precision.value)} of the matches would be about it.`}
          {item.recall && ` It would find ${formatShare(item.recall.value)} of the documents about it.`}
        </p>
      </Box>
      <LinkButton
        to="/search"
        search={{ ...toSearch(report.query), term: item.query_term, previous: report.signalId }}
        preload={false}
        variant="default"
        aria-label={`Search with this query: ${item.query_term}`}
      >
        Search this
      </LinkButton>
    </Group>
  )
}

interface DrawAgainProps {
  check: QueryCheck
  /** Documents of the report; null when they are an estimate. */
  documents: number | null
}

/** New documents in place of these; asks first, because the labels are lost. */
const DrawAgain = ({ check: { signalId, drawnAt, matches }, documents }: DrawAgainProps) => {
  const [isAsking, setAsking] = useState(false)
  const start = useStartCheck(useClient(), signalId)
  return isAsking ? (
    <Group gap="xs" role="group" aria-label="Draw new documents">
      <span className={textStyles.caption}>Your labels of this query will be deleted.</span>
      <Button size="compact-sm" color="red" loading={start.isPending} onClick={() => start.mutate(null)}>
        Delete them and draw new documents
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={() => setAsking(false)}>
        Keep them
      </Button>
      <Failure failure={start.error && describeFailure(start.error)} />
    </Group>
  ) : (
    <p className={textStyles.caption}>
      Drawn on {formatDay(drawnAt)}
      {documents !== null &&
        documents !== matches &&
        `, when the query matched ${formatCount(matches)} and not ${formatCount(documents)} documents`}
      .{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => setAsking(true)}>
        Draw new documents
      </Anchor>
    </p>
  )
}
