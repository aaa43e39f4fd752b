import { Button, Modal } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconEyeOff, IconPlus, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { download } from '../../../lib/download.ts'
import { describeFailure } from '../../../lib/failure.ts'
import { formatPlural } from '../../../lib/format.ts'
import { useTell } from '../../../lib/notices.tsx'
import { useExportFeeds, useImportFeeds } from '../news.queries.ts'
import { FeedForm } from './feed-form.tsx'
import { MuteForm } from './mute-form.tsx'
import classes from '../news.module.css'

/** Adding feeds, taking them in from another reader and out to one, and the mutes. */
export const FeedTools = () => {
  const client = useClient()
  const tell = useTell()
  const [isAdding, adding] = useDisclosure(false)
  const [isMuting, muting] = useDisclosure(false)
  const picker = useRef<HTMLInputElement>(null)
  const importFeeds = useImportFeeds(client)
  const exportFeeds = useExportFeeds(client)
  const fail = (error: unknown) => {
    const { message, detail } = describeFailure(error)
    tell([`${message}.`, detail].filter(Boolean).join(' '))
  }
  const read = async (file: File | undefined) => {
    if (file === undefined) return
    importFeeds.mutate(await file.text(), {
      onSuccess: ({ added, existing, refused }) => {
        const reasons = refused.slice(0, 3).map(({ title, reason }) => `${title}: ${reason}`)
        const parts = [
          `${formatPlural(added.length, 'feed')} added`,
          existing > 0 ? `${formatPlural(existing, 'feed')} were there already` : '',
          refused.length > 0 ? `${formatPlural(refused.length, 'outline')} left out (${reasons.join(' ')})` : '',
        ]
        tell(`${parts.filter(Boolean).join(', ')}.`)
      },
      onError: fail,
    })
  }
  return (
    <div className={classes.tools}>
      <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={15} aria-hidden />} onClick={adding.open}>
        Add a feed
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconEyeOff size={15} aria-hidden />}
        onClick={muting.open}
      >
        Mutes
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconUpload size={15} aria-hidden />}
        loading={importFeeds.isPending}
        onClick={() => picker.current?.click()}
      >
        Import OPML
      </Button>
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        leftSection={<IconDownload size={15} aria-hidden />}
        loading={exportFeeds.isPending}
        onClick={() =>
          exportFeeds.mutate(undefined, {
            onSuccess: ({ fileName, opml }) => download(fileName, new Blob([opml], { type: 'text/x-opml' })),
            onError: fail,
          })
        }
      >
        Export
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept=".opml,.xml,text/x-opml,text/xml"
        aria-label="OPML file"
        onChange={({ currentTarget }) => {
          void read(currentTarget.files?.[0])
          currentTarget.value = ''
        }}
      />
      {isAdding && (
        <Modal
          opened
          onClose={adding.close}
          title={<strong>Add a feed</strong>}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <FeedForm onDone={adding.close} />
        </Modal>
      )}
      {isMuting && (
        <Modal
          opened
          onClose={muting.close}
          title={<strong>Mutes</strong>}
          closeButtonProps={{ 'aria-label': 'Close' }}
        >
          <MuteForm />
        </Modal>
      )}
    </div>
  )
}
