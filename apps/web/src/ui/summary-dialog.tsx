import { Modal, Skeleton } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { Markdown } from './markdown/markdown.tsx'
import { SmallFailure } from './error-view.tsx'
import textStyles from './text-styles.module.css'

interface SummaryDialogProps {
  read: Pick<
    UseQueryResult<{ readonly summary: string; readonly method: 'extractive' | 'model' }>,
    'data' | 'error' | 'refetch'
  >
  /** Describes why it could not be loaded, as a sentence. */
  toFailureMessage: (error: Error) => string
  /** Shown if there is nothing to summarize. */
  empty: string
  onClose: () => void
}

/** An extractive summary: a few sentences of the text itself. */
export const SummaryDialog = ({
  read: { data, error, refetch },
  toFailureMessage,
  empty,
  onClose,
}: SummaryDialogProps) => (
  <Modal opened radius="lg" onClose={onClose} size={640} title="Summary" closeButtonProps={{ 'aria-label': 'Close' }}>
    {data ? (
      data.summary === '' ? (
        <p className={textStyles.soft}>{empty}</p>
      ) : (
        <>
          <Markdown text={data.summary} />
          <p className={textStyles.note}>
            {data.method === 'extractive'
              ? 'Its key sentences, word for word.'
              : 'Written by the language model of this server.'}
          </p>
        </>
      )
    ) : error ? (
      <SmallFailure words={toFailureMessage(error)} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height={96} radius="md" aria-label="Loading the summary" />
    )}
  </Modal>
)
