import { restoreZeusReportVersion, type ZeusReport, type ZeusReportVersion } from '@auspex/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { formatCount } from '../../../lib/numbers/format.ts'
import { formatInstant, formatSince } from '../../../lib/time/format.ts'
import { useNow } from '../../../lib/time/use-now.ts'
import { VersionHistory, VersionPreview } from '../../../ui/version-history.tsx'
import { ReportText } from '../report-text.tsx'
import { versionOptions, versionsOptions } from '../reports.queries.ts'
import textStyles from '../../../ui/text-styles.module.css'

interface ReportHistoryProps {
  report: ZeusReport
  /** Adopts the report after a version was restored. */
  onTake: (report: ZeusReport) => void
  onClose: () => void
}

/** The saved versions and their times; each can be viewed and restored. */
export const ReportHistory = ({ report, onTake, onClose }: ReportHistoryProps) => {
  const client = useClient()
  const tell = useTell()
  const { data, error, refetch } = useQuery(versionsOptions(client, report.id))
  const restoreTo = async (revision: number) =>
    onTake(await restoreZeusReportVersion(report.id, { revision }, { client }))
  const restore = useMutation({ mutationFn: restoreTo })
  const restoreVersion = (version: ZeusReportVersion) => {
    const before = report.revision
    restore.mutate(version.revision, {
      onSuccess: () => {
        onClose()
        tell(`The version of ${formatInstant(version.changedAt)} was restored.`, [
          {
            label: 'Undo',
            run: () => void restoreTo(before).catch((cause: unknown) => tell(`${describeFailure(cause).message}.`)),
          },
        ])
      },
    })
  }
  return (
    <VersionHistory
      versions={data?.items}
      failure={error && describeFailure(error).message}
      onRetry={() => void refetch()}
      revision={report.revision}
      renderVersion={(version, isCurrent) => <ReportVersion version={version} isCurrent={isCurrent} />}
      renderPreview={({ revision }) => <ReportPreview key={revision} reportId={report.id} revision={revision} />}
      onRestore={restoreVersion}
      isRestoring={restore.isPending}
      restoreFailure={restore.error && `${describeFailure(restore.error).message}.`}
      onClose={onClose}
    />
  )
}

const changeWords: Record<ZeusReportVersion['change'], string> = {
  create: 'First saved',
  update: 'Changed',
  restore: 'Restored',
}

const ReportVersion = ({ version, isCurrent }: { version: ZeusReportVersion; isCurrent: boolean }) => {
  const { change, restoredFrom, changedAt, characters } = version
  return (
    <>
      <span className={`${textStyles.text} ${textStyles.strong}`}>
        {changeWords[change]}
        {restoredFrom !== null && ` from version ${restoredFrom}`}
        {isCurrent && ' · now'}
      </span>
      <span className={textStyles.caption} title={formatInstant(changedAt)}>
        {formatSince(changedAt, useNow())} · {formatCount(characters)} characters
      </span>
    </>
  )
}

/** The report after a change. */
const ReportPreview = ({ reportId, revision }: { reportId: string; revision: number }) => {
  const { data, error, refetch } = useQuery(versionOptions(useClient(), reportId, revision))
  return (
    <VersionPreview
      label="The report as it was"
      content={
        data && (
          <>
            <h3>{data.report.title}</h3>
            <ReportText text={data.report.contents} topLevel={4} />
          </>
        )
      }
      failure={error && describeFailure(error).message}
      onRetry={() => void refetch()}
    />
  )
}
