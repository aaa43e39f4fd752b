import { restoreZeusReportVersion, type ZeusReport, type ZeusReportVersion } from '@auspex/sdk'
import { Button, Modal, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure } from '../../../lib/api/failure.ts'
import { formatCount, formatInstant, formatSince } from '../../../lib/numbers/format.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { useNow } from '../../../lib/time/use-now.ts'
import { ReportText } from '../report-text.tsx'
import { RovingList } from '../../../ui/roving-list.tsx'
import { SmallFailure } from '../../../ui/error-view.tsx'
import { versionOptions, versionsOptions } from '../reports.queries.ts'
import classes from '../reports.module.css'
import surfaces from '../../../ui/surfaces.module.css'
import textStyles from '../../../ui/text-styles.module.css'

interface VersionHistoryProps {
  report: ZeusReport
  /** Adopts the report after a version was restored. */
  onTake: (report: ZeusReport) => void
  onClose: () => void
}

/** The saved versions and their times; each can be viewed and restored. */
export const VersionHistory = ({ report, onTake, onClose }: VersionHistoryProps) => {
  const client = useClient()
  const tell = useTell()
  const { data, error, refetch } = useQuery(versionsOptions(client, report.id))
  const [chosen, setChosen] = useState<ZeusReportVersion | null>(null)
  const shown = chosen ?? data?.items[0]
  const restoreTo = async (revision: number) =>
    onTake(await restoreZeusReportVersion(report.id, { revision }, { client }))
  const restore = useMutation({ mutationFn: restoreTo })
  const bringBack = (version: ZeusReportVersion) => {
    const before = report.revision
    restore.mutate(version.revision, {
      onSuccess: () => {
        onClose()
        tell(`The version of ${formatInstant(version.changedAt)} is back.`, [
          {
            label: 'Undo',
            run: () => void restoreTo(before).catch((cause: unknown) => tell(`${describeFailure(cause).message}.`)),
          },
        ])
      },
    })
  }
  return (
    <Modal
      opened
      radius="lg"
      onClose={onClose}
      size={1000}
      title="Version history"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {data === undefined ? (
        error ? (
          <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
        ) : (
          <Stack gap={8} role="group" aria-busy="true" aria-label="Loading the versions">
            {[0, 1, 2, 3].map((key) => (
              <Skeleton key={key} height={52} radius="md" />
            ))}
          </Stack>
        )
      ) : (
        <div className={classes.history}>
          <div className={classes.versionsList}>
            <RovingList component="ol" gap={2} aria-label="Versions, newest first">
              {data.items.map((version) => (
                <VersionRow
                  key={version.revision}
                  version={version}
                  isChosen={version.revision === shown?.revision}
                  isCurrent={version.revision === report.revision}
                  onChoose={() => setChosen(version)}
                />
              ))}
            </RovingList>
          </div>
          {shown && (
            <div className={classes.preview}>
              {restore.error && (
                <p className={textStyles.fault} role="alert">
                  {describeFailure(restore.error).message}.
                </p>
              )}
              <VersionPreview key={shown.revision} reportId={report.id} revision={shown.revision} />
              {shown.revision !== report.revision && (
                <div className={classes.restore}>
                  <Button loading={restore.isPending} onClick={() => bringBack(shown)}>
                    Bring back this version
                  </Button>
                  <span className={textStyles.note}>What came after it stays in the history.</span>
                </div>
              )}
            </div>
          )}
        </div>
      )}
    </Modal>
  )
}

const changeWords: Record<ZeusReportVersion['change'], string> = {
  create: 'Saved first',
  update: 'Changed',
  restore: 'Brought back',
}

interface VersionRowProps {
  version: ZeusReportVersion
  isChosen: boolean
  isCurrent: boolean
  onChoose: () => void
}

const VersionRow = ({ version, isChosen, isCurrent, onChoose }: VersionRowProps) => {
  const { change, restoredFrom, changedAt, characters } = version
  return (
    <li>
      <UnstyledButton
        className={`${surfaces.hover} ${classes.versionsRow}`}
        aria-current={isChosen ? 'true' : undefined}
        onClick={onChoose}
      >
        <span className={`${textStyles.text} ${textStyles.strong}`}>
          {changeWords[change]}
          {restoredFrom !== null && ` from version ${restoredFrom}`}
          {isCurrent && ' · now'}
        </span>
        <span className={textStyles.caption} title={formatInstant(changedAt)}>
          {formatSince(changedAt, useNow())} · {formatCount(characters)} characters
        </span>
      </UnstyledButton>
    </li>
  )
}

/** The report after a change. */
const VersionPreview = ({ reportId, revision }: { reportId: string; revision: number }) => {
  const { data, error, refetch } = useQuery(versionOptions(useClient(), reportId, revision))
  if (data)
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
      <section className={classes.page} aria-label="The report as it was" tabIndex={0}>
        <h3>{data.report.title}</h3>
        <ReportText text={data.report.contents} topLevel={4} />
      </section>
    )
  if (error) return <SmallFailure words={describeFailure(error).message} onRetry={() => void refetch()} />
  return <Skeleton height={320} radius="md" aria-label="Loading the version" />
}
