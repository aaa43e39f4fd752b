import type { ZeusReport } from '@auspex/sdk'
import { Modal, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { Markdown } from '../../../ui/markdown/markdown.tsx'
import { SmallFailure } from '../../../ui/small-failure.tsx'
import { summaryOptions } from '../reports.queries.ts'
import textStyles from '../../../ui/text-styles.module.css'

/** The saved report in a few of its own sentences. */
export const ReportSummary = ({ report, onClose }: { report: ZeusReport; onClose: () => void }) => {
  const { data, error, refetch } = useQuery(summaryOptions(useClient(), report.id))
  return (
    <Modal opened radius="lg" onClose={onClose} size={640} title="Summary" closeButtonProps={{ 'aria-label': 'Close' }}>
      {data ? (
        data.summary === '' ? (
          <p className={textStyles.soft}>The report has no sentences yet to make a summary of.</p>
        ) : (
          <>
            <Markdown text={data.summary} />
            <p className={textStyles.note}>
              {data.method === 'extractive'
                ? 'Its own sentences, word for word, chosen by how much of the whole each says.'
                : 'Written by the language model of this server.'}
            </p>
          </>
        )
      ) : error ? (
        <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={96} radius="md" aria-label="Loading the summary" />
      )}
    </Modal>
  )
}
