import { Button, Modal, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDownload, IconEyeOff, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef, type FormEvent, useState } from 'react'
import { useClient } from '../../../lib/api/api.tsx'
import { describeFailure, failureSentences } from '../../../lib/api/failure.ts'
import { useTell } from '../../../lib/dialogs/notices.tsx'
import { download } from '../../../lib/files/download.ts'
import { formatPlural } from '../../../lib/numbers/format.ts'
import { SmallFailure } from '../../../ui/error-view.tsx'
import textStyles from '../../../ui/text-styles.module.css'
import classes from '../news.module.css'
import { useExportFeeds, useImportFeeds, mutesOptions, useDeleteMute } from '../news.queries.ts'
import { useMute } from '../reading/mute-menu.tsx'
import { FeedForm } from './feed-form.tsx'

const kindWords = { word: 'Word', outlet: 'Outlet', story: 'Headline' } as const

/** All mutes, what each hides, and an undo. */
const MuteForm = () => {
  const client = useClient()
  const { data, error, refetch } = useQuery(mutesOptions(client))
  const remove = useDeleteMute(client)
  const mute = useMute()
  const [word, setWord] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (word.trim() !== '') mute({ kind: 'word', subject: word.trim() }, () => setWord(''))
  }
  return (
    <Stack gap={16}>
      <form onSubmit={submit}>
        <Group align="flex-end" gap={8} wrap="nowrap">
          <TextInput
            flex={1}
            label="Mute a word or phrase"
            value={word}
            onChange={({ currentTarget }) => setWord(currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={word.trim() === ''}>
            Mute
          </Button>
        </Group>
      </form>
      {data === undefined ? (
        error ? (
          <SmallFailure words={`${describeFailure(error).message}.`} onRetry={() => void refetch()} />
        ) : (
          <Skeleton height={60} />
        )
      ) : data.items.length === 0 ? (
        <p className={textStyles.note}>Nothing is muted. Mute words here, or an outlet from an article.</p>
      ) : (
        <ul className={classes.mutes} aria-label="Mutes">
          {data.items.map(({ id, kind, title, hidden, examples }) => (
            <li key={id}>
              <div>
                <div className={`${textStyles.breakable} ${textStyles.strong}`}>
                  {kindWords[kind]}: {title}
                </div>
                <div className={textStyles.note}>
                  Hides {formatPlural(hidden, 'article')} of the last four weeks
                  {examples[0] === undefined ? '.' : `, such as “${examples[0]}”.`}
                </div>
              </div>
              <Button size="compact-sm" variant="default" onClick={() => remove.mutate(id)}>
                Undo
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}

/** Adding, importing and exporting feeds, and the mutes. */
export const FeedTools = () => {
  const client = useClient()
  const tell = useTell()
  const [isAdding, adding] = useDisclosure(false)
  const [isMuting, muting] = useDisclosure(false)
  const picker = useRef<HTMLInputElement>(null)
  const importFeeds = useImportFeeds(client)
  const exportFeeds = useExportFeeds(client)
  const fail = (error: unknown) => {
    tell(failureSentences(error))
  }
  const importFile = async (file: File | undefined) => {
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
          void importFile(currentTarget.files?.[0])
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
