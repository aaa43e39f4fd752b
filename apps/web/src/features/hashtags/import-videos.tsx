import type { HashtagImport, AuspexClient } from '@auspex/sdk'
import { Button, FileButton, Group, Progress, Stack } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api/api.tsx'
import { failureSentences } from '../../lib/api/failure.ts'
import { formatCount, formatPlural } from '../../lib/numbers/format.ts'
import { formatDayRange, formatInstant } from '../../lib/time/format.ts'
import { useRoles } from '../../lib/people/modules.ts'
import { Section } from '../../ui/page.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { invalidateHashtags, importsOptions, removeImport, sendLines } from './hashtags.queries.ts'
import classes from './hashtags.module.css'

const linesPerBatch = 1000

/** A batch is at most 4 MiB as JSON; characters of a line can take three bytes and a backslash. */
const charactersPerBatch = 900_000

/** A longer line is not a video: it is truncated, so that the server rejects it with its line number. */
const maxLineLength = 20_000

/** Sends a file line by line in batches, in order; the result counts all of them. Rejects for an empty file. */
const sendFile = async (
  client: AuspexClient,
  file: File,
  onProgress: (part: number) => void,
): Promise<HashtagImport> => {
  const { name } = file
  let report: HashtagImport | null = null
  let batch: string[] = []
  let letters = 0
  let firstLine = 1
  let sentBytes = 0
  const send = async () => {
    if (batch.length === 0) return
    report = await sendLines(client, {
      ...(report !== null && { importId: report.id }),
      name: name.slice(0, 200) || 'videos.jsonl',
      firstLine,
      lines: batch,
    })
    firstLine += batch.length
    batch = []
    letters = 0
    onProgress(file.size === 0 ? 1 : Math.min(1, sentBytes / file.size))
  }
  for await (const line of linesOf(file, (bytes) => (sentBytes = bytes))) {
    batch.push(line.slice(0, maxLineLength))
    letters += line.length
    if (batch.length >= linesPerBatch || letters >= charactersPerBatch) await send()
  }
  await send()
  if (report === null) throw new Error('This file is empty.')
  return report
}

const bytesPerChunk = 1_048_576

const example =
  '{"time":"2026-11-17T18:40:00Z","text":"…","hashtags":["oatmilk"],"author":"brewlab","country":"NO","plays":120400,"likes":8800,"comments":310,"shares":45}'

/** Files of videos: what is imported, and an import form for people with that role. */
export const ImportVideos = () => {
  const client = useClient()
  const cache = useQueryClient()
  const roles = useRoles()
  const isImporter = roles.includes('importer') || roles.includes('godmode')
  const { data } = useQuery(importsOptions(client))
  const [progress, setProgress] = useState<number | null>(null)
  const sending = useMutation({
    mutationFn: (file: File) => sendFile(client, file, setProgress),
    onSettled: () => {
      setProgress(null)
      return invalidateHashtags(cache)
    },
  })
  const removing = useMutation({
    mutationFn: (importId: string) => removeImport(client, importId),
    onSettled: () => invalidateHashtags(cache),
  })
  const failure = sending.error ?? removing.error
  return (
    <Section
      id="imports"
      title="Files of videos"
      hint="One JSON object per line. A video that comes again is updated, never counted twice. Only your organization can see them."
      actions={
        isImporter && (
          <FileButton
            accept=".jsonl,.ndjson,.txt,application/x-ndjson"
            onChange={(file) => file && sending.mutate(file)}
          >
            {(props) => (
              <Button {...props} leftSection={<IconFileImport size={16} aria-hidden />} loading={sending.isPending}>
                Import a file
              </Button>
            )}
          </FileButton>
        )
      }
    >
      <Stack gap={14}>
        <code className={`${textStyles.code} ${textStyles.command}`}>{example}</code>
        {!isImporter && (
          <p className={textStyles.note}>Importing requires the role “importer”; an administrator can grant it.</p>
        )}
        {progress !== null && <Progress value={progress * 100} aria-label="The file is being sent" />}
        {failure && (
          <p className={textStyles.fault} role="alert">
            {failureSentences(failure)} What was stored before stays; send the file again.
          </p>
        )}
        {sending.data && <ImportReport report={sending.data} />}
        {data && data.items.length > 0 && (
          <ul className={`${surfaces.panel} ${surfaces.lines}`} aria-label="Imported files">
            {data.items.map((item) => (
              <li key={item.id}>
                <Group justify="space-between" gap={10} p="10px 16px">
                  <div>
                    <span className={`${textStyles.strong} ${textStyles.breakable}`}>{item.name}</span>{' '}
                    <span className={textStyles.note}>
                      {formatPlural(item.stored, 'video')}, {formatCount(item.renewed)} renewed,{' '}
                      {formatCount(item.refused)} refused
                      {item.firstDay !== null &&
                        item.lastDay !== null &&
                        ` · ${formatDayRange(item.firstDay, item.lastDay)}`}{' '}
                      · {formatInstant(item.updatedAt)}
                    </span>
                  </div>
                  {isImporter && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="gray"
                      aria-label={`Delete ${item.name} with its videos`}
                      loading={removing.isPending && removing.variables === item.id}
                      onClick={() => removing.mutate(item.id)}
                    >
                      Delete
                    </Button>
                  )}
                </Group>
              </li>
            ))}
          </ul>
        )}
      </Stack>
    </Section>
  )
}

/** The result of an import, with a line for each rejection. */
const ImportReport = ({ report: { name, stored, renewed, refused, refusals } }: { report: HashtagImport }) => (
  <div role="status">
    <p className={textStyles.text}>
      {name}: {formatPlural(stored, 'new video')}, {formatCount(renewed)} renewed,{' '}
      {refused === 0 ? 'no line refused.' : `${formatPlural(refused, 'line')} refused.`}
    </p>
    {refusals.length > 0 && (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable so that the keyboard can scroll it
      <ul className={`${classes.refusals} ${textStyles.bullets}`} aria-label="Refused lines" tabIndex={0}>
        {refusals.map(({ line, field, reason }) => (
          <li key={line}>
            Line {line}: {field === null ? 'the line' : field} {reason}
          </li>
        ))}
        {refused > refusals.length && <li>and {formatCount(refused - refusals.length)} more</li>}
      </ul>
    )}
  </div>
)

/** The lines of a file, read in chunks: a large file is never in memory as a whole. */
async function* linesOf(file: File, onRead: (bytes: number) => void): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder()
  let rest = ''
  for (let from = 0; from < file.size; from += bytesPerChunk) {
    const piece = await file.slice(from, from + bytesPerChunk).arrayBuffer()
    onRead(Math.min(file.size, from + bytesPerChunk))
    const lines = (rest + decoder.decode(piece, { stream: true })).split(/\r?\n/)
    rest = lines.pop() ?? ''
    yield* lines
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}
