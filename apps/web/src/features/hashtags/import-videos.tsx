import type { HashtagImport } from '@auspex/sdk'
import { Button, FileButton, Group, Progress, Stack } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useClient } from '../../lib/api.tsx'
import { describeFailure } from '../../lib/failure.ts'
import { formatCount, formatDayRange, formatInstant, formatPlural } from '../../lib/format.ts'
import { useRoles } from '../../lib/modules.ts'
import { Section } from '../../ui/section.tsx'
import surfaces from '../../ui/surfaces.module.css'
import textStyles from '../../ui/text-styles.module.css'
import { forgetHashtags, importsOptions, removeImport } from './hashtags.queries.ts'
import { sendFile } from './send-file.ts'
import classes from './hashtags.module.css'

const example =
  '{"time":"2026-11-17T18:40:00Z","text":"…","hashtags":["oatmilk"],"author":"brewlab","country":"NO","plays":120400,"likes":8800,"comments":310,"shares":45}'

/** Files of videos: what is there, and for importers a way to bring more. */
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
      return forgetHashtags(cache)
    },
  })
  const removing = useMutation({
    mutationFn: (importId: string) => removeImport(client, importId),
    onSettled: () => forgetHashtags(cache),
  })
  const failure = sending.error ?? removing.error
  return (
    <Section
      id="imports"
      title="Files of videos"
      hint="One JSON object a line. Videos that come again get their new numbers; nothing is counted twice. Only your organization sees them."
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
          <p className={textStyles.remark}>Importing needs the role of importer; an administrator can give it.</p>
        )}
        {progress !== null && <Progress value={progress * 100} aria-label="The file is being sent" />}
        {failure && (
          <p className={textStyles.fault} role="alert">
            {describeFailure(failure).message}. {describeFailure(failure).detail} What was stored before stays; send the
            file again.
          </p>
        )}
        {sending.data && <ImportReport report={sending.data} />}
        {data && data.items.length > 0 && (
          <ul className={`${surfaces.panel} ${surfaces.lines}`} aria-label="Imported files">
            {data.items.map((one) => (
              <li key={one.importId}>
                <Group justify="space-between" gap={10} p="10px 16px">
                  <div>
                    <span className={`${textStyles.strong} ${textStyles.breakable}`}>{one.name}</span>{' '}
                    <span className={textStyles.note}>
                      {formatPlural(one.stored, 'video')}, {formatCount(one.renewed)} renewed,{' '}
                      {formatCount(one.refused)} refused
                      {one.firstDay !== null &&
                        one.lastDay !== null &&
                        ` · ${formatDayRange(one.firstDay, one.lastDay)}`}{' '}
                      · {formatInstant(one.updatedAt)}
                    </span>
                  </div>
                  {isImporter && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="gray"
                      aria-label={`Delete ${one.name} with its videos`}
                      loading={removing.isPending && removing.variables === one.importId}
                      onClick={() => removing.mutate(one.importId)}
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

/** What became of a file, line by line where lines were refused. */
const ImportReport = ({ report: { name, stored, renewed, refused, refusals } }: { report: HashtagImport }) => (
  <div role="status">
    <p className={textStyles.text}>
      {name}: {formatPlural(stored, 'new video')}, {formatCount(renewed)} renewed,{' '}
      {refused === 0 ? 'no line refused.' : `${formatPlural(refused, 'line')} refused.`}
    </p>
    {refusals.length > 0 && (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a keyboard scrolls what it can focus
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
