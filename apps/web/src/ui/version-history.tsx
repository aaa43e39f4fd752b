import { Button, Modal, Skeleton, Stack, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { SmallFailure } from './error-view.tsx'
import { Failure } from './form-actions.tsx'
import { RovingList } from './roving-list.tsx'
import classes from './version-history.module.css'
import surfaces from './surfaces.module.css'
import textStyles from './text-styles.module.css'

interface VersionHistoryProps<Version extends { readonly revision: number }> {
  /** Newest first; undefined while they load. */
  versions: readonly Version[] | undefined
  /** Why they could not be read. */
  failure: string | null
  onRetry: () => void
  /** The revision that is current. */
  revision: number
  renderVersion: (version: Version, isCurrent: boolean) => ReactNode
  renderPreview: (version: Version) => ReactNode
  onRestore: (version: Version) => void
  isRestoring: boolean
  /** Why a version could not be restored. */
  restoreFailure: string | null
  onClose: () => void
}

/** Earlier versions of a text; each can be viewed and restored. */
export const VersionHistory = <Version extends { readonly revision: number }>({
  versions,
  failure,
  onRetry,
  revision,
  renderVersion,
  renderPreview,
  onRestore,
  isRestoring,
  restoreFailure,
  onClose,
}: VersionHistoryProps<Version>) => {
  const [chosen, setChosen] = useState<Version | null>(null)
  const shownVersion = chosen ?? versions?.[0]
  return (
    <Modal
      opened
      radius="lg"
      onClose={onClose}
      size={1000}
      title="Version history"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {versions === undefined ? (
        failure !== null ? (
          <SmallFailure words={failure} onRetry={onRetry} />
        ) : (
          <Stack gap={8} role="group" aria-busy="true" aria-label="Loading the versions">
            {[0, 1, 2, 3].map((key) => (
              <Skeleton key={key} height={52} radius="md" />
            ))}
          </Stack>
        )
      ) : (
        <div className={classes.history}>
          <div className={classes.list}>
            <RovingList component="ol" gap={2} aria-label="Versions, newest first">
              {versions.map((version) => (
                <li key={version.revision}>
                  <UnstyledButton
                    className={`${surfaces.hover} ${classes.row}`}
                    aria-current={version.revision === shownVersion?.revision ? 'true' : undefined}
                    onClick={() => setChosen(version)}
                  >
                    {renderVersion(version, version.revision === revision)}
                  </UnstyledButton>
                </li>
              ))}
            </RovingList>
          </div>
          {shownVersion && (
            <div className={classes.preview}>
              <Failure failure={restoreFailure} />
              {renderPreview(shownVersion)}
              {shownVersion.revision !== revision && (
                <div className={classes.restore}>
                  <Button loading={isRestoring} onClick={() => onRestore(shownVersion)}>
                    Restore this version
                  </Button>
                  <span className={textStyles.note}>Later versions stay in the history.</span>
                </div>
              )}
            </div>
          )}
        </div>
      )}
    </Modal>
  )
}

interface VersionPreviewProps {
  /** "The story as it was". */
  label: string
  /** Undefined while it loads. */
  content: ReactNode
  failure: string | null
  onRetry: () => void
}

/** The text as it was after a change. */
export const VersionPreview = ({ label, content, failure, onRetry }: VersionPreviewProps) => {
  if (content !== undefined)
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
      <section className={classes.page} aria-label={label} tabIndex={0}>
        {content}
      </section>
    )
  if (failure !== null) return <SmallFailure words={failure} onRetry={onRetry} />
  return <Skeleton height={320} radius="md" aria-label="Loading the version" />
}
