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
import { useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { LinkButton } from '../../../lib/links/link-button.tsx'
import { formatCount, formatDay, formatPlural, formatShare, formatShareInterval } from '../../../lib/numbers/format.ts'
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
export const QueryCheckDialog = ({ report, onClose }: { report: SignalReport; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(queryCheckOptions(useClient(), report.signalId))
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      title="How good is this query?"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data ? (
        data.check ? (
          <Check key={data.check.drawnAt} check={data.check} report={report} />
        ) : (
          <Start signalId={report.signalId} others={data.others} onClose={onClose} />
        )
      ) : error ? (
        <ErrorView {...describeFailure(error)} onRetry={() => void refetch()} />
      ) : (
        <Stack gap={12} role="group" aria-busy="true" aria-label="Loading the labels">
          <Skeleton height={24} width="60%" />
          <Skeleton height={160} />
        </Stack>
      )}
    </Modal>
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

/** Labels documents one after another by buttons or keys. */
const Check = ({ check, report }: { check: QueryCheck; report: SignalReport }) => {
  const { documents, quality } = check
  const client = useClient()
  const [index, setIndex] = useState(() => Math.max(0, nextUnlabelled(documents, -1)))
  const [history, setHistory] = useState<readonly { index: number; label: DocumentLabel | null }[]>([])
  const label = useLabel(client, check.signalId)
  const current = documents[index]
  const labelled = documents.filter((document) => document.label !== null).length
  const move = (by: number) => setIndex((now) => Math.min(documents.length - 1, Math.max(0, now + by)))
  const choose = (value: DocumentLabel) => {
    if (current === undefined) return
    setHistory((before) => [...before, { index, label: current.label }])
    label.mutate({ documentId: current.document.id, label: value })
    setIndex(nextUnlabelled(documents, index))
  }
  const undo = () => {
    const last = history.at(-1)
    const document = last && documents[last.index]
    if (document === undefined) return
    setHistory((before) => before.slice(0, -1))
    label.mutate({ documentId: document.document.id, label: last?.label ?? null })
    setIndex(last?.index ?? 0)
  }
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
      {current && <DocumentToLabel checked={current} topic={check.drawnFor} />}
      <Group gap="xs" justify="space-between">
        <Group gap="xs" role="group" aria-label={`Is it about ${check.drawnFor}?`}>
          <LabelButton value="about" chosen={current?.label} onChoose={choose} keyName="Y">
            About it
          </LabelButton>
          <LabelButton value="not" chosen={current?.label} onChoose={choose} keyName="N">
            Not about it
          </LabelButton>
          <LabelButton value="unsure" chosen={current?.label} onChoose={choose} keyName="U">
            Unsure
          </LabelButton>
        </Group>
        <Group gap={4}>
          <Button
            variant="subtle"
            color="gray"
            onClick={() => move(-1)}
            rightSection={
              <Kbd size="xs" visibleFrom="sm">
                K
              </Kbd>
            }
          >
            Previous
          </Button>
          <Button
            variant="subtle"
            color="gray"
            onClick={() => move(1)}
            rightSection={
              <Kbd size="xs" visibleFrom="sm">
                J
              </Kbd>
            }
          >
            Next
          </Button>
          <Button
            variant="subtle"
            color="gray"
            disabled={history.length === 0}
            onClick={undo}
            rightSection={
              <Kbd size="xs" visibleFrom="sm">
                Z
              </Kbd>
            }
          >
            Undo
          </Button>
        </Group>
      </Group>
      <Failure failure={label.error && describeFailure(label.error)} />
      <Figures check={check} />
      <Suggestions report={report} labels={quality.about + quality.not} />
      <DrawAgain check={check} documents={report.counts.sampled ? null : report.counts.documents} />
    </Stack>
  )
}

interface LabelButtonProps {
  value: DocumentLabel
  chosen: DocumentLabel | null | undefined
  onChoose: (value: DocumentLabel) => void
  keyName: string
  children: string
}

const LabelButton = ({ value, chosen, onChoose, keyName, children }: LabelButtonProps) => (
  <Button
    variant={chosen === value ? 'filled' : 'default'}
    aria-pressed={chosen === value}
    onClick={() => onChoose(value)}
    rightSection={
      <Kbd size="xs" visibleFrom="sm">
        {keyName}
      </Kbd>
    }
  >
    {children}
  </Button>
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
const Figures = ({ check: { quality, matches, others, widerTerms } }: { check: QueryCheck }) => (
  <Stack component="section" gap={6} aria-label="What the labels say">
    <p className={textStyles.text}>
      {quality.precision === null ? (
        `Label a few documents to see which share of the ${formatPlural(matches, 'match', 'matches')} is about the topic.`
      ) : (
        <>
          <ShareText share={quality.precision} /> of the {formatPlural(matches, 'match', 'matches')} are about the
          topic.{' '}
          <Why
            label="How is this known?"
            text="The matches you label were drawn at random, so they stand for all of them. The range is a 95% interval, after Clopper and Pearson."
          />
        </>
      )}
    </p>
    <p className={textStyles.text}>
      {others === 0 ? (
        'No wider query was found, so nothing is known of what this query misses.'
      ) : quality.recall === null ? (
        `Some of the documents are from ${formatPlural(others, 'other')} with words such as ${widerTerms.slice(0, 4).join(', ')}: they show what this query misses.`
      ) : (
        <>
          The query finds <ShareText share={quality.recall} /> of the documents about the topic among its own matches
          and {formatPlural(others, 'other')} with words such as {widerTerms.slice(0, 4).join(', ')}.{' '}
          <Why
            label="How is this known?"
            text="Documents outside of the wider query are not counted, so the true share can be lower. The range is a 95% interval, after Fay and others (2015)."
          />
        </>
      )}
    </p>
  </Stack>
)

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
  return (
    <Stack component="section" gap={8} aria-label="Suggestions">
      {!isRequested || isFetching ? (
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
      ) : error ? (
        <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <p className={textStyles.note}>No word sets the documents you want apart from the others.</p>
      ) : (
        <>
          {data?.items.map((item) => (
            <Suggestion key={`${item.kind} ${item.term}`} item={item} report={report} />
          ))}
          <p className={textStyles.caption}>
            Your labels suggested these words, so they flatter them. Use one, then label the documents that it adds.
          </p>
        </>
      )}
    </Stack>
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
