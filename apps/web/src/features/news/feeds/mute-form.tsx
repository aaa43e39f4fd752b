import { Button, Group, Skeleton, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useClient } from '../../../lib/api.tsx'
import { describeFailure } from '../../../lib/failure.ts'
import { formatPlural } from '../../../lib/format.ts'
import { SmallFailure } from '../../../ui/small-failure.tsx'
import { mutesOptions, useDeleteMute } from '../news.queries.ts'
import { useMute } from '../reading/mute-menu.tsx'
import classes from '../news.module.css'
import textStyles from '../../../ui/text-styles.module.css'

const kindWords = { word: 'Word', outlet: 'Outlet', story: 'Story' } as const

/** Everything that is muted, what each hides, and its undo. */
export const MuteForm = () => {
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
        <p className={textStyles.note}>
          Nothing is muted. An outlet or a story is muted from the article that you read; words are muted here.
        </p>
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
